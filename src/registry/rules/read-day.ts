import { isLocalDate, type LocalDate } from '../../base/calendar.ts';

/** Longer than any date format, and short enough for regular expressions. */
const longest = 64;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s{1,4})?`;
const inOrder = '(?:st|nd|rd|th)?';
/** Followed by a time of day, or nothing. */
const end = String.raw`(?=$|[t\s,])`;
const expression = (text: string) => new RegExp(`^${text}${end}`, 'i');

const forms: readonly RegExp[] = [
  // 2026-11-22, 2026/11/22, 2026.11.22, 20261122
  expression(String.raw`(?<year>\d{4})(?<sign>[-/.]?)(?<month>\d{2})\k<sign>(?<day>\d{2})`),
  // 2026-1-5
  expression(String.raw`(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})`),
  // 22.11.2026, 22/11/2026, 22-11-2026
  expression(String.raw`(?<day>\d{1,2})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<year>\d{4})`),
  // 22 Nov 2026, Sun, 22nd November 2026, 22-Nov-2026
  expression(
    String.raw`${weekday}(?<day>\d{1,2})${inOrder}[\s-]{1,4}(?<month>[a-z]{3,9})[\s,.-]{1,4}(?<year>\d{4})`,
  ),
  // Nov 22 2026, November 22nd, 2026
  expression(
    String.raw`${weekday}(?<month>[a-z]{3,9})[\s.]{1,4}(?<day>\d{1,2})${inOrder}[\s,]{1,4}(?<year>\d{4})`,
  ),
  // 2026-Nov-22
  expression(String.raw`(?<year>\d{4})[\s-]{1,4}(?<month>[a-z]{3,9})[\s-]{1,4}(?<day>\d{1,2})`),
];

/**
 * The date at the beginning of a text, in the usual formats with a year of four digits
 * (docs/rules/registrar.md#renewal); undefined if there is none, or the day does not exist.
 */
export function readDay(text: string): LocalDate | undefined {
  const given = text.trim().slice(0, longest);
  for (const form of forms) {
    const { year, month = '', day = '' } = form.exec(given)?.groups ?? {};
    if (year === undefined) continue;
    const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const date = [year, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-');
    if (isLocalDate(date)) return date;
  }
  return undefined;
}
