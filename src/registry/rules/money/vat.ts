import { add, cents, fromCents, type Money } from '../../../base/money.ts';

/** A rate in ten-thousandths: 2400 is 24 %. */
export type VatRate = number;

/** Returns the rate as a percentage with two decimals, the form in which rates are stored: `24.00`. */
export const percentOf = (rate: VatRate): string => fromCents(BigInt(rate));

const rateOf = (percent: string): VatRate => Number(cents(percent as Money));

export interface TaxedParty {
  readonly country_code: string | null;
  readonly vat_no: string | null;
  /** Percent. */
  readonly vat_rate: string | null;
}

/**
 * The registry's own rate for domestic buyers; abroad none with a VAT number (reverse charge), else the buyer's
 * (docs/rules/self-service.md#vat). A registrar without a country is domestic.
 */
export function vatRateFor(
  buyer: TaxedParty,
  registry: { readonly issuerCountryCode: string; readonly vatRate: VatRate },
): VatRate {
  const isDomestic = (buyer.country_code ?? registry.issuerCountryCode) === registry.issuerCountryCode;
  if (isDomestic) return registry.vatRate;
  return buyer.vat_no ? 0 : rateOf(buyer.vat_rate ?? '0.00');
}

export interface Taxed {
  readonly net: Money;
  readonly vat: Money;
  readonly total: Money;
}

/** The tax is rounded to cents, halves up. */
export function withVat(net: Money, rate: VatRate): Taxed {
  const vat = fromCents((cents(net) * BigInt(rate) * 2n + 10_000n) / 20_000n);
  return { net, vat, total: add(net, vat) };
}

/** The paid total is fixed, so the tax is the remainder. */
export function ofWhichVat(total: Money, rate: VatRate): Taxed {
  const net = netCents(total, rate);
  return { net: fromCents(net), vat: fromCents(cents(total) - net), total };
}

export interface VatBreakdown {
  /** The net amount of one row. */
  readonly netRow: Money;
  readonly rowsSum: Money;
  readonly vat: Money;
  readonly total: Money;
}

/**
 * Prices include the tax: each row is rounded separately and the tax is the rest of the total
 * (docs/rules/reservation.md#the-invoice-as-pdf).
 */
export function vatBreakdown(grossRow: Money, rows: number, rate: VatRate): VatBreakdown {
  const net = netCents(grossRow, rate);
  const rowsSum = net * BigInt(rows);
  const total = cents(grossRow) * BigInt(rows);
  return {
    netRow: fromCents(net),
    rowsSum: fromCents(rowsSum),
    vat: fromCents(total - rowsSum),
    total: fromCents(total),
  };
}

function netCents(total: Money, rate: VatRate): bigint {
  const share = 10_000n + BigInt(rate);
  return (cents(total) * 10_000n * 2n + share) / (share * 2n);
}
