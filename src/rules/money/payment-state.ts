import { isLess, type Money, zero } from '../../core/money.ts';

export const invoiceStatuses = ['unpaid', 'paid', 'cancelled', 'failed', 'refunded', 'overdue'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const isInvoiceStatus = (word: string): word is InvoiceStatus =>
  (invoiceStatuses as readonly string[]).includes(word);

/**
 * Who wants to move an invoice: the provider's word about its payment, a refund (made by us or told by
 * deposit_status), the service that owns it, an operator, or time.
 */
export type InvoiceMover = 'provider' | 'refund' | 'owner' | 'operator' | 'time';

/** How long an invoice may stay unpaid before it is overdue. */
export const paymentTermDays = 14;

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

/** Staying where it is is always allowed. */
export function mayMove(from: InvoiceStatus, to: InvoiceStatus, by: InvoiceMover): boolean {
  return from === to || (moves[from][to]?.includes(by) ?? false);
}

/** The words of deposit_status (docs/rules/billing.md#deposits). */
const depositStatuses = new Map<string, { status: InvoiceStatus; by: InvoiceMover }>([
  ['paid', { status: 'paid', by: 'owner' }],
  ['prepayment', { status: 'unpaid', by: 'owner' }],
  ['returned', { status: 'refunded', by: 'refund' }],
]);

export const depositStatus = (word: string): { status: InvoiceStatus; by: InvoiceMover } | undefined =>
  depositStatuses.get(word);

/** What an operator must look at although the invoice's status does not say it. */
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

type Meaning = 'underWay' | 'settled' | 'failed' | 'voided' | 'refunded' | 'chargedBack';

/** The provider's payment_state (docs/rules/billing.md#payment-states); both spellings of some are in use. */
const meanings = new Map<string, Meaning>([
  ['initial', 'underWay'],
  ['waiting_for_sca', 'underWay'],
  ['waiting_for_3ds_response', 'underWay'],
  ['3ds_confirmed', 'underWay'],
  ['confirmed_3ds', 'underWay'],
  ['sent_for_processing', 'underWay'],
  ['authorised', 'underWay'],
  ['authorized', 'underWay'],
  ['settled', 'settled'],
  ['failed', 'failed'],
  ['abandoned', 'failed'],
  ['voided', 'voided'],
  ['refunded', 'refunded'],
  ['partially_refunded', 'refunded'],
  ['chargebacked', 'chargedBack'],
  ['charged_back', 'chargedBack'],
]);

/** How far a payment has come; money that is back has come furthest. */
const stages: Readonly<Record<Meaning, number>> = {
  underWay: 0,
  failed: 1,
  voided: 1,
  settled: 2,
  refunded: 3,
  chargedBack: 3,
};

/** Whether a payment was further already: then this is older news, overtaken on its way. */
export function isStepBack(known: string, reported: string): boolean {
  const [from, to] = [meanings.get(known), meanings.get(reported)];
  return from !== undefined && to !== undefined && stages[to] < stages[from];
}

/** The status an invoice has once the provider has told of its payment, and what to raise the alarm for. */
export function statusAfterPayment(
  invoice: { readonly status: InvoiceStatus; readonly amount: Money },
  payment: ProviderPayment,
): PaymentOutcome {
  const { status } = invoice;
  switch (meanings.get(payment.state)) {
    case 'underWay':
      return { status };
    case 'settled':
      return afterSettlement(invoice, payment);
    case 'failed':
      return { status: mayMove(status, 'failed', 'provider') ? 'failed' : status };
    case 'voided':
      // A void ends an authorisation; it takes no settled money back.
      return { status: mayMove(status, 'cancelled', 'provider') ? 'cancelled' : status };
    case 'refunded':
      return afterRefund(invoice, payment);
    case 'chargedBack':
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
  // Where what was too much went back, the rest still pays for all of it.
  return isLess(payment.standingAmount, amount) ? { status, alert: 'refundedInPart' } : { status };
}

/** Whether a payment in this state has brought money, of which something may still be there. */
export const hasSettled = (state: string): boolean => {
  const meaning = meanings.get(state);
  return meaning === 'settled' || meaning === 'refunded';
};

/** What to do about a notification before anything is known of the payment (docs/rules/billing.md#events). */
export type EventAction =
  /** Ask the provider for the payment and apply what it says. */
  | 'requery'
  /** Keep the event and tell an operator; the invoice stays as it is. */
  | 'recordAndAlert'
  /** The money has reached the account: keep when; the invoice stays as it is. */
  | 'recordAcquiring'
  /** About a card, not a payment: say thank you. */
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

/** Everything else, named or not, is answered by asking: an event alone is never believed. */
export const actionForEvent = (eventName: string | undefined): EventAction =>
  eventActions.get(eventName ?? '') ?? 'requery';

/** How a paid reservation's invoice is told to the portal (docs/rules/reservation.md#paid-status). */
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
