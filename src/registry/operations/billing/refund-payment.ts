import { z } from 'zod';
import { objectDoesNotExist, refuse, refuseWith } from '../../../base/errors.ts';
import { type Money, zero } from '../../../base/money.ts';
import { hasSettled } from '../../rules/money/payment-state.ts';
import { excessOver, neededFor, wasRefundedElsewhere } from '../../rules/money/stray-money.ts';
import { type Invoice, lockInvoice } from '../../store/billing/invoices.ts';
import {
  lockPayment,
  type Payment,
  paymentByReference,
  updatePayment,
} from '../../store/billing/payments.ts';
import { beginRefund, refundOf, renewRefundLease } from '../../store/billing/refunds.ts';
import { text } from '../input.ts';
import { defineExternalCommand, type OperationContext } from '../operation.ts';
import { invoiceDocument } from './model/invoice-document.ts';
import {
  concludeRefund,
  type HeldRefund,
  isUnderWay,
  refundIsUnderWay,
  refundRemainder,
  resumeLockedRefund,
  settlementItem,
} from './model/refund-under-way.ts';

/**
 * Refunds money that pays for nothing, for an operator: a payment without an invoice, one for a closed or paid
 * invoice, one that was too small, or the excess of one that was too large
 * (docs/rules/billing.md#unmatched-payments). It locks invoice and payment, marks the payment so that no callback can
 * use it any more, and asks the provider for the refund; nothing was sold for this money, so no account changes.
 */
export const refundPayment = defineExternalCommand({
  name: 'payment.refund',
  summary: 'Refunds the part of a payment that exceeds its invoice, or all of it if it pays no invoice.',
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  needs: 'PAYMENTS',
  input: z.object({ reference: text('The reference of the payment at the provider.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'PARAMETER_VALUE_POLICY', 'COMMAND_FAILED'],
  graphql: 'Mutation.paymentRefund',

  prepare: async (context, { reference }) => {
    const { payment, invoice } = await locked(context, reference);
    if (wasRefundedElsewhere(invoice, payment))
      refuse('OBJECT_STATUS_PROHIBITS', `Invoice ${invoice?.number} is refunded already`);
    context.foresee('payment', [payment.state, payment.standing_amount, invoice && invoiceDocument(invoice)]);
    const leaving = neededFor(invoice, payment);
    const amount = excessOver(leaving, payment);
    // A repeated request for a finished refund is refused as such.
    if (amount === zero && payment.refund_asked_at) return { amount, held: null };
    if (!hasSettled(payment.state)) refuse('OBJECT_STATUS_PROHIBITS', `Payment is ${payment.state}`);
    if (amount === zero) refuse('OBJECT_STATUS_PROHIBITS', nothingStray(invoice, payment));
    return { amount, held: await hold(context, payment, leaving) };
  },
  reprepare: true,
  retryWhile: isUnderWay,
  heartbeat: async (db, { held }) => held && renewRefundLease(db, held.holder),
  ask: async ({ paymentProvider }, { held }) => held && refundRemainder(paymentProvider, held),
  conclude: async (context, { reference }, { held, amount }, reply) => {
    if (held && reply) await concludeRefund(context, held, reply);
    return { reference, amount };
  },
});

interface Locked {
  readonly payment: Payment;
  readonly invoice: Invoice | undefined;
}

/** Locks the invoice first, as callbacks do, so that the two cannot deadlock. */
async function locked({ db }: OperationContext, reference: string): Promise<Locked> {
  const found = (await paymentByReference(db, reference)) ?? refuseWith(objectDoesNotExist());
  const invoice = found.invoice_id === null ? undefined : await lockInvoice(db, found.invoice_id);
  const payment = (await lockPayment(db, reference)) ?? refuseWith(objectDoesNotExist());
  // A callback has just matched it to an invoice: starts again with that invoice locked.
  if (payment.invoice_id !== found.invoice_id) refuseWith(refundIsUnderWay());
  if (invoice && (await refundOf(db, invoice.id))?.payment_reference === reference)
    refuseWith(refundIsUnderWay());
  return { payment, invoice };
}

const nothingStray = (invoice: Invoice | undefined, { standing_amount }: Payment): string =>
  (standing_amount ?? zero) === zero || !invoice
    ? 'Nothing is left of the payment'
    : `Payment pays invoice ${invoice.number}; refund that one`;

/** Begins a refund, or continues one that another process has left. */
async function hold(
  { db, now, enqueue, record }: OperationContext,
  { id, reference, refund_asked_at }: Payment,
  leaving: Money,
): Promise<HeldRefund> {
  const begun = await resumeLockedRefund(db, reference);
  if (begun) return begun;
  const holder = await beginRefund(db, {
    invoice_id: null,
    payment_reference: reference,
    leaving,
    taken_from: [],
    begun_at: now,
  });
  await updatePayment(db, reference, { refund_asked_at: now });
  record({
    type: 'payment',
    id,
    key: reference,
    before: { refundAskedAt: refund_asked_at },
    after: { refundAskedAt: now },
  });
  enqueue(settlementItem(reference, { reference }, now));
  return { of: reference, reference, leaving, holder, isNew: true, acceptedAt: null };
}
