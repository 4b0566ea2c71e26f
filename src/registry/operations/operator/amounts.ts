import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { cents, type Money, parseMoney, zero } from '../../../base/money.ts';

const mostCents = limit('cents of one booking', 10_000_000_00n, 'Far below the limit of the column.');

export interface ReadAmount {
  readonly value: Money;
  readonly failure: Failure | undefined;
}

/** An amount as an operator writes it. */
export function amountOf(
  field: string,
  text: string,
  { negative }: { readonly negative: boolean },
): ReadAmount {
  const value = parseMoney(text.trim());
  if (value === undefined)
    return {
      value: zero,
      failure: wrong(field, 'PARAMETER_VALUE_SYNTAX', 'Must be an amount such as 10.00'),
    };
  if (!negative && value.startsWith('-'))
    return { value, failure: wrong(field, 'PARAMETER_VALUE_RANGE', 'Must not be negative') };
  const size = cents(value) < 0n ? -cents(value) : cents(value);
  return {
    value,
    failure:
      size > mostCents ? wrong(field, 'PARAMETER_VALUE_RANGE', 'Must not exceed 10000000.00') : undefined,
  };
}

const wrong = (
  field: string,
  code: 'PARAMETER_VALUE_SYNTAX' | 'PARAMETER_VALUE_RANGE',
  phrase: string,
): Failure => failure(code, `Invalid parameter '${field}': ${phrase}`, { path: [field] });
