import { isLess } from '../../../../base/money.ts';
import type { PaymentDetails } from '../../../rules/money/payment-details.ts';
import { hasSettled, isStepBack, statusAfterPayment } from '../../../rules/money/payment-state.ts';
import { type Invoice, lockInvoice } from '../../../store/billing/invoices.ts';
import {
  lockPayment,
  type Payment,
  paymentByReference,
  putPayment,
} from '../../../store/billing/payments.ts';
import { forgetTakenCredit } from '../../../store/billing/refunds.ts';
import type { OperationContext } from '../../operation.ts';
import { reverseCredit } from './account-credit.ts';
import { type RaisedKind, raiseDisagreementOnce } from './disagreements.ts';
import { findPaidInvoice } from './find-paid-invoice.ts';
import { moveInvoice } from './move-invoice.ts';
import { notifyOwnerOfPayment } from './notify-owner-of-payment.ts';

export interface Applied {
  /** A short note for the record of the event. */
  readonly outcome: string;
  readonly invoiceId: number | null;
  readonly ownerNotified: boolean;
}

/**
 * Applies the provider's report about a payment: the report is kept, and the invoice changes its status if account,
 * order and amount agree (docs/rules/billing.md#payment-states, #matching-a-payment-to-its-invoices). However often
 * and in whatever order this is called, the status changes once: the invoice is locked, and a report that is older
 * than the known one changes nothing.
 */
export async function applyPayment(
  context: OperationContext,
  reference: string,
  reported: PaymentDetails,
  eventName: string | undefined,
): Promise<Applied> {
  const { db, config } = context;
  const raise = (kind: RaisedKind, invoice?: Invoice) =>
    raiseDisagreementOnce(context, reference, kind, invoice, reportedDetails(reported, invoice));

  if (reported.reference !== undefined && reported.reference !== reference) {
    await raise('referenceMismatch');
    return { outcome: 'referenceMismatch', invoiceId: null, ownerNotified: false };
  }
  if (reported.accountName !== config.PAYMENT_ACCOUNT_NAME) {
    await raise('accountMismatch');
    return { outcome: 'accountMismatch', invoiceId: null, ownerNotified: false };
  }
  const match = await findPaidInvoice(db, await paymentByReference(db, reference), reported);
  if (match.kind !== 'found') {
    const invoice = match.kind === 'orderMismatch' ? match.invoice : undefined;
    await raise(match.kind, invoice);
    const known = invoice ? undefined : await lockPayment(db, reference);
    if (!invoice && !isOlder(known, reported, eventName)) await keep(context, reference, reported, undefined);
    return { outcome: match.kind, invoiceId: invoice?.id ?? null, ownerNotified: false };
  }

  const invoice = await lockInvoice(db, match.invoice.id);
  const before = await lockPayment(db, reference);
  if (isOlder(before, reported, eventName))
    return { outcome: 'older than known', invoiceId: invoice.id, ownerNotified: false };
  await keep(context, reference, reported, invoice);
  // An operator is refunding it, so it pays for nothing, and its reversal raises no disagreement.
  if (before?.refund_asked_at && invoice.status !== 'paid' && hasSettled(reported.state))
    return { outcome: 'given back', invoiceId: invoice.id, ownerNotified: false };
  return settle(context, reference, reported, invoice, raise);
}

async function settle(
  context: OperationContext,
  reference: string,
  reported: PaymentDetails,
  invoice: Invoice,
  raise: (kind: RaisedKind, invoice: Invoice) => Promise<void>,
): Promise<Applied> {
  const { db } = context;
  const isAnother = invoice.status === 'paid' && invoice.payment_reference !== reference;
  if (isAnother) {
    // The first payment keeps the invoice paid, whatever happens to a second one.
    const isMoney = reported.state === 'settled';
    if (isMoney) await raise('paidTwice', invoice);
    return { outcome: isMoney ? 'paidTwice' : 'unchanged', invoiceId: invoice.id, ownerNotified: false };
  }
  const { status, alert } = statusAfterPayment(invoice, reported);
  if (alert) await raise(alert, invoice);
  if (alert === 'chargedBack') {
    await reverseCredit(context, invoice, 'provider');
    await forgetTakenCredit(db, invoice.id);
  }
  const moved = await moveInvoice(context, invoice, status, 'provider', {
    reference,
    snapshot: reported.snapshot,
    transactionTime: reported.transactionTime ?? null,
  });
  if (moved.status === invoice.status)
    return { outcome: alert ?? 'unchanged', invoiceId: invoice.id, ownerNotified: false };
  if (status === 'paid' && isLess(invoice.amount, reported.initialAmount))
    await raise('amountTooLarge', invoice);
  if (status === 'refunded' && invoice.initiator === 'business_registry')
    await raise('reservationRefunded', invoice);
  const ownerNotified = status === 'paid' && (await notifyOwnerOfPayment(context, moved, reported.snapshot));
  return { outcome: status, invoiceId: invoice.id, ownerNotified };
}

const isOlder = (
  known: Payment | undefined,
  reported: PaymentDetails,
  eventName: string | undefined,
): boolean => known !== undefined && isStepBack(known.state, reported.state) && eventName !== 'refund_failed';

function keep(
  { db, now }: OperationContext,
  reference: string,
  reported: PaymentDetails,
  invoice: Invoice | undefined,
): Promise<Payment> {
  return putPayment(db, {
    reference,
    invoice_id: invoice?.id ?? null,
    order_reference: reported.orderReference ?? null,
    state: reported.state,
    initial_amount: reported.initialAmount,
    standing_amount: reported.standingAmount,
    payment_link: reported.paymentLink ?? null,
    snapshot: JSON.stringify(reported.snapshot),
    occurred_at: reported.transactionTime ?? reported.createdAt ?? now,
    acquiring_completed_at: reported.acquiringCompletedAt ?? null,
    created_at: now,
    updated_at: now,
  });
}

const reportedDetails = (reported: PaymentDetails, invoice: Invoice | undefined) => ({
  state: reported.state,
  account: reported.accountName ?? null,
  order: reported.orderReference ?? null,
  initialAmount: reported.initialAmount,
  standingAmount: reported.standingAmount,
  ...(invoice && { invoice: invoice.number, amount: invoice.amount, status: invoice.status }),
});
