import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import { isLess, type Money, zero } from '../../../base/money.ts';

export const invoiceStatuses = ['unpaid', 'paid', 'cancelled', 'failed', 'refunded', 'overdue'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (invoiceStatuses as readonly string[]).includes(word);

/**
 * The cause of an invoice's change: the provider's report of its payment, a refund (made by us or reported by
 * deposit_status), the service that owns it, an operator, or time.
 */
export type InvoiceMover = 'provider' | 'refund' | 'owner' | 'operator' | 'time';

/** How long an invoice may stay unpaid before it is overdue. */
export const paymentTermDays = 14;

interface Dated {
  readonly status: InvoiceStatus;
  readonly due_date: LocalDate | null;
  readonly created_at: Date;
}

/** Days since the due date; 0 if it is paid, cancelled or not due (docs/rules/billing.md#overdue). */
export function overdueDays({ status, due_date, created_at }: Dated, calendar: Calendar, now: Date): number {
  if (status !== 'unpaid' && status !== 'failed' && status !== 'overdue') return 0;
  const due = due_date ?? calendar.plusDays(calendar.dateOf(created_at), paymentTermDays);
  return Math.max(0, calendar.daysBetween(due, calendar.dateOf(now)));
}

/** How long invoices are overdue, in the usual steps of dunning. */
export const overdueAges = [
  { name: 'UP_TO_30_DAYS', from: 1, upTo: 30, description: 'Since yesterday, or for up to a month.' },
  { name: 'UP_TO_60_DAYS', from: 31, upTo: 60, description: 'For more than a month, up to two.' },
  { name: 'UP_TO_90_DAYS', from: 61, upTo: 90, description: 'For more than two months, up to three.' },
  {
    name: 'OVER_90_DAYS',
    from: 91,
    upTo: undefined,
    description: 'For more than three months: 91 days and longer.',
  },
] as const;

const people: readonly InvoiceMover[] = ['owner', 'operator'];
const anyone: readonly InvoiceMover[] = ['provider', ...people];

/** docs/rules/billing.md#statuses. Refunded is final. */
const moves: Readonly<Record<InvoiceStatus, Partial<Record<InvoiceStatus, readonly InvoiceMover[]>>>> = {
  unpaid: { paid: anyone, failed: anyone, cancelled: [...anyone, 'time'], overdue: [...people, 'time'] },
  failed: { paid: anyone, cancelled: [...anyone, 'time'], overdue: people, unpaid: people },
  overdue: { paid: anyone, cancelled: [...anyone, 'time'] },
  cancelled: { unpaid: people },
  paid: { refunded: ['provider', 'refund'], cancelled: people, unpaid: people },
  refunded: {},
};

/** Keeping the status is always allowed. */
export function mayMove(from: InvoiceStatus, to: InvoiceStatus, by: InvoiceMover): boolean {
  return from === to || (moves[from][to]?.includes(by) ?? false);
}

/** The values of deposit_status (docs/rules/billing.md#deposits). */
const depositStatuses = new Map<string, { status: InvoiceStatus; by: InvoiceMover }>([
  ['paid', { status: 'paid', by: 'owner' }],
  ['prepayment', { status: 'unpaid', by: 'owner' }],
  ['returned', { status: 'refunded', by: 'refund' }],
]);

export const depositStatus = (word: string): { status: InvoiceStatus; by: InvoiceMover } | undefined =>
  depositStatuses.get(word);

/** Problems that an operator must check although the invoice's status does not show them. */
export type PaymentAlert =
  | 'amountTooSmall'
  | 'moneyForClosedInvoice'
  | 'refundedInPart'
  | 'refundWithoutPayment'
  | 'chargedBack'
  | 'unknownState';

export interface PaymentOutcome {
  readonly status: InvoiceStatus;
  readonly alert?: PaymentAlert;
}

export interface ProviderPayment {
  readonly state: string;
  readonly initialAmount: Money;
  readonly standingAmount: Money;
}

type Meaning = 'in_progress' | 'settled' | 'failed' | 'voided' | 'refunded' | 'charged_back';

/** The provider's payment_state (docs/rules/billing.md#payment-states); both spellings of some are in use. */
const meanings = new Map<string, Meaning>([
  ['initial', 'in_progress'],
  ['waiting_for_sca', 'in_progress'],
  ['waiting_for_3ds_response', 'in_progress'],
  ['3ds_confirmed', 'in_progress'],
  ['confirmed_3ds', 'in_progress'],
  ['sent_for_processing', 'in_progress'],
  ['authorised', 'in_progress'],
  ['authorized', 'in_progress'],
  ['settled', 'settled'],
  ['failed', 'failed'],
  ['abandoned', 'failed'],
  ['voided', 'voided'],
  ['refunded', 'refunded'],
  ['partially_refunded', 'refunded'],
  ['chargebacked', 'charged_back'],
  ['charged_back', 'charged_back'],
]);

/** The state of a payment, whatever the provider calls it. */
export type PaymentState = Meaning | 'other';

export const paymentStateOf = (state: string): PaymentState => meanings.get(state) ?? 'other';

/** The words of the provider for the states. */
export const statesOfProvider: readonly (readonly [word: string, meaning: PaymentState])[] = [...meanings];

/** The progress of a payment; returned money is the last stage. */
const stages: Readonly<Record<Meaning, number>> = {
  in_progress: 0,
  failed: 1,
  voided: 1,
  settled: 2,
  refunded: 3,
  charged_back: 3,
};

/** Tells whether the payment had progressed further already: then this report is outdated. */
export function isStepBack(known: string, reported: string): boolean {
  const [from, to] = [meanings.get(known), meanings.get(reported)];
  return from !== undefined && to !== undefined && stages[to] < stages[from];
}

/** The status of an invoice after the provider's report of its payment, and the alert to raise. */
export function statusAfterPayment(
  invoice: { readonly status: InvoiceStatus; readonly amount: Money },
  payment: ProviderPayment,
): PaymentOutcome {
  const { status } = invoice;
  switch (meanings.get(payment.state)) {
    case 'in_progress':
      return { status };
    case 'settled':
      return afterSettlement(invoice, payment);
    case 'failed':
      return { status: mayMove(status, 'failed', 'provider') ? 'failed' : status };
    case 'voided':
      // A void ends an authorisation; it does not return settled money.
      return { status: mayMove(status, 'cancelled', 'provider') ? 'cancelled' : status };
    case 'refunded':
      return afterRefund(invoice, payment);
    case 'charged_back':
      return { status, alert: 'chargedBack' };
    case undefined:
      return { status, alert: 'unknownState' };
  }
}

function afterSettlement(
  { status, amount }: { readonly status: InvoiceStatus; readonly amount: Money },
  payment: ProviderPayment,
): PaymentOutcome {
  if (status === 'paid') return { status };
  if (!mayMove(status, 'paid', 'provider')) return { status, alert: 'moneyForClosedInvoice' };
  if (isLess(payment.initialAmount, amount)) return { status, alert: 'amountTooSmall' };
  return { status: 'paid' };
}

function afterRefund(
  { status, amount }: { readonly status: InvoiceStatus; readonly amount: Money },
  payment: ProviderPayment,
): PaymentOutcome {
  if (status === 'refunded') return { status };
  if (status !== 'paid') return { status, alert: 'refundWithoutPayment' };
  if (payment.standingAmount === zero) return { status: 'refunded' };
  // If an overpayment was returned, the rest still pays the whole invoice.
  return isLess(payment.standingAmount, amount) ? { status, alert: 'refundedInPart' } : { status };
}

/** Tells whether money has arrived with a payment in this state; some of it may have been returned. */
export const hasSettled = (state: string): boolean => {
  const meaning = meanings.get(state);
  return meaning === 'settled' || meaning === 'refunded';
};

/** The action for a notification before the payment is read (docs/rules/billing.md#events). */
export type EventAction =
  /** Ask the provider for the payment and apply its answer. */
  | 'requery'
  /** Keep the event and alert an operator; the invoice is unchanged. */
  | 'recordAndAlert'
  /** The money has reached the account: keep the time; the invoice is unchanged. */
  | 'recordAcquiring'
  /** About a card, not a payment: only acknowledge. */
  | 'acknowledge';

const eventActions = new Map<string, EventAction>([
  ['issuer_reported_fraudulent', 'recordAndAlert'],
  ['merchant_reported_fraudulent', 'recordAndAlert'],
  ['dispute_opened', 'recordAndAlert'],
  ['dispute_updated', 'recordAndAlert'],
  ['dispute_reversed', 'recordAndAlert'],
  ['dispute_reopened', 'recordAndAlert'],
  ['status_update', 'recordAcquiring'],
  ['card_art_updated', 'acknowledge'],
  ['token_updated', 'acknowledge'],
]);

/**
 * Returns the action for an event. For one that is not listed the provider is asked: an event alone is never trusted.
 */
export const actionForEvent = (eventName: string | undefined): EventAction =>
  eventActions.get(eventName ?? '') ?? 'requery';

/** The effect of a notification on the registry's books. */
export type EventEffect = 'waiting' | 'unanswered' | 'unchanged' | 'changed' | 'disagreement';

const effects = new Map<string, EventEffect>([
  ['received', 'waiting'],
  ['provider unavailable', 'unanswered'],
  ['unreadable answer', 'unanswered'],
  ...['unchanged', 'older than known', 'given back', 'unknown to the provider'].map(
    (outcome) => [outcome, 'unchanged'] as const,
  ),
  ...(['acknowledge', 'recordAcquiring'] satisfies EventAction[]).map(
    (outcome) => [outcome, 'unchanged'] as const,
  ),
  ...invoiceStatuses.map((status) => [status, 'changed'] as const),
]);

/** Every other outcome is the name of what an operator was alerted to. */
export const effectOf = (outcome: string): EventEffect => effects.get(outcome) ?? 'disagreement';

/** The status of a paid reservation's invoice for the portal (docs/rules/reservation.md#paid-status). */
export const portalStatuses: Readonly<
  Record<InvoiceStatus, { readonly status: string; readonly message: string }>
> = {
  paid: { status: 'paid', message: 'Payment received' },
  unpaid: { status: 'pending', message: 'Payment pending' },
  overdue: { status: 'unpaid', message: 'Payment pending' },
  failed: { status: 'failed', message: 'Payment failed' },
  cancelled: { status: 'cancelled', message: 'Invoice cancelled' },
  // A refund does not take the names away: docs/rules/rulings.md#refund-of-a-paid-reservation.
  refunded: { status: 'paid', message: 'Payment received' },
};
