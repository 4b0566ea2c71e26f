import type { ErrorCode } from '../../../base/error-catalogue.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { cents, fromCents, type Money } from '../../../base/money.ts';
import { difference, parseDecimal, rounded } from './decimal.ts';

/**
 * A problem with a field of a billing request, in the messages its clients know
 * (docs/rules/billing.md#fields).
 */
const field = (code: ErrorCode, path: string, message: string): Failure =>
  failure(code, message, { path: [path] });

export const isMissing = (path: string): Failure => field('REQUIRED_PARAMETER_MISSING', path, 'is missing');
export const mustBeFilled = (path: string): Failure =>
  field('REQUIRED_PARAMETER_MISSING', path, 'must be filled');
export const mustBe = (path: string, what: string): Failure =>
  field('PARAMETER_VALUE_SYNTAX', path, `must be ${what}`);
export const tooLong = (path: string, most: number): Failure =>
  field('PARAMETER_VALUE_RANGE', path, `size cannot be greater than ${most}`);
export const invalid = (path: string, message: string): Failure =>
  field('PARAMETER_VALUE_POLICY', path, message);

/** The form that links and answers repeat unchanged: digits, a point, cents, zeros. */
const plainAmount = /^\d{1,10}(\.\d{1,2}0*)?$/;
/** Other forms that software writes: with a comma, or with the tail of a float. */
const amountSyntax = /^\d{1,10}([.,]\d{1,30})?$/;
/** Below a hundredth of a cent: the error of floats. */
const greatestTail = 4;

/** Parses an amount as clients write it (`20.0`, `5`, `100,00`, `3.3000000000000003`); undefined if it is not one. */
export function readAmount(text: string): Money | undefined {
  const value = amountSyntax.test(text) ? parseDecimal(text) : undefined;
  if (!value) return undefined;
  const whole = rounded(value, 2);
  const tail = difference(value, whole);
  const isWhole = tail.units * 10n ** BigInt(greatestTail) < 10n ** BigInt(tail.scale);
  return isWhole && whole.units < 10n ** 12n ? fromCents(whole.units) : undefined;
}

/** The amount in links: the client's text if it is plain (docs/rules/rulings.md#amounts-in-links). */
export const amountInLinks = (text: string, amount: Money): string =>
  plainAmount.test(text) ? text : amount;

/** The amount of a payment must be positive. */
export function payableAmount(text: string): Money | Failure {
  const amount = readAmount(text);
  if (amount === undefined) return mustBe('amount', 'an amount such as 20.00');
  return cents(amount) === 0n ? field('PARAMETER_VALUE_RANGE', 'amount', 'must be greater than 0') : amount;
}

/** The customer is redirected only to listed origins, compared exactly (docs/rules/billing.md#fields). */
export function customerUrlFailure(url: string, origins: ReadonlySet<string>): Failure | undefined {
  const origin = originOf(url);
  return origin !== undefined && origins.has(origin)
    ? undefined
    : invalid('customerUrl', 'this url not supported');
}

/**
 * The scheme, host and port of a web address; undefined if it is not one, has a user name, or has characters that
 * parsers treat differently.
 */
export function originOf(text: string): string | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, origin, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && username === '' && password === '' ? origin : undefined;
}
