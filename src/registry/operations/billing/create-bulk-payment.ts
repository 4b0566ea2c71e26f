import { z } from 'zod';
import type { Initiator } from '../../../base/actor.ts';
import { Problems, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { add, type Money, money } from '../../../base/money.ts';
import { bulkDescription } from '../../rules/money/invoice-texts.ts';
import { invalid, isMissing, mustBe, mustBeFilled, tooLong } from '../../rules/money/payment-request.ts';
import { isPayable } from '../../rules/money/registrar-invoice.ts';
import {
  type Invoice,
  insertBulkItems,
  invoicesWithNumbers,
  lockInvoices,
} from '../../store/billing/invoices.ts';
import { defineExternalCommand, type OperationContext } from '../operation.ts';
import { createInvoice } from './model/create-invoice.ts';
import { invoiceDocument } from './model/invoice-document.ts';
import { issueNumber } from './model/invoice-numbers.ts';
import {
  badChild,
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
 * Creates one payment for several invoices of a service: checks that each exists, belongs to the service, is payable
 * and named once, and that they add up to the amount, to the cent. It then asks the provider for the payment and
 * stores a parent invoice, numbered from the range of deposits, whose payment will pay all of them
 * (docs/rules/billing.md#bulk-payments).
 */
export const createBulkPayment = defineExternalCommand({
  name: 'invoice.create-bulk-payment',
  summary: 'Creates one payment at the provider for several invoices.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({
    /** A list of numbers; other spellings of clients are parsed here. */
    invoiceNumbers: unparsed('The numbers of the invoices that are paid together.', ['Int']).meta({
      required: true,
    }),
    amount: unparsed('The sum of these invoices in euros, exact to the cent.', 'Decimal').meta({
      required: true,
    }),
    isDeposit: z.boolean().optional(),
    ...newPaymentRequest,
  }),
  errors: newPaymentErrors,
  rest: 'POST /api/v1/invoice_generator/bulk_payment',
  graphql: 'Mutation.invoiceBulkPaymentCreate',
  prepare: async (context, input) => {
    const problems = new Problems();
    const said = readNewPayment(problems, input);
    const numbers = readNumbers(problems, input.invoiceNumbers);
    checkUrl(problems, context, said.customerUrl);
    const amount = checkAmount(problems, said.amount);
    const initiator = initiatorFor(context.actor, said.initiator);
    if (!initiator) problems.direct(foreignInitiator());
    const children = await findChildren(context, numbers, initiator, problems);
    problems.refuseIfAny();
    const total = totalOf(children);
    if (amount !== total) refuseWith(invalid('amount', `must be the total of the invoices, ${total}`));
    context.foresee('invoices', children.map(invoiceDocument));
    return {
      number: await issueNumber(context, 'deposit'),
      childIds: children.map(({ id }) => id),
      amount: total,
      customerUrl: said.customerUrl ?? refuseWith(isMissing('customerUrl')),
      referenceNumber: said.referenceNumber ?? '',
      initiator: initiator ?? refuseWith(foreignInitiator()),
    };
  },
  ask: (external, prepared) => requestPayment(external, prepared),
  conclude: async (context, input, prepared, reply) => {
    const payment = madePayment(reply);
    const { number, childIds, amount, initiator } = prepared;
    const children = await lockInvoices(context.db, childIds);
    const paidMeanwhile = children.find((child) => !isPayable(child));
    if (paidMeanwhile) refuseWith(notPayable(paidMeanwhile));
    const parent = await createInvoice(context, {
      number,
      initiator,
      amount: money(amount),
      amountText: typeof input.amount === 'string' ? input.amount : amount,
      description: bulkDescription(children.map((child) => child.number)),
      affiliation: input.isDeposit ? 'auction_deposit' : 'regular',
      bulk: true,
      referenceNumber: prepared.referenceNumber || undefined,
    });
    await insertBulkItems(context.db, parent.id, childIds);
    if (payment) await storePayment(context, parent, payment);
    return { invoiceId: parent.id, paymentUrl: payment?.link ?? null };
  },
});

const mostChildren = limit(
  'invoices of one payment',
  500,
  'More than anybody pays at once; each is locked when the payment arrives.',
);

const isNumbers = z.array(z.int());

function readNumbers(problems: Problems, said: unknown): number[] {
  const numbers = isNumbers.safeParse(said).data;
  if (numbers?.length === 0) problems.direct(mustBeFilled('invoiceNumbers'));
  if (!numbers && filledText(problems, 'invoiceNumbers', said) !== undefined)
    problems.direct(mustBe('invoiceNumbers', 'invoice numbers separated by spaces'));
  return numbers ?? [];
}

const totalOf = (children: readonly Invoice[]): Money => add(...children.map(({ amount }) => amount));
const notPayable = ({ number, status }: Invoice) => badChild(`invoice ${number} is ${status}`);

async function findChildren(
  { db }: OperationContext,
  numbers: readonly number[],
  initiator: Initiator | undefined,
  problems: Problems,
): Promise<Invoice[]> {
  if (numbers.length > mostChildren) problems.direct(tooLong('invoiceNumbers', mostChildren));
  if (!initiator || numbers.length === 0 || numbers.length > mostChildren) return [];
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice !== undefined) problems.direct(badChild(`invoice ${twice} is named twice`));
  const known = await invoicesWithNumbers(
    db,
    numbers.filter((number) => number > 0 && number <= 2_147_483_647),
  );
  return [...new Set(numbers)].flatMap((number) => {
    const sharers = known.filter((invoice) => invoice.number === number && invoice.initiator === initiator);
    const [child] = sharers;
    // A number that several invoices share identifies none of them.
    if (!child || sharers.length > 1) {
      problems.direct(badChild(`invoice ${number} not found`));
      return [];
    }
    if (child.bulk) problems.direct(badChild(`invoice ${number} is a bulk payment itself`));
    else if (!isPayable(child)) problems.direct(notPayable(child));
    return [child];
  });
}
