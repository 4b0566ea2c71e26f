import { z } from 'zod';
import { type Failure, failure, type Problems, refuseWith } from '../../../../base/errors.ts';
import { type Money, money } from '../../../../base/money.ts';
import type { PaymentDetails } from '../../../rules/money/payment-details.ts';
import {
  customerUrlFailure,
  invalid,
  isMissing,
  mustBe,
  mustBeFilled,
  payableAmount,
  tooLong,
} from '../../../rules/money/payment-request.ts';
import { isPayable } from '../../../rules/money/registrar-invoice.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import { putPayment } from '../../../store/billing/payments.ts';
import type { ProviderReply } from '../../external-services.ts';
import type { ExternalServices, OperationContext } from '../../operation.ts';
import { initiatorField } from './fields.ts';
import { customerOrigins } from './payment-link.ts';

/**
 * Declares a field that is taken as the client sent it. It is parsed here, because invalid fields are reported after
 * the checks that come first, and all together (docs/rules/billing.md#one-off-payments, #deposits).
 */
export const unparsed = (description: string, scalar: string | readonly [string] = 'String') =>
  z.unknown().optional().meta({ description, scalar });

export const paymentRequest = {
  customerUrl: unparsed(
    'The address to which the customer returns after paying; its origin must be one of those that the operator has allowed.',
  ).meta({ required: true }),
  referenceNumber: unparsed('The reference number with which a bank transfer is recognised.'),
};
/** Additional fields for a payment of more than one known invoice. */
export const newPaymentRequest = {
  initiator: z
    .unknown()
    .optional()
    .meta({ ...initiatorField.unwrap().meta(), scalar: 'String' }),
  ...paymentRequest,
};

export const newPaymentErrors = [
  'REQUIRED_PARAMETER_MISSING',
  'PARAMETER_VALUE_SYNTAX',
  'PARAMETER_VALUE_RANGE',
  'PARAMETER_VALUE_POLICY',
  'COMMAND_FAILED',
] as const;

type Said<T> = { readonly [K in keyof T]?: unknown };

/** The text of a field; undefined if it is invalid, which has been reported. */
export function filledText(problems: Problems, field: string, said: unknown): string | undefined {
  if (said === undefined) problems.direct(isMissing(field));
  else if (said === null || (typeof said === 'string' && said.trim() === ''))
    problems.direct(mustBeFilled(field));
  else return optionalText(problems, field, said, 2000);
  return undefined;
}

/** An empty value counts as left out. */
export function optionalText(
  problems: Problems,
  field: string,
  said: unknown,
  most: number,
): string | undefined {
  if (said === undefined || said === null || said === '') return undefined;
  if (typeof said === 'string' && said.length <= most) return said;
  problems.direct(typeof said === 'string' ? tooLong(field, most) : mustBe(field, 'a string'));
  return undefined;
}

export const readRequest = (problems: Problems, said: Said<typeof paymentRequest>) => ({
  customerUrl: filledText(problems, 'customerUrl', said.customerUrl),
  referenceNumber: optionalText(problems, 'referenceNumber', said.referenceNumber, 255),
});

export const readNewPayment = (
  problems: Problems,
  said: Said<typeof newPaymentRequest> & { readonly amount?: unknown },
) => ({
  initiator: optionalText(problems, 'initiator', said.initiator, 2000),
  amount: filledText(problems, 'amount', said.amount),
  ...readRequest(problems, said),
});

/** Checked only when the field itself is valid. */
export function checkUrl(problems: Problems, context: OperationContext, url: string | undefined): void {
  if (url !== undefined) problems.direct(customerUrlFailure(url, customerOrigins(context)));
}

/** The amount; undefined if it is invalid, which has been reported. */
export function checkAmount(problems: Problems, text: string | undefined): Money | undefined {
  const amount = text === undefined ? undefined : payableAmount(text);
  if (typeof amount === 'object') problems.direct(amount);
  return typeof amount === 'string' ? amount : undefined;
}

/** The request to the provider; plain JSON, since it is kept with the idempotency key. */
export type PreparedPayment = {
  readonly number: number;
  readonly amount: string;
  readonly customerUrl: string;
  readonly referenceNumber: string;
};

export function requestPayment(
  { paymentProvider }: ExternalServices,
  prepared: PreparedPayment,
): Promise<ProviderReply<PaymentDetails>> {
  return paymentProvider.createOneOffPayment({
    amount: money(prepared.amount),
    // Short, because open banking allows 120 characters, and the number alone identifies the invoice.
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

/** The payment that the provider has created; undefined in a dry run. Everything else is a refusal. */
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

/** Clients are shown the provider's own error object (docs/rules/billing.md#one-off-payments). */
export const providerRefused = (error: { readonly code: unknown; readonly message: string }): Failure =>
  failure('PARAMETER_VALUE_POLICY', error.message, {
    details: { error: { code: error.code, message: error.message } },
  });

/** Stores the payment, so that later reports about it are matched to this invoice. */
export async function storePayment(
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

export function refuseUnlessPayable(invoice: Invoice): void {
  const reason = notPayable(invoice);
  if (reason) refuseWith(reason);
}

export const notPayable = (invoice: Invoice): Failure | undefined =>
  isPayable(invoice)
    ? undefined
    : failure('OBJECT_STATUS_PROHIBITS', `Invoice with ${invoice.number} is ${invoice.status}`);

export const badChild = (message: string): Failure => invalid('invoiceNumbers', message);
