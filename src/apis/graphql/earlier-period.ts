import {
  type Calendar,
  isLocalDate,
  type LocalDate,
  type Period,
  parseDuration,
} from '../../base/calendar.ts';
import type { Condition, Filter, GroupPeriod } from '../../base/filter.ts';
import { beginning } from '../../registry/rules/domain/periods.ts';
import { badArgument } from './refusals.ts';

export const compareToWords =
  'How much earlier the numbers in before are: P1Y compares with the same period a year ago. With groups by period it must be a whole number of these periods.';

/** `compareTo`: the same query for an earlier period. */
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

  /** Refuses to compare a period with a part of another one, or with two. */
  mustFit(per: GroupPeriod): void {
    const { years = 0, months = 0, days = 0 } = this.#back;
    const inMonths = years * 12 + months;
    const ofMonths = { month: 1, quarter: 3, year: 12 };
    const fits =
      per === 'day' ||
      (per === 'week' ? inMonths === 0 && days % 7 === 0 : days === 0 && inMonths % ofMonths[per] === 0);
    if (fits) return;
    const instead = { week: 'P1W or P52W', month: 'P1M or P1Y', quarter: 'P3M or P1Y', year: 'P1Y' }[per];
    throw badArgument(
      `compareTo is not a whole number of ${per}s, so unequal periods would be compared; say ${instead}`,
      2306,
      'compareTo',
    );
  }

  day(day: LocalDate): LocalDate {
    return this.#calendar.datePlus(day, this.#back);
  }

  /** The first day of the period that contains the earlier day. */
  period(day: LocalDate, per: GroupPeriod): LocalDate {
    return beginning(this.#calendar, this.day(day), per);
  }

  /** The time moved back by that duration. */
  moment(moment: Date): Date {
    return this.#calendar.plus(moment, this.#back);
  }

  /**
   * The two queries to compare. A period in `where` is moved as a whole; one without an end ends now, and at the
   * earlier time. A period without a beginning, or one that begins now, cannot be compared.
   */
  questions(filter: Filter | undefined, now: Date): Questions {
    const bounds = filter ? boundsIn(filter) : new Map<string, Bounds>();
    const ends: Filter[] = [];
    for (const [field, { from, isEnded, isDay }] of bounds) {
      const end = isDay ? this.#calendar.dateOf(now) : now;
      if (from === undefined)
        throw notComparable(field, `add a beginning: ${field}: {gte: "-P1Y", lt: "PT0S"}`);
      if (isEnded) continue;
      if (isAbout(from, now) || from >= end)
        throw notComparable(field, `say until when, too: ${field}: {gte: "PT0S", lt: "P30D"}`);
      ends.push({ field, is: isDay ? 'lte' : 'lt', value: end });
    }
    const asked = filter && ends.length > 0 ? { and: [filter, ...ends] } : filter;
    return { now: asked, before: asked && this.#filter(asked), hasPeriod: bounds.size > 0 };
  }

  #filter(filter: Filter): Filter {
    if ('and' in filter) return { and: filter.and.map((part) => this.#filter(part)) };
    if (!('field' in filter) || !isOnDate(filter)) return filter;
    const { value } = filter;
    return { ...filter, value: value instanceof Date ? this.moment(value) : this.day(String(value)) };
  }
}

/** The conditions of both sides of a comparison. */
export interface Questions {
  readonly now: Filter | undefined;
  readonly before: Filter | undefined;
  /** True if there is a condition on time, so that rows of a period are counted. */
  readonly hasPeriod: boolean;
}

interface Bounds {
  readonly from: Date | string | undefined;
  readonly isEnded: boolean;
  readonly isDay: boolean;
}

/** `PT0S` was now when the document was read. */
const isAbout = (from: Date | string, now: Date): boolean =>
  from instanceof Date && Math.abs(from.getTime() - now.getTime()) < 60_000;

const orders = ['gt', 'gte', 'lt', 'lte'];
const isDate = (value: unknown): value is Date | LocalDate =>
  value instanceof Date || (typeof value === 'string' && isLocalDate(value));
/** Texts are never compared by order, so a text that looks like a date is one. */
const isOnDate = ({ is, value }: Condition): boolean =>
  isDate(value) && (orders.includes(is) || (is === 'eq' && value instanceof Date));

/** The conditions on time by field. Those that do not apply to every selected row are not a period. */
function boundsIn(filter: Filter, found = new Map<string, Bounds>()): Map<string, Bounds> {
  if ('and' in filter) for (const part of filter.and) boundsIn(part, found);
  else if ('or' in filter || 'not' in filter) {
    const [field] = datesIn(filter);
    if (field !== undefined)
      throw notComparable(field, 'put the period beside or and not, as a separate condition');
  } else if (isOnDate(filter)) {
    const { field, is, value } = filter;
    const known = found.get(field);
    found.set(field, {
      from: is === 'lt' || is === 'lte' ? known?.from : (value as Date | string),
      isEnded: known?.isEnded === true || is === 'lt' || is === 'lte' || is === 'eq',
      isDay: !(value instanceof Date),
    });
  }
  return found;
}

function* datesIn(filter: Filter): Generator<string> {
  if ('and' in filter) for (const part of filter.and) yield* datesIn(part);
  else if ('or' in filter) for (const part of filter.or) yield* datesIn(part);
  else if ('not' in filter) yield* datesIn(filter.not);
  else if (isOnDate(filter)) yield filter.field;
}

const notComparable = (field: string, instead: string) =>
  badArgument(`compareTo: the conditions on ${field} are not a period; ${instead}`, 2306, 'compareTo');

/** The earlier number of rows is unknown for a list without a past. */
export const withoutPast = () =>
  badArgument(
    'compareTo: this list has no past; choose a period in where, such as createdAt: {gte: "-P1M", lt: "PT0S"}',
    2306,
    'compareTo',
  );
