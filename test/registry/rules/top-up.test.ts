import { describe, expect, it, test } from 'vitest';
import { money } from '#src/base/money.ts';
import {
  minimumTopUp,
  normaliseIban,
  type ParseResult,
  readReloadAmount,
  readThreshold,
  readTopUp,
  topUpDescriptionFailure,
} from '#src/registry/rules/money/top-up.ts';
import { reported } from './support.ts';

const read = (one: ParseResult<string>) =>
  one.ok ? one.value : `${reported(one.failure)} [${one.failure.path?.join('.')}]`;

describe('an amount to top up by', () => {
  const tooSmall = '2004 Amount is too small. Minimum deposit is 5.0 EUR [amount]';
  const noNumber = '2005 Amount is not a number [amount]';
  test.each([
    ['5', '5.00'],
    ['5,5', '5.50'],
    [' 10.05 ', '10.05'],
    ['9999999.99', '9999999.99'],
    ['10000000', '2004 Amount is too large [amount]'],
    ['9'.repeat(40), '2004 Amount is too large [amount]'],
    ['4.99', tooSmall],
    ['-10', tooSmall],
    ['', tooSmall],
    ['  ', tooSmall],
    [undefined, tooSmall],
    ['5.001', noNumber],
    ['5.', noNumber],
    ['EUR 5', noNumber],
    ['5 EUR', noNumber],
  ])('%.20j: %s', (text, expected) => expect(read(readTopUp(text, money('5')))).toBe(expected));

  it('is at least a cent, whatever the setting', () => {
    expect(minimumTopUp(money('0'))).toBe('0.01');
    expect(minimumTopUp(money('0.01'))).toBe('0.01');
    expect(minimumTopUp(money('5'))).toBe('5.00');
    expect(read(readTopUp('0', money('0')))).toBe(
      '2004 Amount is too small. Minimum deposit is 0.01 EUR [amount]',
    );
  });
});

describe('reloading by itself', () => {
  test.each([
    ['5', '5.00'],
    ['4.99', '2004 Amount must be greater than or equal to 5.0 [amount]'],
    ['10000000', '2004 Amount is too large [amount]'],
    ['', '2005 Amount is not a number [amount]'],
  ])('with %j: %s', (text, expected) => expect(read(readReloadAmount(text, money('5')))).toBe(expected));

  test.each([
    ['0', '0.00'],
    ['99999999,99', '99999999.99'],
    ['100000000', '2004 Threshold is too large [threshold]'],
    ['-0.01', '2004 Threshold must be greater than or equal to 0 [threshold]'],
    ['low', '2005 Threshold is not a number [threshold]'],
  ])('below %j: %s', (text, expected) => expect(read(readThreshold(text))).toBe(expected));
});

describe('the description of a top-up', () => {
  test.each([undefined, '', 'Õ'.repeat(255), 'a<b>'])('%.20j is fine', (text) =>
    expect(topUpDescriptionFailure(text)).toBeUndefined(),
  );
  test.each(['a'.repeat(256), 'a\u0007'])('%.20j is not', (text) => {
    const found = topUpDescriptionFailure(text);
    expect(reported(found)).toBe('2005 Description is invalid');
    expect(found?.path).toEqual(['description']);
  });
});

describe('an IBAN', () => {
  test.each([
    ['EE471000001020145685', 'EE471000001020145685'],
    ['ee47 1000 0010 2014 5685', 'EE471000001020145685'],
    ['EE481000001020145685', undefined],
    ['EE4710000010201456', undefined],
    ['', undefined],
  ])('%j is kept as %s', (text, expected) => expect(normaliseIban(text)).toBe(expected));
});
