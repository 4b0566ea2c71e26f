import type { Failure } from '../../../base/errors.ts';
import { periodHelp } from '../../../registry/operations/input.ts';
import { parsePeriodDuration } from '../../../registry/rules/domain/period.ts';
import { badArgument } from '../refusals.ts';

const lengths = '3, 6 or 9 months (P3M, P6M, P9M) or 1 to 10 years (P1Y to P10Y)';

export const periodDescription = `${periodHelp} A year when left out.`;

/** The months of an ISO 8601 duration that registrations and renewals can last. */
export function monthsOf(period: string): number {
  const months = monthsOrNone(period);
  if (months === null) throw badArgument(`period must be ${lengths}`, 2005, 'period');
  return months;
}

/** A period that no price list has is refused as one without a price. */
export const monthsOrNone = (period: string): number | null => parsePeriodDuration(period)?.months ?? null;

/** REST has its documented message; here the refusal lists the possible periods (docs/rules/rulings.md). */
export const withPeriodsListed = (reason: Failure, period: string): Failure =>
  reason.path?.[0] === 'period' && monthsOrNone(period) === null
    ? { ...reason, message: `${period} is not a valid period: use ${lengths}` }
    : reason;
