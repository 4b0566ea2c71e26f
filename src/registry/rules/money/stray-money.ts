import { add, isLess, type Money, negate, zero } from '../../../base/money.ts';
import { hasSettled, type InvoiceStatus } from './payment-state.ts';

interface PaidInvoice {
  readonly status: InvoiceStatus;
  readonly amount: Money;
  readonly payment_reference: string | null;
}

interface RefundablePayment {
  readonly reference: string;
  readonly state: string;
  readonly standing_amount: Money | null;
  readonly refund_asked_at: Date | null;
}

/** The amount of a payment that its invoice needs. */
export const neededFor = (invoice: PaidInvoice | undefined, { reference }: RefundablePayment): Money =>
  invoice?.status === 'paid' && invoice.payment_reference === reference ? invoice.amount : zero;

/** Tells whether the money was returned another way, which the payment does not show. */
export const wasRefundedElsewhere = (
  invoice: PaidInvoice | undefined,
  { reference, refund_asked_at }: RefundablePayment,
): boolean =>
  invoice?.status === 'refunded' && invoice.payment_reference === reference && refund_asked_at === null;

/** The part of the remaining payment beyond the amount to keep. */
export function excessOver(leaving: Money, { standing_amount }: RefundablePayment): Money {
  const remaining = standing_amount ?? zero;
  return isLess(leaving, remaining) ? add(remaining, negate(leaving)) : zero;
}

/**
 * The amount of a payment that pays for nothing and may be returned (docs/rules/billing.md#unmatched-payments).
 */
export const strayAmount = (invoice: PaidInvoice | undefined, payment: RefundablePayment): Money =>
  hasSettled(payment.state) && !wasRefundedElsewhere(invoice, payment)
    ? excessOver(neededFor(invoice, payment), payment)
    : zero;
