import type { Calendar, LocalDate } from '../../../base/calendar.ts';

/** Settings expire_warning_period and redemption_grace_period, in days. */
export interface GracePeriods {
  readonly expireWarningPeriod: number;
  readonly redemptionGracePeriod: number;
}

export interface EndDates {
  readonly outzoneAt: Date;
  readonly deleteDate: LocalDate;
}

/**
 * An expired domain leaves the zone after the warning period and is deleted after the grace period
 * (docs/rules/registrar.md#life-of-a-domain).
 */
export function expiryDates(expiresAt: Date, grace: GracePeriods, calendar: Calendar): EndDates {
  const outzoneAt = calendar.plus(expiresAt, { days: grace.expireWarningPeriod });
  return {
    outzoneAt,
    deleteDate: calendar.plusDays(calendar.dateOf(outzoneAt), grace.redemptionGracePeriod),
  };
}

/** A domain deleted on request leaves the zone at once (docs/rules/registrar.md#deletion). */
export function deletionDates(now: Date, grace: GracePeriods, calendar: Calendar): EndDates {
  return {
    outzoneAt: now,
    deleteDate: calendar.plusDays(calendar.dateOf(now), grace.redemptionGracePeriod + 1),
  };
}

export type ForceDeleteKind = 'soft' | 'fast_track';

/** Both are null for a soft force delete that only waits for the ordinary expiry. */
export interface ForceDeleteDates {
  readonly start: LocalDate | null;
  readonly date: LocalDate | null;
}

export interface ForceDeleteInput {
  readonly expiresAt: Date;
  readonly now: Date;
  readonly grace: GracePeriods;
  readonly calendar: Calendar;
}

/**
 * Fast track begins tomorrow. Soft waits for the next anniversary of the expiry, and has dates only when a full year
 * (365 days) is left (docs/rules/registrar.md#force-delete).
 */
export function forceDeleteDates(kind: ForceDeleteKind, input: ForceDeleteInput): ForceDeleteDates {
  const { expiresAt, now, grace, calendar } = input;
  const wait = grace.expireWarningPeriod + grace.redemptionGracePeriod;
  const today = calendar.dateOf(now);
  if (kind === 'fast_track') {
    return { start: calendar.plusDays(today, 1), date: calendar.plusDays(today, wait + 1) };
  }
  const expiry = calendar.dateOf(expiresAt);
  const years = Math.floor(calendar.daysBetween(today, expiry) / 365);
  if (years < 1) return { start: null, date: null };
  const anniversary = calendar.datePlus(expiry, { years: -years });
  // Leap days can make 365-day years one more than the calendar's: never begin in the past.
  const start = calendar.daysBetween(today, anniversary) < 0 ? today : anniversary;
  return { start, date: calendar.plusDays(start, wait) };
}

export interface ForceDeleteMoments {
  readonly outzoneAt: Date;
  readonly purgeAt: Date;
}

/** The "Outzone date" and "Purge date" of the force delete texts (docs/rules/registrar.md#force-delete). */
export function forceDeleteMoments(
  dates: ForceDeleteDates,
  expiresAt: Date,
  grace: GracePeriods,
  calendar: Calendar,
): ForceDeleteMoments {
  const start = dates.start === null ? expiresAt : calendar.startOf(dates.start);
  const wait = grace.expireWarningPeriod + grace.redemptionGracePeriod;
  return {
    outzoneAt: calendar.plus(start, { days: grace.expireWarningPeriod }),
    purgeAt: dates.date === null ? calendar.plus(expiresAt, { days: wait }) : calendar.startOf(dates.date),
  };
}
