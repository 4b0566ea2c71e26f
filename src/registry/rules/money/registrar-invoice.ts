import { countryName } from '../contact/countries.ts';
import { type Decimal, parseDecimal, percentOf, printDecimal, product, rounded, sum } from './decimal.ts';
import type { InvoiceStatus } from './payment-state.ts';

export type InvoiceKind = 'prepayment' | 'monthly_summary' | 'reservation' | 'deposit' | 'other';

/** Seller or buyer at the time of issue; empty values are left out. */
export interface InvoiceParty {
  readonly name?: string;
  readonly regNo?: string;
  readonly vatNo?: string;
  readonly iban?: string;
  readonly bank?: string;
  readonly swift?: string;
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly countryCode?: string;
  readonly phone?: string;
  readonly url?: string;
  readonly email?: string;
  readonly contactName?: string;
}

/** A stored line. */
export interface KeptLine {
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  /** The price without tax, with up to three decimals. */
  readonly price: string;
  readonly product_id: string | null;
  readonly years: number | null;
}

/** A line of an invoice with all its sums, each to the cent. */
export interface CountedLine {
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  /** The price without tax, in the shortest form. */
  readonly price: string;
  readonly sum: string;
  readonly vat: string;
  readonly total: string;
  readonly productId: string | null;
  readonly years: number | null;
}

export function countedLine(line: KeptLine, vatRate: string): CountedLine {
  const price = exact(line.price);
  const net = rounded(product(price, { units: BigInt(line.quantity), scale: 0 }), 2);
  const vat = rounded(percentOf(net, exact(vatRate)), 2);
  return {
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    price: printDecimal(price, line.price.endsWith('0') ? 2 : 3),
    sum: printDecimal(net, 2),
    vat: printDecimal(vat, 2),
    total: printDecimal(sum(net, vat), 2),
    productId: line.product_id,
    years: line.years,
  };
}

function exact(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new TypeError(`not a number: ${text}`);
  return value;
}

/** Street, city, state and postal code; empty values are left out. */
export const addressOf = ({ street, city, state, zip }: InvoiceParty): string =>
  [street, city, state, zip].filter(Boolean).join(', ');

export const countryOf = ({ countryCode }: InvoiceParty): string | null =>
  countryCode ? countryName(countryCode) : null;

interface Payable {
  readonly status: InvoiceStatus;
  readonly kind: InvoiceKind;
}

/** Tells whether the invoice is neither paid nor cancelled. */
export const isPayable = ({ status }: Pick<Payable, 'status'>): boolean =>
  status === 'unpaid' || status === 'failed' || status === 'overdue';

/** A registrar cancels its own prepayments only (docs/rules/self-service.md#cancelling). */
export const isCancellable = (invoice: Payable): boolean =>
  invoice.kind === 'prepayment' && isPayable(invoice);

/** `Domains in October 2026`: the month of a summary's last day. */
export function summaryTitle(lastDay: string): string {
  const [year = '', month = ''] = lastDay.split('-');
  return `Domains in ${months[Number(month) - 1]} ${year}`;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `.ee registration: 2 years`; without a known price the period is unknown. */
export function productText(origin: string, activity: 'create' | 'renew', monthsLong: number | null): string {
  const what = `.${origin} ${activity === 'create' ? 'registration' : 'renewal'}`;
  if (monthsLong === null) return what;
  const isYears = monthsLong % 12 === 0;
  const length = isYears ? monthsLong / 12 : monthsLong;
  const unit = isYears ? 'year' : 'month';
  return `${what}: ${length} ${length === 1 ? unit : `${unit}s`}`;
}
