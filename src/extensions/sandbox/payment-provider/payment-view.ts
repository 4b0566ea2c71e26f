import type { SandboxPayment } from '../store/sandbox-payments.ts';

export interface ViewOptions {
  readonly publicUrl: string;
  readonly apiUsername: string;
}

export const paymentMethods = [
  { source: 'card', display_name: 'Card', country_code: null },
  { source: 'lhv_ob_ee', display_name: 'LHV', country_code: 'EE' },
  { source: 'swedbank_ob_ee', display_name: 'Swedbank', country_code: 'EE' },
] as const;

const paymentLink = ({ publicUrl }: ViewOptions, reference: string): string =>
  `${publicUrl}/pay/${reference}`;

/** The answer to a new one-off payment (docs/rules/billing.md#calls-to-the-provider). */
export function newPaymentView(payment: SandboxPayment, options: ViewOptions): Record<string, unknown> {
  const payment_link = paymentLink(options, payment.payment_reference);
  return {
    ...paymentView(payment, options),
    payment_methods: paymentMethods.map((method) => ({
      ...method,
      payment_link: `${payment_link}?method_source=${method.source}`,
      logo_url: null,
    })),
  };
}

/** A payment in the provider's format (docs/rules/billing.md#calls-to-the-provider). */
export function paymentView(payment: SandboxPayment, options: ViewOptions): Record<string, unknown> {
  return {
    account_name: payment.account_name,
    order_reference: payment.order_reference,
    email: payment.customer_email,
    customer_ip: payment.customer_ip,
    customer_url: payment.customer_url,
    payment_created_at: payment.created_at.toISOString(),
    initial_amount: Number(payment.initial_amount),
    standing_amount: Number(payment.standing_amount),
    payment_reference: payment.payment_reference,
    payment_link: paymentLink(options, payment.payment_reference),
    api_username: options.apiUsername,
    warnings: {},
    stan: payment.succeeded ? String(100_000 + payment.id) : null,
    fraud_score: payment.payment_method === 'card' ? 0 : null,
    payment_state: payment.payment_state,
    payment_method: payment.payment_method,
    processing_error:
      payment.payment_state === 'failed' ? { code: 5001, message: 'The payment was declined' } : null,
    cc_details: cardDetails(payment),
    ob_details: bankDetails(payment),
    structured_reference: payment.structured_reference,
    transaction_time: payment.transaction_time?.toISOString() ?? null,
    acquiring_completed_at: null,
    linkpay_customer_data: customerData(payment),
  };
}

const cardDetails = ({ payment_method, customer_name }: SandboxPayment) =>
  payment_method === 'card'
    ? { holder_name: customer_name || 'Sandbox Customer', last_four_digits: '4242', type: 'visa' }
    : null;

function bankDetails({ payment_method, payment_reference, succeeded }: SandboxPayment) {
  if (!payment_method?.includes('_ob_')) return null;
  return {
    debtor_iban: 'EE471000001020145685',
    creditor_iban: 'EE907700771001435653',
    ob_payment_reference: payment_reference.slice(0, 32),
    ob_payment_state: succeeded ? 'ACSC' : 'PDNG',
  };
}

const customerData = (payment: SandboxPayment) =>
  payment.source === 'linkpay'
    ? {
        customer_name: payment.customer_name,
        customer_email: payment.customer_email,
        custom_field_1: payment.custom_field_1,
        custom_field_2: payment.custom_field_2,
        invoice_number: payment.order_reference,
        reference_number: payment.structured_reference,
      }
    : null;
