import { nameOf } from '../../../../base/actor.ts';
import { stopwatch } from '../../../../base/clock.ts';
import { type Failure, failure, refuseWith } from '../../../../base/errors.ts';
import type { OutboxItem } from '../../../../base/events.ts';
import { add, isLess, type Money, negate } from '../../../../base/money.ts';
import type { PaymentDetails, ProviderError } from '../../../rules/money/payment-details.ts';
import { childLinks, type Invoice, lockInvoice, lockInvoices } from '../../../store/billing/invoices.ts';
import {
  lockPayment,
  paymentByReference,
  resolveDisagreementsOf,
  updatePayment,
} from '../../../store/billing/payments.ts';
import {
  acceptRefund,
  acquireRefundLease,
  endRefund,
  expireRefundLease,
  type Refunded,
  refundOf,
} from '../../../store/billing/refunds.ts';
import { heartbeatMs, leaseMs } from '../../../store/runner/idempotency.ts';
import type { PaymentProvider } from '../../external-services.ts';
import type { Db, OperationContext } from '../../operation.ts';
import { creditAccount, reverseCredit } from './account-credit.ts';
import { applyPayment } from './apply-payment.ts';
import type { DisagreementKind } from './disagreements.ts';
import { providerRefused, providerUnavailable } from './one-off-payment.ts';

/** A refund as one external command holds it; plain JSON, since it is kept with the idempotency key. */
export type HeldRefund = {
  readonly of: Refunded;
  readonly reference: string;
  /** The amount of the payment that remains when the refund is made. */
  readonly leaving: Money;
  readonly holder: string;
  /** Started by this external command, so the provider cannot have been asked for it before. */
  readonly isNew: boolean;
  /**
   * The moment at which the provider accepted it, after which it is not requested again; null if it was not accepted.
   */
  readonly acceptedAt: string | null;
};

/** The result of asking the provider. */
export type RefundReply =
  /** The remaining amount is not above the target. */
  | { readonly kind: 'back'; readonly payment: PaymentDetails }
  /** The provider accepted it, and the payment does not show it yet. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly error: ProviderError }
  /** The provider could not be asked. */
  | { readonly kind: 'unasked'; readonly reason: string }
  /** The provider was asked, and the result is unknown. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** The time after which an unfinished refund is checked again (settle-refund.ts). */
const followUpMs = 60_000;

export const settlementItem = (
  subject: string,
  payload: { readonly invoiceId: number } | { readonly reference: string },
  now: Date,
): OutboxItem => ({
  kind: 'refund',
  subject,
  payload,
  notBefore: new Date(now.getTime() + followUpMs),
});

export const refundIsUnderWay = () =>
  failure('COMMAND_FAILED', 'Refund is already under way', { reason: 'under-way' });

export const isUnderWay = ({ reason }: Failure): boolean => reason === 'under-way';

/**
 * Takes the refunded amount from the registrar first; a registrar that has spent it is refused before the
 * provider is asked. Returns the invoices whose credit was taken.
 */
export async function takeCredit(context: OperationContext, invoice: Invoice): Promise<Invoice[]> {
  const taken: Invoice[] = [];
  for (const one of await paidTogether(context, invoice)) {
    const after = await reverseCredit(context, one, 'person');
    if (one.credited && !after.credited) taken.push(one);
  }
  return taken;
}

/** The invoice, and the children that its payment has paid. */
async function paidTogether({ db }: OperationContext, invoice: Invoice): Promise<Invoice[]> {
  if (!invoice.bulk) return [invoice];
  const links = await childLinks(db, [invoice.id]);
  const children = await lockInvoices(
    db,
    links.filter(({ settled }) => settled).map((link) => link.child_id),
  );
  return [invoice, ...children.filter(({ status }) => status === 'paid')];
}

/** The time without a word from the database after which another process may have taken the refund over. */
const surelyHeldMs = leaseMs - heartbeatMs;

/**
 * Refunds what the payment has above the amount that is to remain. The payment is read before anything is sent and
 * again after it: its state counts, not the answer to the request. If the first reading took too long, perhaps
 * because this process was paused, nothing is sent.
 */
export async function refundRemainder(
  provider: PaymentProvider,
  { reference, acceptedAt, leaving }: HeldRefund,
): Promise<RefundReply> {
  const elapsed = stopwatch();
  const before = await provider.payment(reference);
  if (before.kind === 'refused') return before;
  if (before.kind !== 'ok') return { kind: 'unasked', reason: reasonOf(before) };
  const tooMuch = before.value.standingAmount;
  if (!isLess(leaving, tooMuch)) return { kind: 'back', payment: before.value };
  if (acceptedAt !== null) return { kind: 'accepted' };
  if (elapsed() > surelyHeldMs) return { kind: 'unasked', reason: 'ETIMEDOUT' };
  const reply = await provider.refund(reference, add(tooMuch, negate(leaving)));
  const after = await provider.payment(reference);
  if (after.kind === 'ok' && !isLess(leaving, after.value.standingAmount))
    return { kind: 'back', payment: after.value };
  if (reply.kind === 'refused') return reply;
  return reply.kind === 'ok' ? { kind: 'accepted' } : { kind: 'unknown', reason: reasonOf(reply) };
}

const reasonOf = (reply: { readonly kind: string; readonly reason?: string }): string =>
  reply.reason ?? 'EPROTO';

