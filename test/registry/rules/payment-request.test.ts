import { describe, expect, it, test } from 'vitest';
import type { Failure } from '#src/base/errors.ts';
import {
  bulkChildDescription,
  bulkDescription,
  depositDescription,
  readDeposit,
  reservationDescription,
} from '#src/registry/rules/money/invoice-texts.ts';
import {
  customerUrlFailure,
  invalid,
  isMissing,
  mustBe,
  mustBeFilled,
  originOf,
  payableAmount,
  tooLong,
} from '#src/registry/rules/money/payment-request.ts';
import { reported } from './support.ts';

const blamed = (reason: Failure | undefined) => `${reported(reason)} [${reason?.path?.join('.')}]`;

it('a wrong field is reported with its name, in the words that clients know', () => {
  expect(
    [
      isMissing('amount'),
      mustBeFilled('orderReference'),
      mustBe('amount', 'a number'),
      tooLong('customerName', 255),
      invalid('customerUrl', 'this url not supported'),
    ].map(blamed),
  ).toEqual([
    '2003 is missing [amount]',
    '2003 must be filled [orderReference]',
    '2005 must be a number [amount]',
    '2004 size cannot be greater than 255 [customerName]',
    '2306 this url not supported [customerUrl]',
  ]);
});

describe('an amount', () => {
  test.each([
    ['0.01', '0.01'],
    ['0', '2004 must be greater than 0 [amount]'],
    ['0.00', '2004 must be greater than 0 [amount]'],
    ['much', '2005 must be an amount such as 20.00 [amount]'],
  ])('of %j to be paid: %s', (text, expected) => {
    const amount = payableAmount(text);
    expect(typeof amount === 'string' ? amount : blamed(amount)).toBe(expected);
  });
});

describe('the address a customer is sent back to', () => {
  const origins = new Set(['https://shop.example', 'http://localhost:3000']);

  test.each([
    ['https://shop.example/thanks?order=1', true],
    ['https://SHOP.example', true],
    ['https://shop.example:443/', true],
    ['http://localhost:3000/', true],
    ['http://shop.example/', false],
    ['https://shop.example:8443/', false],
    ['https://shop.example.evil.example/', false],
    ['https://evil.example/https://shop.example', false],
    ['https://shop.example@evil.example/', false],
    ['https://user@shop.example/', false],
    ['https://:word@shop.example/', false],
    ['https://shop.example\\@evil.example/', false],
    ['https://shop.example/ a', false],
    ['https://shop.example/\u0000', false],
    ['https://shop\t.example/', false],
    ['shop.example', false],
    ['', false],
  ])('%j is allowed: %s', (url, allowed) => {
    expect(blamed(customerUrlFailure(url, origins))).toBe(
      allowed ? 'fine [undefined]' : '2306 this url not supported [customerUrl]',
    );
  });

  test.each([
    ['https://shop.example/a', 'https://shop.example'],
    ['http://shop.example:8080', 'http://shop.example:8080'],
    ['ftp://shop.example/', undefined],
    ['javascript:alert(1)', undefined],
  ])('%j has the origin %s', (url, origin) => expect(originOf(url)).toBe(origin));
});

describe('the description of an invoice', () => {
  const deposit = { domain: 'shop.test', userUuid: 'b1c2', userEmail: 'a@b.test' };
  const text = 'auction_deposit shop.test, user_uuid b1c2, user_email a@b.test';

  it('shows what it is for', () => {
    expect(reservationDescription(['a.test', 'b.test'], 'a1b2c3d4-e')).toBe(
      'Reserved domain names: a.test, b.test; User unique id: a1b2c3d4-e',
    );
    expect(depositDescription(deposit)).toBe(text);
    expect(bulkDescription([150005, 150006])).toBe('150005 150006');
    expect(bulkChildDescription(150007)).toBe('related to 150007');
  });

  it('of a deposit is read back', () => expect(readDeposit(text)).toEqual(deposit));

  test.each([
    `an ${text}`,
    `${text} `,
    `${text}, more`,
    'auction_deposit , user_uuid b1c2, user_email a@b.test',
    'auction_deposit shop.test, user_uuid , user_email a@b.test',
    'auction_deposit shop.test, user_uuid b1c2, user_email ',
    'auction_deposit two words, user_uuid b1c2, user_email a@b.test',
    'related to 150007',
    '',
  ])('%j is of no deposit', (other) => expect(readDeposit(other)).toBeUndefined());
});
