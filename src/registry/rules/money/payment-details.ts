import { type Money, money, parseMoney, zero } from '../../../base/money.ts';

/** A payment as the provider reports it, in our field names. */
export interface PaymentDetails {
  readonly reference: string | undefined;
  readonly state: string;
  readonly orderReference: string | undefined;
  readonly accountName: string | undefined;
  readonly initialAmount: Money;
  readonly standingAmount: Money;
  readonly paymentLink: string | undefined;
  readonly transactionTime: Date | undefined;
  readonly createdAt: Date | undefined;
  readonly acquiringCompletedAt: Date | undefined;
  /** `linkpay_customer_data.custom_field_1`: for reservations, the user unique id. */
  readonly customField1: string | undefined;
  readonly snapshot: PaymentSnapshot;
}

export interface ProviderError {
  readonly code: number | string | null;
  readonly message: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The 21 fields that are kept and forwarded (docs/rules/billing.md#notifying-the-owner). */
const snapshotFields = [
  'account_name',
  'order_reference',
  'email',
  'customer_ip',
  'customer_url',
  'payment_created_at',
  'initial_amount',
  'standing_amount',
  'payment_reference',
  'payment_link',
  'api_username',
  'warnings',
  'stan',
  'fraud_score',
  'payment_state',
  'payment_method',
  'ob_details',
  'creditor_iban',
  'ob_payment_reference',
  'ob_payment_state',
  'transaction_time',
] as const;

export type PaymentSnapshot = Readonly<Record<(typeof snapshotFields)[number], unknown>>;

/** Reads the details of a payment; undefined if the value is not one. */
export function readPayment(value: Json): PaymentDetails | undefined {
  const state = text(value.payment_state);
  if (state === undefined) return undefined;
  return {
    reference: text(value.payment_reference),
    state,
    orderReference: text(value.order_reference),
    accountName: text(value.account_name),
    initialAmount: amount(value.initial_amount),
    standingAmount: amount(value.standing_amount),
    paymentLink: text(value.payment_link),
    transactionTime: instant(value.transaction_time),
    createdAt: instant(value.payment_created_at),
    acquiringCompletedAt: instant(value.acquiring_completed_at),
    customField1: text(object(value.linkpay_customer_data).custom_field_1),
    snapshot: snapshotOf(value),
  };
}

export function readProviderError(value: Json): ProviderError | undefined {
  if (value.error === undefined || value.error === null) return undefined;
  if (typeof value.error === 'string') return { code: null, message: value.error };
  const { code, message } = object(value.error);
  return {
    code: typeof code === 'number' || typeof code === 'string' ? code : null,
    message: text(message) ?? 'The payment provider refused',
  };
}

// Three of them are nested in ob_details.
function snapshotOf(value: Json): PaymentSnapshot {
  const openBanking = object(value.ob_details);
  const found = snapshotFields.map((name) => [name, value[name] ?? openBanking[name] ?? null]);
  return Object.fromEntries(found) as PaymentSnapshot;
}

/** Anything but a number of whole cents counts as zero and pays for nothing. */
function amount(value: unknown): Money {
  if (typeof value === 'string') return /^\d{1,10}(\.\d+)?$/.test(value) ? (parseMoney(value) ?? zero) : zero;
  if (typeof value !== 'number' || !(value >= 0 && value < 1e10)) return zero;
  const cents = Math.round(value * 100);
  return Math.abs(value * 100 - cents) < 1e-6 ? money((cents / 100).toFixed(2)) : zero;
}

const instantSyntax = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

function instant(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !instantSyntax.test(value)) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// Text that PostgreSQL cannot store is ignored.
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !value.includes('\0') && value.length <= 2048
    ? value
    : undefined;

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
