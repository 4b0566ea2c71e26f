import { describe, expect, it, test } from 'vitest';
import { money } from '#src/base/money.ts';
import { ofWhichVat, vatBreakdown, vatRateFor, withVat } from '#src/registry/rules/money/vat.ts';

describe('the tax on an amount', () => {
  test.each([
    // A half is a whole cent, and what is less is none.
    ['0.10', 500, '0.01', '0.11'],
    ['0.09', 500, '0.00', '0.09'],
    ['0.50', 2500, '0.13', '0.63'],
    ['0.49', 2500, '0.12', '0.61'],
    ['10.00', 2400, '2.40', '12.40'],
    ['10.02', 2400, '2.40', '12.42'],
    ['10.03', 2400, '2.41', '12.44'],
    ['10.00', 0, '0.00', '10.00'],
    ['9999999.99', 2400, '2400000.00', '12399999.99'],
  ])('%s at %i is %s, %s in all', (net, rate, vat, total) =>
    expect(withVat(money(net), rate)).toEqual({ net: money(net), vat, total }),
  );
});

describe('the tax in an amount', () => {
  test.each([
    ['0.01', 10_000, '0.01', '0.00'],
    ['0.03', 10_000, '0.02', '0.01'],
    ['12.40', 2400, '10.00', '2.40'],
    ['10.00', 2400, '8.06', '1.94'],
    ['10.00', 0, '10.00', '0.00'],
  ])('of %s at %i: %s and %s', (total, rate, net, vat) =>
    expect(ofWhichVat(money(total), rate)).toEqual({ net, vat, total: money(total) }),
  );

  it('is what rows that are rounded each leave of their sum', () => {
    expect(vatBreakdown(money('0.01'), 3, 10_000)).toEqual({
      netRow: '0.01',
      rowsSum: '0.03',
      vat: '0.00',
      total: '0.03',
    });
  });
});

describe('the rate', () => {
  const registry = { issuerCountryCode: 'EE', vatRate: 2400 };
  test.each([
    [{ country_code: null, vat_no: null, vat_rate: null }, 2400],
    [{ country_code: 'EE', vat_no: 'EE1', vat_rate: '10.00' }, 2400],
    [{ country_code: 'LV', vat_no: 'LV1', vat_rate: '21.00' }, 0],
    [{ country_code: 'LV', vat_no: null, vat_rate: '21.00' }, 2100],
    [{ country_code: 'LV', vat_no: null, vat_rate: null }, 0],
  ])('of %j is %i', (buyer, rate) => expect(vatRateFor(buyer, registry)).toBe(rate));
});
