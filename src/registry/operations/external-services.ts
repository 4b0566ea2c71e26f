import type { Money } from '../../base/money.ts';
import type { PaymentDetails, ProviderError } from '../rules/money/payment-details.ts';

/** The outcome of a call. */
export type ProviderReply<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The provider understood the request and refused it. */
  | { readonly kind: 'refused'; readonly error: ProviderError }
  /** The provider's answer does not follow its protocol. */
  | { readonly kind: 'unreadable' }
  /** The provider is down, slow or failing: the outcome is unknown. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface OneOffPaymentRequest {
  readonly amount: Money;
  /** The invoice number. */
  readonly orderReference: string;
  readonly customerUrl: string;
  readonly structuredReference: string;
}

/** The merchant's side of the payment provider (docs/rules/billing.md#the-provider). */
export interface PaymentProvider {
  createOneOffPayment(payment: OneOffPaymentRequest): Promise<ProviderReply<PaymentDetails>>;
  payment(reference: string): Promise<ProviderReply<PaymentDetails>>;
  refund(reference: string, amount: Money): Promise<ProviderReply<PaymentDetails>>;
}

/** The register's status of a number; `unavailable` if the register does not answer. */
export type CompanyStatus = 'registered' | 'unknown' | 'unavailable';

/** The Estonian business register (docs/rules/registrar.md#company-register). */
export interface CompanyRegister {
  status(registrationNumber: string): Promise<CompanyStatus>;
}
