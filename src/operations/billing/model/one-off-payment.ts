import { z } from 'zod';
import { type Failure, failure, Problems, refuse, refuseWith } from '../../../core/errors.ts';
import { type Money, money } from '../../../core/money.ts';
import type { PaymentDetails } from '../../../providers/payment-details.ts';
import type { ProviderReply } from '../../../providers/payment-provider.ts';
import {
  against,
  customerUrlFailure,
  isMissing,
  mustBeFilled,
  payableAmount,
  tooLong,
} from '../../../rules/money/payment-request.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import { putPayment } from '../../../store/billing/payments.ts';
import type { OperationContext, Outside } from '../../operation.ts';
import { malformed } from './malformed.ts';
import { customerOrigins } from './payment-link.ts';

/** What the three kinds of one-off payment are asked for alike (docs/rules/billing.md#one-off-payments, #deposits). */
export const paymentRequest = {
  customerUrl: z.string().optional(),
  referenceNumber: z.string().optional(),
  malformed,
};

interface PaymentRequest {
  readonly customerUrl?: string | undefined;
  readonly referenceNumber?: string | undefined;
  readonly malformed?: readonly Failure[] | undefined;
}

/** All failing fields together; the URL is judged only when the field itself is fine. */
export function requestProblems(context: OperationContext, request: PaymentRequest): Problems {
  const { malformed: found = [], customerUrl, referenceNumber = '' } = request;
  const problems = new Problems().direct(...found);
  if (!isReported(request, 'customerUrl')) problems.direct(urlProblem(context, customerUrl));
  return problems.direct(referenceNumber.length > 255 ? tooLong('referenceNumber', 255) : undefined);
}

function urlProblem(context: OperationContext, url: string | undefined): Failure | undefined {
  if (url === undefined) return isMissing('customerUrl');
  if (url.trim() === '') return mustBeFilled('customerUrl');
  return url.length > 2000 ? tooLong('customerUrl', 2000) : customerUrlFailure(url, customerOrigins(context));
}

/** The amount, or undefined when it was reported. */
export function checkAmount(
  problems: Problems,
  request: PaymentRequest & { readonly amount?: string | undefined },
): Money | undefined {
  if (request.amount === undefined) {
    if (!isReported(request, 'amount')) problems.direct(isMissing('amount'));
    return undefined;
  }
  const amount = payableAmount(request.amount);
  if (typeof amount === 'string') return amount;
  problems.direct(amount);
  return undefined;
}

export const isReported = ({ malformed: found = [] }: PaymentRequest, field: string): boolean =>
  found.some(({ path }) => path?.[0] === field);

/** Prepared for the provider; plain, since it is kept with the idempotency key. */
export type PreparedPayment = {
  readonly number: number;
  readonly amount: string;
  readonly customerUrl: string;
  readonly referenceNumber: string;
};

export function askForPayment(
  { paymentProvider }: Outside,
  prepared: PreparedPayment,
): Promise<ProviderReply<PaymentDetails>> {
  return paymentProvider.createOneOffPayment({
    amount: money(prepared.amount),
    // Short: open banking takes 120 characters, and the number alone finds the invoice.
    orderReference: String(prepared.number),
    customerUrl: prepared.customerUrl,
    structuredReference: prepared.referenceNumber,
  });
}

export interface NewPayment {
  readonly reference: string;
  readonly link: string;
  readonly details: PaymentDetails;
}

/** The payment the provider has made for us; undefined in a dry run. Everything else is a refusal. */
export function madePayment(reply: ProviderReply<PaymentDetails> | undefined): NewPayment | undefined {
  if (!reply) return undefined;
  if (reply.kind === 'unavailable') return refuseWith(providerUnavailable(reply.reason));
  if (reply.kind === 'unreadable') return refuseWith(providerUnavailable('EPROTO'));
  if (reply.kind === 'refused') return refuseWith(providerRefused(reply.error));
  const { reference, paymentLink } = reply.value;
  if (!reference || !paymentLink) return refuseWith(providerUnavailable('EPROTO'));
  return { reference, link: paymentLink, details: reply.value };
}

export const providerUnavailable = (reason: string): Failure =>
  failure('COMMAND_FAILED', 'Payment provider unavailable', { reason: 'service-away', details: { reason } });

/** The provider's own error object is what clients are shown (docs/rules/billing.md#one-off-payments). */
export const providerRefused = (error: { readonly code: unknown; readonly message: string }): Failure =>
  failure('PARAMETER_VALUE_POLICY', error.message, {
    details: { error: { code: error.code, message: error.message } },
  });

/** The payment is known from now on: what the provider tells of it later belongs to this invoice. */
export async function keepPayment(
  { db, now }: OperationContext,
  invoice: Invoice,
  payment: NewPayment,
): Promise<void> {
  const { details } = payment;
  await putPayment(db, {
    reference: payment.reference,
    invoice_id: invoice.id,
    order_reference: details.orderReference ?? String(invoice.number),
    state: details.state,
    initial_amount: details.initialAmount,
    standing_amount: details.standingAmount,
    payment_link: payment.link,
    snapshot: JSON.stringify(details.snapshot),
    occurred_at: details.createdAt ?? now,
    acquiring_completed_at: null,
    created_at: now,
    updated_at: now,
  });
}

const payable: readonly string[] = ['unpaid', 'failed', 'overdue'];

export const isPayable = ({ status }: Invoice): boolean => payable.includes(status);

export function refuseUnlessPayable(invoice: Invoice): void {
  if (!isPayable(invoice))
    refuse('OBJECT_STATUS_PROHIBITS', `Invoice with ${invoice.number} is ${invoice.status}`);
}

export const badChild = (message: string): Failure => against('invoiceNumbers', message);
