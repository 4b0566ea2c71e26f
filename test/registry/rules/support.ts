import { Calendar } from '#src/base/calendar.ts';
import type { Failure } from '#src/base/errors.ts';

export const calendar = new Calendar('Europe/Tallinn');

/** An instant from local wall-clock text: `at('2026-11-15 10:00')`. */
export function at(local: string): Date {
  const [date = '', time = '00:00'] = local.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(calendar.startOf(date).getTime() + (hours * 60 + minutes) * 60_000);
}

export const grace = { expireWarningPeriod: 15, redemptionGracePeriod: 30 };

/** A failure as tests speak of it: `2005 Phone nr is invalid [phone]`. */
export const reported = (reason: Failure | undefined): string =>
  reason === undefined ? 'fine' : `${reason.resultCode} ${reason.message}`;
export const allReported = (reasons: readonly Failure[]): string[] => reasons.map(reported);
