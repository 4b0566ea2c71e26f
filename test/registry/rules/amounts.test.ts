import { describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { amountInLinks, readAmount } from '#src/registry/rules/money/payment-request.ts';

describe('an amount in the billing API', () => {
  it.each([
    ['20.0', '20.00'],
    ['223.00', '223.00'],
    ['5', '5.00'],
    ['0', '0.00'],
    ['100,00', '100.00'],
    ['100,5', '100.50'],
    ['20.000', '20.00'],
    ['3.3000000000000003', '3.30'],
    ['434.99999999999994', '435.00'],
    ['0.30000000000000004', '0.30'],
    ['1.00009', '1.00'],
    ['0.99991', '1.00'],
    ['9999999999.99', '9999999999.99'],
  ])('may be written as %s', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  it.each([
    '',
    '-1',
    '+1',
    '1e3',
    '1.0001',
    '0.9999',
    '3.305',
    '1.005',
    '.5',
    '5.',
    '5,',
    '1,000.00',
    '1.000,00',
    '1 000',
    'ten',
    'NaN',
    '0x10',
    ' 5',
    '٣',
    '12345678901',
    '9999999999.99999',
    `1.${'0'.repeat(31)}`,
  ])('is not %j', (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  it('stands in links as it was written where that is plain, else as it was read', () => {
    for (const plain of ['20', '20.0', '20.25', '20.2500'])
      expect(amountInLinks(plain, money('1'))).toBe(plain);
    expect(amountInLinks('100,5', money('100.50'))).toBe('100.50');
    expect(amountInLinks('3.3000000000000003', money('3.30'))).toBe('3.30');
  });
});
