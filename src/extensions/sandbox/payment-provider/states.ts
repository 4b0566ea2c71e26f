import { cents, fromCents, type Money, zero } from '../../../base/money.ts';
import type { SandboxPayment } from '../store/sandbox-payments.ts';

/** The state transitions of a payment at the provider (docs/rules/billing.md#payment-states). */
export const outcomes = [
  'waiting_for_3ds_response',
  'waiting_for_sca',
  'sent_for_processing',
  'authorised',
  'settled',
  'failed',
  'abandoned',
  'voided',
  'refunded',
  'chargebacked',
] as const;
export type PaymentOutcome = (typeof outcomes)[number];

const open = ['initial', 'waiting_for_3ds_response', 'waiting_for_sca', 'sent_for_processing', 'authorised'];
const holdingMoney = ['settled', 'partially_refunded'];

/** The states from which each can be reached, and the event name in the callback. */
const steps: Readonly<Record<PaymentOutcome, { readonly from: readonly string[]; readonly event: string }>> =
  {
    waiting_for_3ds_response: { from: ['initial'], event: 'status_updated' },
    waiting_for_sca: { from: ['initial'], event: 'status_updated' },
    sent_for_processing: { from: ['initial', 'waiting_for_sca'], event: 'status_updated' },
    authorised: { from: ['initial', 'waiting_for_3ds_response'], event: 'status_updated' },
    settled: { from: open, event: 'status_updated' },
    failed: { from: open, event: 'status_updated' },
    abandoned: { from: ['initial', 'waiting_for_3ds_response', 'waiting_for_sca'], event: 'abandoned' },
    voided: { from: ['authorised'], event: 'voided' },
    refunded: { from: holdingMoney, event: 'refunded' },
    chargebacked: { from: holdingMoney, event: 'chargebacked' },
  };

export const isOpen = ({ payment_state }: Pick<SandboxPayment, 'payment_state'>): boolean =>
  open.includes(payment_state);

export const holdsMoney = ({ payment_state }: Pick<SandboxPayment, 'payment_state'>): boolean =>
  holdingMoney.includes(payment_state);

export const mayBecome = (
  { payment_state }: Pick<SandboxPayment, 'payment_state'>,
  outcome: PaymentOutcome,
): boolean => steps[outcome].from.includes(payment_state);

export const eventFor = (outcome: PaymentOutcome): string => steps[outcome].event;

export type PaymentChange = Pick<
  SandboxPayment,
  'payment_state' | 'standing_amount' | 'succeeded' | 'transaction_time'
>;

/** The payment after the move, whatever its state was; `amount` is the refunded amount. */
export function paymentAfter(
  { initial_amount, standing_amount, succeeded, transaction_time }: SandboxPayment,
  outcome: PaymentOutcome,
  now: Date,
  amount: Money = standing_amount,
): PaymentChange {
  switch (outcome) {
    case 'settled':
      return {
        payment_state: outcome,
        standing_amount: initial_amount,
        succeeded: true,
        transaction_time: now,
      };
    case 'refunded':
    case 'chargebacked': {
      const remaining = outcome === 'refunded' ? fromCents(cents(standing_amount) - cents(amount)) : zero;
      return {
        payment_state: remaining === zero ? outcome : 'partially_refunded',
        standing_amount: remaining,
        succeeded: true,
        transaction_time: transaction_time ?? now,
      };
    }
    default:
      return { payment_state: outcome, standing_amount, succeeded, transaction_time: now };
  }
}
