import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { add, type Money, zero } from '../../../base/money.ts';
import { invalid } from '../../rules/money/payment-request.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { type Invoice, invoiceByNumber, lockInvoice, parentLinks } from '../../store/billing/invoices.ts';
import { paymentByReference } from '../../store/billing/payments.ts';
import { beginRefund, refundOf, renewRefundLease } from '../../store/billing/refunds.ts';
import { defineExternalCommand, type OperationContext } from '../operation.ts';
import { creditOf } from './model/account-credit.ts';
import { whichInvoice } from './model/fields.ts';
import { invoiceDocument } from './model/invoice-document.ts';
import {
  concludeRefund,
  type HeldRefund,
  isUnderWay,
  refundIsUnderWay,
  refundRemainder,
  resumeLockedRefund,
  settlementItem,
  takeCredit,
} from './model/refund-under-way.ts';

/**
 * Refunds an invoice's payment in full through the provider: locks the invoice, takes the credit back from the
 * registrar, which must not have spent it, and asks the provider how much of the payment is left before it refunds
 * that. One refund of an invoice runs at a time, a repeated call refunds nothing twice, and a refund without an
 * answer is settled later by the outbox (docs/rules/billing.md#refunds).
 */
export const refundInvoice = defineExternalCommand({
  name: 'invoice.refund',
  summary: "Refunds an invoice's payment in full.",
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  effect: 'destructive',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object(whichInvoice),
  errors: [
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'BILLING_FAILURE',
    'COMMAND_FAILED',
  ],
  rest: 'POST /api/v1/refund/auction',
  graphql: 'Mutation.invoiceRefund',

  prepare: async (context, { invoiceNumber, userUniqueId }) => {
    const { db, actor } = context;
    const reservation = userUniqueId === '' ? null : userUniqueId;
    const found =
      (await invoiceByNumber(db, invoiceNumber, reservation, ownersFor(actor))) ??
      refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'Invoice not found'));
    const invoice = await lockInvoice(db, found.id);
    context.foresee('invoice', invoiceDocument(invoice));
    const begun =
      invoice.status === 'refunded'
        ? { held: null, amount: zero, credit: zero }
        : await hold(context, invoice);
    return { invoiceId: invoice.id, ...begun };
  },
  reprepare: true,
  retryWhile: isUnderWay,
  heartbeat: async (db, { held }) => held && renewRefundLease(db, held.holder),
  ask: async ({ paymentProvider }, { held }) => held && refundRemainder(paymentProvider, held),
  conclude: async (context, _, { invoiceId, held, amount, credit }, reply) => {
    if (held && reply) await concludeRefund(context, held, reply);
    return { invoiceId, amount, credit, status: (await lockInvoice(context.db, invoiceId)).status };
  },
});

/** Begins a refund, or continues one that another process has left. */
async function hold(
  context: OperationContext,
  invoice: Invoice,
): Promise<{ readonly held: HeldRefund; readonly amount: Money; readonly credit: Money }> {
  const { db, now, enqueue } = context;
  const reference = await refundable(context, invoice);
  // Refunds the amount that the provider holds, which may be more or less than the amount of the invoice.
  const payment = await paymentByReference(db, reference);
  const amount = payment?.standing_amount ?? payment?.initial_amount ?? invoice.amount;
  context.foresee('payment', [payment?.state, payment?.standing_amount]);
  // The refund of an excess may be in progress; then the full refund waits for it.
  if (await refundOf(db, reference)) refuseWith(refundIsUnderWay());
  const held = { of: invoice.id, reference, leaving: zero };
  const begun = await resumeLockedRefund(db, invoice.id);
  if (begun) return { held: { ...begun, ...held }, amount, credit: zero };
  const taken = await takeCredit(context, invoice);
  const holder = await beginRefund(db, {
    invoice_id: invoice.id,
    payment_reference: reference,
    leaving: zero,
    taken_from: taken.map(({ id }) => id),
    begun_at: now,
  });
  enqueue(settlementItem(String(invoice.number), { invoiceId: invoice.id }, now));
  return {
    held: { ...held, holder, isNew: true, acceptedAt: null },
    amount,
    credit: add(zero, ...taken.map(creditOf)),
  };
}

async function refundable({ db }: OperationContext, invoice: Invoice): Promise<string> {
  if (invoice.status !== 'paid' || invoice.payment_reference === null)
    return refuseWith(invalid('paymentReference', 'Reference number is invalid'));
  const [parent] = await parentLinks(db, [invoice.id]);
  // The payment belongs to the parent: refunding it would refund all its other invoices too.
  if (parent?.settled)
    return refuseWith(invalid('paymentReference', 'belongs to a bulk payment; refund that one'));
  return invoice.payment_reference;
}
