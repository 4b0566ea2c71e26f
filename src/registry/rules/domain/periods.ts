import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import type { GroupPeriod } from '../../../base/filter.ts';

/** The first day of the period in which a day lies; weeks begin on Monday. */
export function beginning(calendar: Calendar, day: LocalDate, per: GroupPeriod): LocalDate {
  const [year = '', month = ''] = day.split('-');
  switch (per) {
    case 'day':
      return day;
    case 'week':
      return calendar.plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return `${year}-${month}-01`;
    case 'quarter':
      return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${year}-01-01`;
  }
}

const lengths = {
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const satisfies Record<GroupPeriod, object>;

/** The first days of all periods that overlap `from` to `to`, and of the one after them; at most `most` of them. */
export function periodsOf(
  calendar: Calendar,
  { from, to, per }: { readonly from: LocalDate; readonly to: LocalDate; readonly per: GroupPeriod },
  most: number,
): { readonly days: readonly LocalDate[]; readonly next: LocalDate } {
  const days: LocalDate[] = [];
  let day = beginning(calendar, from, per);
  while (day <= to && days.length < most) {
    days.push(day);
    day = calendar.datePlus(day, lengths[per]);
  }
  return { days, next: day };
}
