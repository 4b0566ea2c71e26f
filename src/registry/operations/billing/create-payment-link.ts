import { z } from 'zod';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { depositDescription, readDeposit } from '../../rules/money/invoice-texts.ts';
import { mustBe, readAmount } from '../../rules/money/payment-request.ts';
import { type Invoice, invoiceByNumber, lockNumber } from '../../store/billing/invoices.ts';
import { listOf, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { createInvoice, type NewInvoice, numberTaken } from './model/create-invoice.ts';
import {
  depositFields,
  failuresIn,
  filledTextUpTo,
  initiatorField,
  invoiceNumberField,
  textUpTo,
} from './model/fields.ts';
import { refuseUnlessIssued } from './model/invoice-numbers.ts';
import { foreignInitiator, initiatorFor } from './model/ownership.ts';
import { paymentLinkOf } from './model/payment-link.ts';

/**
 * Creates an invoice for a service and returns the link that pays it; the same number, user and amount give the same
 * invoice and link again (docs/rules/billing.md#payment-links). It checks the fields, locks the number, makes sure
 * that it was issued to the caller, and marks an invoice of zero as paid at once.
 */
export const createPaymentLink = defineCommand({
  name: 'invoice.create-payment-link',
  summary: 'Creates an invoice and the link to pay it.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({
    invoiceNumber: invoiceNumberField.meta({
      description: 'The number that invoiceNumberIssue returned for it.',
      named: 'number',
    }),
    amount: text('The amount to pay, in euros; the link contains it as you write it.', 'Decimal'),
    initiator: initiatorField,
    description: text('What it is for, as the payer will read it.').optional(),
    customerName: text('The name of the payer.').optional(),
    customerEmail: text('The e-mail address of the payer.').optional(),
    referenceNumber: text('The reference number with which a bank transfer is recognised.').optional(),
    userUniqueId: text('The userUniqueId of the reservation it pays for; none when left out.').optional(),
    reservedNames: listOf(text(''), 'The names that are reserved with it; none when left out.').optional(),
    /** Clients may write it into the description instead. */
    deposit: depositFields
      .meta({ description: 'What it is a deposit for; left out when it is not an auction deposit.' })
      .optional(),
    isDeposit: z.boolean().optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
  ],
  rest: 'POST /api/v1/invoice_generator/invoice_generator',
  graphql: 'Mutation.invoicePaymentLinkCreate',
  run: async (context, input) => {
    const { userUniqueId, deposit, isDeposit = deposit !== undefined } = input;
    const description = deposit ? depositDescription(deposit) : input.description;
    const initiator = initiatorFor(context.actor, input.initiator);
    const amount = readAmount(input.amount);
    new Problems()
      .direct(initiator ? undefined : foreignInitiator())
      .direct(amount === undefined ? noAmount() : undefined)
      .direct(...failuresIn(texts, input))
      .refuseIfAny();
    const invoice = await findOrCreate(context, {
      number: input.invoiceNumber,
      initiator: initiator ?? refuseWith(foreignInitiator()),
      amount: amount ?? refuseWith(noAmount()),
      amountText: input.amount,
      description,
      userUniqueId,
      reservedNames: input.reservedNames,
      affiliation: isDeposit ? 'auction_deposit' : 'regular',
      deposit: isDeposit ? (deposit ?? readDeposit(description ?? '')) : undefined,
      customField1: userUniqueId ?? description,
      customerName: input.customerName,
      customerEmail: input.customerEmail,
      referenceNumber: input.referenceNumber,
    });
    return { invoiceId: invoice.id, paymentUrl: paymentLinkOf(context, invoice) };
  },
});

const texts = z.object({
  description: textUpTo(2000).optional(),
  customerName: textUpTo(2000).optional(),
  customerEmail: textUpTo(2000).optional(),
  referenceNumber: textUpTo(255).optional(),
  userUniqueId: filledTextUpTo(255).optional(),
  reservedNames: z.array(textUpTo(255)).optional(),
});

async function findOrCreate(context: OperationContext, wanted: NewInvoice): Promise<Invoice> {
  await lockNumber(context.db, wanted.number);
  const known = await invoiceByNumber(context.db, wanted.number, wanted.userUniqueId ?? null);
  if (!known) {
    await refuseUnlessIssued(context, wanted.number);
    return createInvoice(context, wanted);
  }
  if (known.initiator !== wanted.initiator) refuseWith(numberTaken());
  if (known.amount !== wanted.amount) refuseWith(otherAmount());
  return known;
}

const noAmount = () => mustBe('amount', 'an amount such as 20.00');

const otherAmount = () =>
  failure('OBJECT_EXISTS', 'differs from the amount of the invoice with this number', {
    path: ['amount'],
  });
