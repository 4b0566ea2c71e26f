import { cents, fromCents, type Money } from '../../core/money.ts';

export interface VatBreakdown {
  /** What one row is without the tax. */
  readonly netRow: Money;
  readonly rowsSum: Money;
  readonly vat: Money;
  readonly total: Money;
}

/**
 * Prices include the tax: each row is rounded on its own and the tax is what is left of the total
 * (docs/rules/reservation.md#the-invoice-as-pdf). The rate is in ten-thousandths.
 */
export function vatBreakdown(grossRow: Money, rows: number, rate: number): VatBreakdown {
  const share = 10_000n + BigInt(rate);
  const net = (cents(grossRow) * 10_000n * 2n + share) / (share * 2n);
  const rowsSum = net * BigInt(rows);
  const total = cents(grossRow) * BigInt(rows);
  return {
    netRow: fromCents(net),
    rowsSum: fromCents(rowsSum),
    vat: fromCents(total - rowsSum),
    total: fromCents(total),
  };
}
