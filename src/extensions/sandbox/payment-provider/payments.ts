import { cents, isLess, type Money, zero } from '../../../base/money.ts';
import { randomHex } from '../../../base/secrets.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { insertSandboxCallback } from '../store/sandbox-callbacks.ts';
import {
  insertSandboxPayment,
  lockOrder,
  paymentsOfOrder,
  type SandboxPayment,
  sandboxPayment,
  updateSandboxPayment,
} from '../store/sandbox-payments.ts';
import { eventFor, mayBecome, type PaymentOutcome, paymentAfter } from './states.ts';

/** A refusal of the provider. 4997 and 4037 are the real provider's codes, the others are this stand-in's. */
export class ProviderRefusal extends Error {
  readonly code: number;
  readonly httpStatus: number;

  constructor(code: number, message: string, httpStatus = 422) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

export const refusals = {
  unauthenticated: () => new ProviderRefusal(4001, 'The API username or secret is wrong', 401),
  invalid: (field: string, rule: string) => new ProviderRefusal(4002, `The ${field} is not valid: ${rule}`),
  nonceUsed: () => new ProviderRefusal(4996, 'The nonce has been used before'),
  timestamp: () => new ProviderRefusal(4997, 'The timestamp is not valid'),
  orderPaid: () => new ProviderRefusal(4005, 'The order reference has been paid already'),
  unknownPayment: () => new ProviderRefusal(4004, 'The payment does not exist', 404),
  state: (state: string) => new ProviderRefusal(4006, `A payment in state ${state} does not allow this`),
  refundTooLarge: () => new ProviderRefusal(4007, 'The amount is larger than what stands of the payment'),
  openBankingRefund: () => new ProviderRefusal(4037, 'Open banking payments cannot be refunded'),
};

export type NewPayment = Pick<
  SandboxPayment,
  'source' | 'account_name' | 'order_reference' | 'initial_amount'
> &
  Partial<
    Pick<
      SandboxPayment,
      | 'structured_reference'
      | 'customer_url'
      | 'customer_ip'
      | 'customer_name'
      | 'customer_email'
      | 'custom_field_1'
      | 'custom_field_2'
    >
  >;

/** A payment in state `initial`, on an order that is not paid yet. */
export async function openPayment(db: Db, payment: NewPayment, now: Date): Promise<SandboxPayment> {
  await lockOrder(db, payment.order_reference);
  if (await isPaid(db, payment.order_reference)) throw refusals.orderPaid();
  return addPayment(db, payment, now);
}

/** Adds a payment without checking other payments of the order. */
export function addPayment(db: Db, payment: NewPayment, now: Date): Promise<SandboxPayment> {
  return insertSandboxPayment(db, {
    structured_reference: null,
    customer_url: null,
    customer_ip: null,
    customer_name: null,
    customer_email: null,
    custom_field_1: null,
    custom_field_2: null,
    ...payment,
    payment_reference: randomHex(32),
    standing_amount: payment.initial_amount,
    payment_state: 'initial',
    payment_method: null,
    created_at: now,
    transaction_time: null,
  });
}

export interface MovedPayment {
  readonly payment: SandboxPayment;
  readonly callbackId: number;
}

export interface Move {
  readonly outcome: PaymentOutcome;
  readonly method?: string | undefined;
  readonly amount?: Money | undefined;
}

/** Moves a payment as its customer, bank or merchant would, and records that a callback is due. */
export async function movePayment(db: Db, reference: string, move: Move, now: Date): Promise<MovedPayment> {
  const found = await sandboxPayment(db, reference);
  if (!found) throw refusals.unknownPayment();
  await lockOrder(db, found.order_reference);
  const payment = (await sandboxPayment(db, reference)) ?? found;
  if (!mayBecome(payment, move.outcome)) throw refusals.state(payment.payment_state);
  // Several attempts, until one succeeds (docs/rules/reservation.md#sharing-a-number).
  if (takesMoney(move.outcome) && (await isPaid(db, payment.order_reference))) throw refusals.orderPaid();
  if (move.outcome === 'refunded') checkRefund(payment, move.amount);
  return forcePayment(db, payment, move, now);
}

/** Moves a payment without checking the transition. */
export async function forcePayment(
  db: Db,
  payment: SandboxPayment,
  { outcome, method, amount }: Move,
  now: Date,
): Promise<MovedPayment> {
  const moved = await updateSandboxPayment(db, payment.id, {
    ...paymentAfter(payment, outcome, now, amount),
    payment_method: payment.payment_method ?? method ?? usualMethod(outcome),
  });
  return { payment: moved, callbackId: await queueCallback(db, moved, eventFor(outcome), now) };
}

/** The process that moved the payment has this long to send the callback; after that any process does. */
const ownAttemptMs = 30_000;

export function queueCallback(db: Db, payment: SandboxPayment, event: string, now: Date): Promise<number> {
  const { payment_reference, order_reference } = payment;
  const dueAt = new Date(now.getTime() + ownAttemptMs);
  return insertSandboxCallback(db, { payment_reference, order_reference, event_name: event }, now, dueAt);
}

async function isPaid(db: Db, orderReference: string): Promise<boolean> {
  return (await paymentsOfOrder(db, orderReference)).some(({ succeeded }) => succeeded);
}

const takesMoney = (outcome: PaymentOutcome): boolean => outcome === 'settled' || outcome === 'authorised';

function checkRefund(payment: SandboxPayment, amount: Money | undefined): void {
  // Only this bank's merchants can refund open banking payments (docs/rules/billing.md#refunds).
  const { payment_method: method, standing_amount } = payment;
  if (method !== null && /_ob_/.test(method) && !method.startsWith('lhv_'))
    throw refusals.openBankingRefund();
  if (amount === undefined) return;
  if (cents(amount) <= cents(zero)) throw refusals.invalid('amount', 'it must be more than nothing');
  if (isLess(standing_amount, amount)) throw refusals.refundTooLarge();
}

const usualMethod = (outcome: PaymentOutcome): string | null => {
  if (outcome === 'abandoned') return null;
  return outcome === 'waiting_for_sca' || outcome === 'sent_for_processing' ? 'lhv_ob_ee' : 'card';
};
