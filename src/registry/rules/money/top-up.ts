import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isLess, type Money, money, parseMoney, shortest, zero } from '../../../base/money.ts';
import { codePoints, isUnprintable } from '../text.ts';

const greatestTopUp = money('9999999.99');
const greatestThreshold = money('99999999.99');
const leastTopUp = limit(
  'euros of a top-up, at least, whatever the setting says',
  money('0.01'),
  'An invoice over nothing cannot be paid.',
);
const longestDescription = limit(
  'characters of the description of a top-up',
  255,
  'The column of the live registry.',
);

export type ParseResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** The setting decides, but zero is never allowed. */
export const minimumTopUp = (setting: Money): Money => (isLess(setting, leastTopUp) ? leastTopUp : setting);

interface Bounds {
  readonly field: 'amount' | 'threshold';
  readonly least: Money;
  readonly greatest: Money;
  readonly tooSmall: (least: string) => string;
}

/** Reads an amount with a comma or a point, and at most two decimals (docs/rules/self-service.md#top-up). */
function readEuros(text: string, { field, least, greatest, tooSmall }: Bounds): ParseResult<Money> {
  const reported = field === 'amount' ? 'Amount' : 'Threshold';
  const plain = /^(-?\d+)(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!plain) return refused('PARAMETER_VALUE_SYNTAX', `${reported} is not a number`, field);
  const value = parseMoney(`${plain[1]}.${plain[2] ?? '0'}`);
  if (value === undefined || isLess(greatest, value))
    return refused('PARAMETER_VALUE_RANGE', `${reported} is too large`, field);
  return isLess(value, least)
    ? refused('PARAMETER_VALUE_RANGE', tooSmall(shortest(least)), field)
    : { ok: true, value };
}

/** A missing amount is too small. */
export const readTopUp = (text: string | undefined, minimumDeposit: Money): ParseResult<Money> =>
  readEuros(text?.trim() || '0', {
    field: 'amount',
    least: minimumTopUp(minimumDeposit),
    greatest: greatestTopUp,
    tooSmall: (least) => `Amount is too small. Minimum deposit is ${least} EUR`,
  });

export const readReloadAmount = (text: string, minimumDeposit: Money): ParseResult<Money> =>
  readEuros(text, {
    field: 'amount',
    least: minimumTopUp(minimumDeposit),
    greatest: greatestTopUp,
    tooSmall: (least) => `Amount must be greater than or equal to ${least}`,
  });

export const readThreshold = (text: string): ParseResult<Money> =>
  readEuros(text, {
    field: 'threshold',
    least: zero,
    greatest: greatestThreshold,
    tooSmall: () => 'Threshold must be greater than or equal to 0',
  });

export function topUpDescriptionFailure(description: string | undefined): Failure | undefined {
  if (description === undefined) return undefined;
  return codePoints(description) > longestDescription || isUnprintable(description)
    ? failure('PARAMETER_VALUE_SYNTAX', 'Description is invalid', { path: ['description'] })
    : undefined;
}

/**
 * Parses an IBAN (ISO 13616): spaces are ignored, the country's length and the check digits are checked; undefined if
 * it is invalid.
 */
export function normaliseIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text);
  return iban !== null && isValidIBAN(iban) ? iban : undefined;
}

const refused = (code: 'PARAMETER_VALUE_SYNTAX' | 'PARAMETER_VALUE_RANGE', message: string, field: string) =>
  ({ ok: false, failure: failure(code, message, { path: [field] }) }) as const;
