import { type Calendar, parseDuration } from '../../../base/calendar.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { readDay } from '../read-day.ts';

/** A period of registration or renewal: one of those that can have a price. */
export interface RegistrationPeriod {
  readonly months: number;
}

/** 3, 6 or 9 months, 1 to 10 years (docs/rules/registrar.md#prices). */
export const periodMonths: readonly number[] = [3, 6, 9, 12, 24, 36, 48, 60, 72, 84, 96, 108, 120];

/** The furthest that an expiry date may be in the future (docs/rules/registrar.md#renewal). */
const horizonYears = 11;

/** Tells whether a price list can have the period. */
export const isPeriod = (months: number | null): boolean => months !== null && periodMonths.includes(months);

const known = (months: number): RegistrationPeriod | undefined =>
  periodMonths.includes(months) ? { months } : undefined;

/** Months that make whole years are those years: `12` of unit `m` is `1` of unit `y`. */
export function parsePeriod(period: number, unit: string): RegistrationPeriod | undefined {
  if (!Number.isInteger(period)) return undefined;
  if (unit === 'm') return known(period);
  return unit === 'y' ? known(period * 12) : undefined;
}

const mostMonths = limit('months of a duration, either way', 12_000, 'A thousand years.');

/**
 * The requested length, priced or not: a renewal that runs too far is reported first
 * (docs/rules/registrar.md#renewal).
 */
export function askedMonths(period: number, unit: string): number | null {
  if (!Number.isInteger(period) || (unit !== 'y' && unit !== 'm')) return null;
  return Math.max(-mostMonths, Math.min(period * (unit === 'y' ? 12 : 1), mostMonths));
}

/** Existing clients write years as `Y` or leave the unit blank (docs/rules/registrar.md#existing-clients). */
export const periodUnit = (given: string): string => (given === 'Y' || given === '' ? 'y' : given);

/** Returns the failure of a unit other than `y` and `m`. */
export function periodUnitFailure(unit: string): Failure | undefined {
  if (unit === 'y' || unit === 'm') return undefined;
  return failure(
    'PARAMETER_VALUE_SYNTAX',
    `Invalid parameter 'period_unit' value ${JSON.stringify(unit)}: Must be one of: y, m`,
    { path: ['period'] },
  );
}

/** `3m`, `6m`, `9m`, `1y` .. `10y`, as the bulk renewal writes them; also `12m` for `1y`. */
export function parseRenewPeriod(text: string): RegistrationPeriod | undefined {
  const parts = /^([1-9]\d{0,2})([my])$/.exec(text);
  return parts ? parsePeriod(Number(parts[1]), parts[2] ?? '') : undefined;
}

export const invalidRenewPeriod = (): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', 'Invalid renew period', { path: ['period'] });

/** `P1Y`, `P3M`; also other spellings of the same length (`P12M`). */
export function parsePeriodDuration(text: string): RegistrationPeriod | undefined {
  const duration = parseDuration(text);
  if (!duration) return undefined;
  const { years, months } = duration;
  return duration.with({ years: 0, months: 0 }).blank ? known(years * 12 + months) : undefined;
}

/** The months of such a text, priced or not; null for anything but years and months. */
export function askedDuration(text: string): number | null {
  const duration = parseDuration(text);
  if (!duration?.with({ years: 0, months: 0 }).blank) return null;
  return askedMonths(duration.years * 12 + duration.months, 'm');
}

export function formatPeriodDuration(months: number): string {
  return months % 12 === 0 ? `P${months / 12}Y` : `P${months}M`;
}

/** The period as price lists and the REST API count it: whole years in years, the rest in months. */
export function periodAndUnit(months: number): { period: number; unit: 'y' | 'm' } {
  return months % 12 === 0 ? { period: months / 12, unit: 'y' } : { period: months, unit: 'm' };
}

/** The midnight after the period has passed (docs/rules/registrar.md#registration). */
export function registrationExpiry(now: Date, months: number, calendar: Calendar): Date {
  const lastDay = calendar.datePlus(calendar.dateOf(now), { months });
  return calendar.startOf(calendar.plusDays(lastDay, 1));
}

/** Counted from the old expiry, not from today; the local time of day stays (docs/rules/registrar.md#renewal). */
export function renewedExpiry(expiresAt: Date, months: number, calendar: Calendar): Date {
  return calendar.plus(expiresAt, { months });
}

/**
 * Tells whether the renewal window is open. With `days` 0 it always is. With 90, it opens on the 89th day before
 * expiry (docs/rules/registrar.md#renewal).
 */
export function renewalWindowOpen(expiresAt: Date, now: Date, days: number, calendar: Calendar): boolean {
  return days === 0 || calendar.daysBetween(calendar.dateOf(now), calendar.dateOf(expiresAt)) + 1 <= days;
}

/** Names the first day on which a renewal is possible (docs/rules/registrar.md#renewal). */
export function renewalWindowClosed(expiresAt: Date, days: number, calendar: Calendar): Failure {
  const renewableFrom = calendar.plusDays(calendar.dateOf(expiresAt), 1 - days);
  return failure('OBJECT_STATUS_PROHIBITS', undefined, { details: { renewableFrom } });
}

export function renewalHorizonFailure(newExpiry: Date, now: Date, calendar: Calendar): Failure | undefined {
  const horizon = calendar.plus(now, { years: horizonYears });
  if (newExpiry < horizon) return undefined;
  return failure(
    'NOT_ELIGIBLE_FOR_RENEWAL',
    `Object is not eligible for renewal; Expiration date must be before ${calendar.dateOf(horizon)}`,
    { path: ['period'] },
  );
}

/** The expiry date that the caller assumes, in any usual form; a time of day may follow. */
export function expiryDateFailure(
  given: string | undefined,
  expiresAt: Date,
  calendar: Calendar,
  mayBeLeftOut = false,
): Failure | undefined {
  if (given === undefined) return mayBeLeftOut ? undefined : expiryDateMissing();
  if (readDay(given) === calendar.dateOf(expiresAt)) return undefined;
  return failure('PARAMETER_VALUE_POLICY', 'Given and current expire dates do not match', {
    path: ['expiresOn'],
  });
}

/** A request that is sent twice must not renew twice. */
export const expiryDateMissing = (): Failure =>
  failure(
    'REQUIRED_PARAMETER_MISSING',
    'Required parameter missing: expiresOn, unless the request has an idempotencyKey or ifOutcome',
    { path: ['expiresOn'] },
  );
