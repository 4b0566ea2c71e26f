import { createHmac } from 'node:crypto';

export interface LinkpayConfig {
  readonly prefix: string;
  readonly token: string;
  readonly secret: string;
}

export interface LinkpayFields {
  readonly invoiceNumber: number | string;
  /** The client's own text if it is plain: docs/rules/rulings.md#amounts-in-links. */
  readonly amount: string;
  readonly customField1?: string | null;
  readonly customField2?: string | null;
  readonly customerName?: string | null;
  readonly customerEmail?: string | null;
  readonly referenceNumber?: string | null;
}

/** The payment link of an invoice; the provider checks its exact text (docs/rules/billing.md#payment-links). */
export function linkpayUrl({ prefix, token, secret }: LinkpayConfig, fields: LinkpayFields): string {
  const number = String(fields.invoiceNumber);
  // The provider needs all fields in alphabetical order of their names, including empty ones.
  const query = [
    ['custom_field_1', fields.customField1],
    ['custom_field_2', fields.customField2],
    ['customer_email', fields.customerEmail],
    ['customer_name', fields.customerName],
    ['invoice_number', number],
    ['linkpay_token', token],
    ['order_reference', number],
    ['reference_number', fields.referenceNumber],
    ['transaction_amount', fields.amount],
  ]
    .map(([name, value]) => `${name}=${formEncode(value ?? '')}`)
    .join('&');
  const hmac = createHmac('sha256', secret).update(query).digest('hex');
  return `${prefix}?${query}&hmac=${hmac}`;
}

/**
 * Encodes everything but `A-Z a-z 0-9 _ . - ~`; encodeURIComponent leaves five characters and throws for a
 * lone surrogate.
 */
function formEncode(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
