import { z } from 'zod';
import { Problems, refuseWith } from '../../../base/errors.ts';
import { money } from '../../../base/money.ts';
import { depositDescription, readDeposit } from '../../rules/money/invoice-texts.ts';
import { isMissing } from '../../rules/money/payment-request.ts';
import { defineExternalCommand } from '../operation.ts';
import { createInvoice } from './model/create-invoice.ts';
import { depositFields } from './model/fields.ts';
import { issueNumber } from './model/invoice-numbers.ts';
import {
  checkAmount,
  checkUrl,
  filledText,
  madePayment,
  newPaymentErrors,
  newPaymentRequest,
  readNewPayment,
  requestPayment,
  storePayment,
  unparsed,
} from './model/one-off-payment.ts';
import { foreignInitiator, initiatorFor } from './model/ownership.ts';

/**
 * Creates the invoice of a bidder's auction deposit for a service: checks the request, takes a number, asks the
 * provider for a payment, and returns the page to pay on. The invoice is created only after the provider has agreed,
 * so a refusal leaves nothing but a gap in the numbers (docs/rules/billing.md#deposits).
 */
export const createDepositPrepayment = defineExternalCommand({
  name: 'invoice.create-deposit-prepayment',
  summary: 'Creates the invoice of an auction deposit and a payment of it at the provider.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({
    /** The bidder; as text because clients spell it in different ways. */
    deposit: depositFields.optional(),
    amount: unparsed('How much the deposit is, in euros; more than zero.', 'Decimal').meta({
      required: true,
    }),
    description: z.unknown().optional(),
    isRegular: z.boolean().optional(),
    ...newPaymentRequest,
  }),
  errors: newPaymentErrors,
  rest: 'POST /api/v1/invoice_generator/deposit_prepayment',
  graphql: 'Mutation.depositPrepaymentCreate',

  prepare: async (context, input) => {
    const problems = new Problems();
    const said = readNewPayment(problems, input);
    const description = input.deposit
      ? depositDescription(input.deposit)
      : filledText(problems, 'deposit', input.description);
    checkUrl(problems, context, said.customerUrl);
    const amount = checkAmount(problems, said.amount);
    const initiator = initiatorFor(context.actor, said.initiator);
    if (!initiator) problems.direct(foreignInitiator());
    problems.refuseIfAny();
    return {
      number: await issueNumber(context, 'deposit'),
      amount: amount ?? refuseWith(isMissing('amount')),
      customerUrl: said.customerUrl ?? refuseWith(isMissing('customerUrl')),
      referenceNumber: said.referenceNumber ?? '',
      description: description ?? refuseWith(isMissing('deposit')),
      initiator: initiator ?? refuseWith(foreignInitiator()),
    };
  },
  ask: (external, prepared) => requestPayment(external, prepared),
  conclude: async (context, input, prepared, reply) => {
    const payment = madePayment(reply);
    const { number, amount, description, initiator } = prepared;
    const invoice = await createInvoice(context, {
      number,
      initiator,
      amount: money(amount),
      amountText: typeof input.amount === 'string' ? input.amount : amount,
      description,
      affiliation: input.isRegular ? 'regular' : 'auction_deposit',
      deposit: input.isRegular ? undefined : (input.deposit ?? readDeposit(description)),
      referenceNumber: prepared.referenceNumber || undefined,
    });
    if (payment) await storePayment(context, invoice, payment);
    return { invoiceId: invoice.id, paymentUrl: payment?.link ?? null };
  },
});
