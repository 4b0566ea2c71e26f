import type { AccountingItem } from '../../rules/money/accounting-invoice.ts';
import type { EInvoiceParty, EInvoiceRequest } from '../../rules/money/e-invoice.ts';
import { amountInLinks, readAmount } from '../../rules/money/payment-request.ts';

/** Bodies of exports in their own spelling (docs/rules/billing.md#exports), read into the operations' words. */
export type Json = Readonly<Record<string, unknown>>;

/** Undefined: not an array of objects. */
export const objects = (value: unknown): Json[] | undefined =>
  Array.isArray(value) && value.every(isObject) ? value : undefined;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text, or a number that is taken for one; what is empty is not there. */
export function word(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Accounting gets amounts as they were written, but with a point and without the tail of a float. */
function amount(value: unknown): string | undefined {
  const text = word(value);
  if (text === undefined) return undefined;
  const cents = readAmount(text);
  return cents === undefined ? text.replace(/^(-?\d+),(\d+)$/, '$1.$2') : amountInLinks(text, cents);
}

export const isFlag = (value: unknown): boolean => value === true || value === 'true';

export function accountingItem(item: Json, monthly: boolean): AccountingItem {
  const { customer } = item;
  return {
    number: word(item.number) ?? '',
    date: monthly ? word(item.date) : word(item.issue_date),
    transactionDate: word(item.transaction_date),
    currency: word(item.currency),
    language: word(item.language),
    vatAmount: amount(item.vat_amount),
    totalWithoutVat: amount(item.total_wo_vat),
    customer: isObject(customer)
      ? {
          code: word(customer.code),
          name: word(customer.name),
          destination: word(customer.destination),
          vatRegNo: word(customer.vat_reg_no),
        }
      : { code: word(item.customer_code) },
    lines: (objects(item.invoice_lines) ?? []).map((line) => ({
      productId: word(line.product_id),
      description: word(line.description),
      quantity: word(line.quantity),
      price: amount(line.price),
      unit: word(line.unit),
      startDate: word(line.start_date),
      endDate: word(line.end_date),
    })),
  };
}

export function eInvoice(body: Json, invoice: Json, items: readonly Json[]): EInvoiceRequest {
  return {
    invoice: {
      number: word(invoice.number) ?? '',
      issueDate: word(invoice.issue_date),
      dueDate: word(invoice.due_date),
      referenceNumber: word(invoice.reference_no),
      currency: word(invoice.currency),
      total: word(invoice.total),
      totalToPay: word(invoice.total_to_pay),
      vatRate: word(invoice.vat_rate),
      monthly: isFlag(invoice.monthly_invoice),
      seller: { ...party(invoice, 'seller'), countryCode: word(body.seller_country_code) },
      buyer: {
        ...party(invoice, 'buyer'),
        countryCode: word(body.buyer_country_code),
        email: word(body.buyer_billing_email),
        iban: word(body.buyer_e_invoice_iban),
      },
    },
    items: items.map((item) => ({
      description: word(item.description),
      price: word(item.price),
      quantity: word(item.quantity),
      unit: word(item.unit),
      subtotal: word(item.subtotal),
      vatRate: word(item.vat_rate),
      vatAmount: word(item.vat_amount),
      total: word(item.total),
    })),
    vatAmount: word(body.vat_amount),
    subtotal: word(body.invoice_subtotal),
    payable: body.payable === undefined || body.payable === null || isFlag(body.payable),
    balance: {
      date: word(body.balance_date),
      begin: word(body.balance_begin),
      inbound: word(body.inbound),
      outbound: word(body.outbound),
      end: word(body.balance_end),
    },
  };
}

const party = (invoice: Json, role: 'seller' | 'buyer'): EInvoiceParty => ({
  name: word(invoice[`${role}_name`]),
  regNo: word(invoice[`${role}_reg_no`]),
  vatNo: word(invoice[`${role}_vat_no`]),
  street: word(invoice[`${role}_street`]),
  state: word(invoice[`${role}_state`]),
  zip: word(invoice[`${role}_zip`]),
  city: word(invoice[`${role}_city`]),
  iban: word(invoice[`${role}_iban`]),
});
