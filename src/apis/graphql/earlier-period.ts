import { type Calendar, type LocalDate, type Period, parseDuration } from '../../core/calendar.ts';
import type { Filter, GroupPeriod } from '../../core/filter.ts';
import { beginning } from '../../registry/rules/domain/periods.ts';
import { badArgument } from './refusals.ts';

export const compareToWords =
  'How much earlier the numbers in before are: P1Y is the same period a year ago.';

/** `compareTo`: the same question, asked of as much earlier. */
export class EarlierPeriod {
  readonly #calendar: Calendar;
  readonly #back: Period;

  constructor(compareTo: string, calendar: Calendar) {
    const span = parseDuration(compareTo)?.abs();
    const { years = 0, months = 0, weeks = 0, days = 0 } = span ?? {};
    const isWhole = span && !span.blank && !span.toString().includes('T');
    if (!isWhole || years + months / 12 + (weeks * 7 + days) / 365 > 100)
      throw badArgument('compareTo must be days, weeks, months or years, such as P1Y', 2005, 'compareTo');
    this.#calendar = calendar;
    this.#back = { years: -years, months: -months, days: -(weeks * 7 + days) };
  }

  day(day: LocalDate): LocalDate {
    return this.#calendar.datePlus(day, this.#back);
  }

  /** The first day of the period that holds the day as much earlier. */
  period(day: LocalDate, per: GroupPeriod): LocalDate {
    return beginning(this.#calendar, this.day(day), per);
  }

  /** The same conditions, those on these moments as much earlier. */
  filter(filter: Filter, moments: ReadonlySet<string>): Filter {
    const all = (parts: readonly Filter[]) => parts.map((part) => this.filter(part, moments));
    if ('and' in filter) return { and: all(filter.and) };
    if ('or' in filter) return { or: all(filter.or) };
    if ('not' in filter) return { not: this.filter(filter.not, moments) };
    return moments.has(filter.field) ? { ...filter, value: this.#moment(filter.value) } : filter;
  }

  #moment(value: unknown): unknown {
    if (value instanceof Date) return this.#calendar.plus(value, this.#back);
    return typeof value === 'string' ? this.day(value) : value;
  }
}
