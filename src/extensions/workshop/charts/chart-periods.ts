// The periods of a chart over time.
import type { Period } from './chart-columns.ts';

const periods: readonly Period[] = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

export const periodNamed = (name: string | undefined): Period | undefined =>
  periods.find((period) => period === name);

/** The period that the query names, or the coarsest of which every date is the first day. */
export function periodOf(document: string, days: readonly string[]): Period | undefined {
  const named = periodNamed(/\bper:\s*(DAY|WEEK|MONTH|QUARTER|YEAR)\b/.exec(document)?.[1]);
  return named ?? periods.findLast((period) => days.every((day) => beginOf(day, period) === day));
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);

function beginOf(day: string, period: Period): string {
  const date = utc(day);
  if (period === 'WEEK') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (period === 'MONTH') date.setUTCDate(1);
  if (period === 'QUARTER') date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1);
  if (period === 'YEAR') date.setUTCMonth(0, 1);
  return iso(date);
}

const steps: Readonly<Record<Period, (date: Date) => void>> = {
  DAY: (date) => date.setUTCDate(date.getUTCDate() + 1),
  WEEK: (date) => date.setUTCDate(date.getUTCDate() + 7),
  MONTH: (date) => date.setUTCMonth(date.getUTCMonth() + 1),
  QUARTER: (date) => date.setUTCMonth(date.getUTCMonth() + 3),
  YEAR: (date) => date.setUTCFullYear(date.getUTCFullYear() + 1),
};

/** More would take a second to draw and could not be read. */
const mostSteps = 2000;

/** Every period from the first to the last, including empty ones. */
export function everyPeriod(days: readonly string[], period: Period): readonly string[] {
  const last = days.at(-1) ?? '';
  const all: string[] = [];
  for (
    const date = utc(days[0] ?? '1970-01-01');
    iso(date) <= last && all.length < mostSteps;
    steps[period](date)
  )
    all.push(iso(date));
  return new Set([...all, ...days]).size === all.length ? all : days;
}

/** Moments belong to their day in the registry's time zone. */
export function daysIn(timeZone: string): (text: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (text) => (text.length > 10 ? format.format(new Date(text)) : text);
}
