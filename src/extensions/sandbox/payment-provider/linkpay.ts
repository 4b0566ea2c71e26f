import { createHmac } from 'node:crypto';
import type { Config } from '../../../base/config.ts';
import { cents, parseMoney, zero } from '../../../base/money.ts';
import { sameSecret } from '../../../base/secrets.ts';
import type { NewPayment } from './payments.ts';

/** A payment link of an invoice, or why it is not valid. */
export type LinkReading =
  | { readonly ok: true; readonly payment: NewPayment }
  | { readonly ok: false; readonly reason: string };

const signedLink = /^(.*)&hmac=([0-9a-f]{64})$/s;

/**
 * The signature is checked over the exact text of the link, before anything in it is parsed
 * (docs/rules/billing.md#payment-links).
 */
export function readLink(query: string, config: Config): LinkReading {
  const [, text, hmac] = signedLink.exec(query) ?? [];
  if (text === undefined || hmac === undefined) return no('It has no signature.');
  const expected = createHmac('sha256', config.PAYMENT_API_SECRET).update(text).digest('hex');
  if (!sameSecret(hmac, expected)) return no('Its signature does not match: the link was changed.');
  const fields = new URLSearchParams(text);
  const field = (name: string): string | null => fields.get(name) || null;
  if (field('linkpay_token') !== config.LINKPAY_TOKEN) return no('It was made for another merchant.');
  const amount = parseMoney(field('transaction_amount') ?? '');
  if (amount === undefined || cents(amount) <= cents(zero)) return no('It has no valid amount.');
  const order = field('order_reference');
  if (order === null) return no('It has no order.');
  return {
    ok: true,
    payment: {
      source: 'linkpay',
      account_name: config.PAYMENT_ACCOUNT_NAME,
      order_reference: order,
      initial_amount: amount,
      structured_reference: field('reference_number'),
      customer_name: field('customer_name'),
      customer_email: field('customer_email'),
      custom_field_1: field('custom_field_1'),
      custom_field_2: field('custom_field_2'),
    },
  };
}

const no = (reason: string): LinkReading => ({ ok: false, reason });