/** Records the provider's result; the credit of a refused refund is restored, although the caller is refused too. */
export async function concludeRefund(
  context: OperationContext,
  held: HeldRefund,
  reply: RefundReply,
): Promise<void> {
  const { db, now } = context;
  const { holder, of } = held;
  switch (reply.kind) {
    case 'back':
      return finishRefund(context, held, reply.payment);
    case 'accepted':
      return acceptRefund(db, holder, now);
    case 'refused':
      if (typeof of === 'number' && (await lockInvoice(db, of)).status === 'refunded') return;
      context.onRollback((db, record) => abandonRefund({ ...context, db, record }, held));
      return refuseWith(providerRefused(reply.error));
    case 'unasked':
      context.onRollback((db, record) =>
        held.isNew ? abandonRefund({ ...context, db, record }, held) : expireRefundLease(db, holder),
      );
      return refuseWith(providerUnavailable(reply.reason));
    case 'unknown':
      context.onRollback((later) => expireRefundLease(later, holder));
      return refuseWith(providerUnavailable(reply.reason));
  }
}

/** Takes over a refund that no process is working on; null if there is none. */
export async function resumeRefund(db: Db, of: Refunded): Promise<HeldRefund | null> {
  await lockRefunded(db, of);
  return resumeLockedRefund(db, of);
}

const lockRefunded = (db: Db, of: Refunded): Promise<unknown> =>
  typeof of === 'number' ? lockInvoice(db, of) : lockPayment(db, of);

/** Resumes the refund of an invoice or payment that is already locked; null if it does not have one. */
export async function resumeLockedRefund(db: Db, of: Refunded): Promise<HeldRefund | null> {
  const refund = await refundOf(db, of);
  if (!refund) return null;
  const { payment_reference: reference, leaving, accepted_at } = refund;
  const holder = (await acquireRefundLease(db, of)) ?? refuseWith(refundIsUnderWay());
  return { of, reference, leaving, holder, isNew: false, acceptedAt: accepted_at?.toISOString() ?? null };
}

/**
 * Settles a refund by the state of the payment: the money has been returned, or the refund was not made and the
 * credit is restored. If the provider has accepted a refund, only an operator can decide that it will not come.
 */
export async function settleByPayment(
  context: OperationContext,
  held: HeldRefund,
  reply: Awaited<ReturnType<PaymentProvider['payment']>>,
): Promise<'back' | 'abandoned' | 'left to another'> {
  if (reply.kind === 'ok' && !isLess(held.leaving, reply.value.standingAmount)) {
    await finishRefund(context, held, reply.value);
    return 'back';
  }
  if (held.acceptedAt === null && (reply.kind === 'refused' || reply.kind === 'ok'))
    return (await abandonRefund(context, held)) ? 'abandoned' : 'left to another';
  context.onRollback((db) => expireRefundLease(db, held.holder));
  // The refund was accepted and does not show yet, or the provider does not answer: retried later.
  return refuseWith(
    providerUnavailable(reply.kind === 'ok' ? 'the refund does not show yet' : reasonOf(reply)),
  );
}

/** The money was returned: stores the state of the payment, and resolves the disagreement about a stray payment. */
async function finishRefund(
  context: OperationContext,
  { of, reference }: Pick<HeldRefund, 'of' | 'reference'>,
  payment: PaymentDetails,
): Promise<void> {
  const { db, now, actor, record } = context;
  const before = typeof of === 'string' ? await paymentByReference(db, reference) : undefined;
  await applyPayment(context, reference, payment, undefined);
  await endRefund(db, of);
  if (!before) return;
  const [{ standing_amount: from }, to] = [before, payment.standingAmount];
  record({
    type: 'payment',
    id: before.id,
    key: reference,
    before: { standingAmount: from },
    after: { standingAmount: to },
  });
  await resolveDisagreementsOf(db, reference, strayKinds, {
    resolved_at: now,
    resolved_by: nameOf(actor),
    note: `${add(from ?? to, negate(to))} EUR given back`,
  });
}

/** The disagreements that a refund resolves. */
const strayKinds: readonly DisagreementKind[] = [
  'amountTooSmall',
  'amountTooLarge',
  'moneyForClosedInvoice',
  'paidTwice',
  'unknownInvoice',
];

/** The money was not returned: restores the credit. False if another process has continued the refund. */
async function abandonRefund(
  context: Pick<OperationContext, 'db' | 'now' | 'request' | 'record' | 'foresee' | 'publish'>,
  { of, holder, reference }: Pick<HeldRefund, 'of' | 'holder' | 'reference'>,
): Promise<boolean> {
  const { db, record } = context;
  await lockRefunded(db, of);
  const refund = await refundOf(db, of);
  if (refund?.holder !== holder) return false;
  for (const one of await lockInvoices(db, refund.taken_from))
    if (one.status === 'paid') await creditAccount(context, one);
  if (typeof of === 'string') await updatePayment(db, of, { refund_asked_at: null });
  await endRefund(db, of);
  const payment = await paymentByReference(db, reference);
  if (payment)
    record({
      type: 'payment',
      id: payment.id,
      key: reference,
      before: { refundAskedAt: refund.begun_at },
      after: { refundAskedAt: null },
    });
  return true;
}
