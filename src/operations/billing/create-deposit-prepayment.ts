import { z } from 'zod';
import { refuseWith } from '../../core/errors.ts';
import { money } from '../../core/money.ts';
import { depositDescription, readDeposit } from '../../rules/money/invoice-texts.ts';
import { isMissing } from '../../rules/money/payment-request.ts';
import { defineOutsideCommand } from '../operation.ts';
import { createInvoice } from './model/create-invoice.ts';
import { depositFields, textUpTo } from './model/fields.ts';
import { issueNumber } from './model/invoice-numbers.ts';
import {
  askForPayment,
  checkAmount,
  isReported,
  keepPayment,
  madePayment,
  paymentRequest,
  requestProblems,
} from './model/one-off-payment.ts';
import { foreignInitiator, initiatorFor } from './model/ownership.ts';

/**
 * A bidder's deposit (docs/rules/billing.md#deposits). The number is taken before the provider is asked; the invoice
 * is made once it has agreed, so a refusal leaves nothing but a gap in the numbers.
 */
export const createDepositPrepayment = defineOutsideCommand({
  name: 'invoice.create-deposit-prepayment',
  summary: 'Creates the invoice of an auction deposit and a payment of it at the provider.',
  permits: ['billing', 'operator'],
  input: z.object({
    initiator: z.string().optional(),
    amount: z.string().optional(),
    /** Whose deposit; as text when a client writes it in its own way. */
    deposit: depositFields.optional(),
    description: textUpTo(2000).optional(),
    isRegular: z.boolean().optional(),
    ...paymentRequest,
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'COMMAND_FAILED',
  ],
  rest: 'POST /api/v1/invoice_generator/deposit_prepayment',
  graphql: 'Mutation.depositPrepaymentCreate',

  prepare: async (context, input) => {
    const problems = requestProblems(context, input);
    const amount = checkAmount(problems, input);
    const description = input.deposit ? depositDescription(input.deposit) : input.description;
    if (description === undefined && !isReported(input, 'deposit')) problems.direct(isMissing('deposit'));
    const initiator = initiatorFor(context.actor, input.initiator);
    if (!initiator) problems.direct(foreignInitiator());
    problems.refuseIfAny();
    return {
      number: await issueNumber(context, 'deposit'),
      amount: amount ?? refuseWith(isMissing('amount')),
      customerUrl: input.customerUrl ?? refuseWith(isMissing('customerUrl')),
      referenceNumber: input.referenceNumber ?? '',
      description: description ?? refuseWith(isMissing('deposit')),
      initiator: initiator ?? refuseWith(foreignInitiator()),
    };
  },
  ask: (outside, prepared) => askForPayment(outside, prepared),
  conclude: async (context, input, prepared, reply) => {
    const payment = madePayment(reply);
    const { number, amount, description, initiator } = prepared;
    const invoice = await createInvoice(context, {
      number,
      initiator,
      amount: money(amount),
      amountText: input.amount ?? amount,
      description,
      affiliation: input.isRegular ? 'regular' : 'auction_deposit',
      deposit: input.isRegular ? undefined : (input.deposit ?? readDeposit(description)),
      referenceNumber: input.referenceNumber,
    });
    if (payment) await keepPayment(context, invoice, payment);
    return { invoiceId: invoice.id, paymentUrl: payment?.link ?? null };
  },
});
