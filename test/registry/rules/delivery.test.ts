import { describe, expect, it } from 'vitest';
import { maxDeliveryAttempts, retryDelayMs } from '#src/registry/rules/backoff.ts';
import { parseDecimal, percentOf, printDecimal, product, sum } from '#src/registry/rules/money/decimal.ts';

const number = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 };
const seconds = (attempt: number, random: number) => retryDelayMs(attempt, () => random) / 1000;

describe('the wait before the next attempt', () => {
  it('is four times as long after each failure, but never more than half a day', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => seconds(attempt, 0.5))).toEqual([
      10, 40, 160, 640, 2560, 10_240, 40_960, 43_200, 43_200,
    ]);
  });

  it('is spread by a fifth either way', () => {
    expect(seconds(1, 0)).toBe(8);
    expect(seconds(1, 1)).toBe(12);
  });

  it('carries over an outage of an evening', () => {
    const total = Array.from({ length: maxDeliveryAttempts - 1 }, (_, index) => seconds(index + 1, 0.5));
    expect(total.reduce((one, other) => one + other) / 3600).toBeGreaterThan(12);
  });
});

describe('a decimal', () => {
  it('is added and multiplied exactly, whatever the decimals of each', () => {
    expect(printDecimal(sum(number('1.5'), number('0.25')), 3)).toBe('1.750');
    expect(printDecimal(sum(number('0.25'), number('1.5')), 2)).toBe('1.75');
    expect(printDecimal(product(number('1.5'), number('0.25')), 3)).toBe('0.375');
    expect(printDecimal(product(number('-1.5'), number(' 2 ')), 0)).toBe('-3');
  });

  it('is printed with the decimals asked for, halves away from zero', () => {
    expect(printDecimal(number('100'), 4)).toBe('100.0000');
    expect(printDecimal(number('1.005'), 2)).toBe('1.01');
    expect(printDecimal(number('-1.005'), 2)).toBe('-1.01');
    expect(printDecimal(number('0.004'), 2)).toBe('0.00');
    expect(printDecimal(number('-0.004'), 2)).toBe('0.00');
    expect(printDecimal(number('7'), 0)).toBe('7');
  });

  it('is exact where floating point is not', () => {
    expect(printDecimal(sum(number('0.1'), number('0.2')), 10)).toBe('0.3000000000');
    expect(printDecimal(product(number('1.1'), number('3')), 4)).toBe('3.3000');
    expect(printDecimal(percentOf(number('22.49'), number('24')), 4)).toBe('5.3976');
  });

  it.each(['', 'ten', '1e3', '1,5,5', '.5', '5.', '0x10', '1'.repeat(16)])(
    'is not written like "%s"',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );
});
