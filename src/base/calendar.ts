import { Temporal } from 'temporal-polyfill';

/** A local date, `yyyy-mm-dd`. */
export type LocalDate = string;

export interface Period {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
}

/** A period in which the zone keeps its offset. */
interface OffsetPeriod {
  readonly from: number;
  readonly until: number;
  readonly ms: number;
  readonly text: string;
}

/** Wall-clock arithmetic in the registry's time zone, across daylight saving. */
export class Calendar {
  readonly zone: string;
  /** The periods that were used, the latest first. */
  #offsetPeriods: OffsetPeriod[] = [];

  constructor(zone: string) {
    this.zone = zone;
    this.#offsetPeriodAt(0);
  }

  /** ISO 8601 with milliseconds and the zone's offset: `2026-11-15T02:23:00.252+02:00`. */
  format(instant: Date): string {
    const time = instant.getTime();
    const { ms, text } = this.#offsetPeriodAt(time);
    return new Date(time + ms).toISOString().slice(0, -1) + text;
  }

  /** Formats an instant without milliseconds: `2026-11-15T02:23:00+02:00`. */
  formatInSeconds(instant: Date): string {
    return this.format(instant).replace(/\.\d{3}/, '');
  }

  /** Formats an instant as poll messages print it: `2010-07-21 00:00:00 +0300`. */
  formatForText(instant: Date): string {
    const iso = this.format(instant);
    return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.slice(23).replace(':', '')}`;
  }

  /** Formats an instant as pages and mails print it, in any language: `2026-11-16 05:47 (Europe/Tallinn)`. */
  formatForPeople(instant: Date): string {
    const iso = this.format(instant);
    return `${iso.slice(0, 10)} ${iso.slice(11, 16)} (${this.zone})`;
  }

  dateOf(instant: Date): LocalDate {
    return this.format(instant).slice(0, 10);
  }

  startOf(date: LocalDate): Date {
    return instantOf(Temporal.PlainDate.from(date).toZonedDateTime(this.zone));
  }

  /** Keeps the local time of day; a day that is missing in the target month becomes its last. */
  plus(instant: Date, period: Period): Date {
    return instantOf(this.#zoned(instant).add(period));
  }

  /** Adds a distance to an instant; undefined if the result is beyond the range of the calendar. */
  after(instant: Date, distance: Temporal.Duration): Date | undefined {
    try {
      return instantOf(this.#zoned(instant).add(distance));
    } catch {
      return undefined;
    }
  }

  minus(instant: Date, period: Period): Date {
    return instantOf(this.#zoned(instant).subtract(period));
  }

  plusDays(date: LocalDate, days: number): LocalDate {
    return this.datePlus(date, { days });
  }

  /** A day that is missing in the target month becomes its last, and days are counted from there. */
  datePlus(date: LocalDate, { years = 0, months = 0, days = 0 }: Period): LocalDate {
    const [year, month, day] = partsOf(date);
    const lastOfMonth = dayAt(year + years, month + months, 0).getUTCDate();
    const shifted = dayAt(year + years, month + months - 1, Math.min(day, lastOfMonth) + days);
    return shifted.toISOString().replace(/T.*/, '');
  }

  /** Whole days from one local date to another; negative when the second is earlier. */
  daysBetween(from: LocalDate, to: LocalDate): number {
    return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  }

  /** Full years from one local date to a later one. */
  yearsBetween(from: LocalDate, to: LocalDate): number {
    return partsOf(to)[0] - partsOf(from)[0] - (to.slice(-5) < from.slice(-5) ? 1 : 0);
  }

  #zoned(instant: Date): Temporal.ZonedDateTime {
    return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(this.zone);
  }

  // Formatting a page needs the same few periods again and again, and finding one is slow.
  #offsetPeriodAt(epochMs: number): OffsetPeriod {
    for (const period of this.#offsetPeriods)
      if (epochMs >= period.from && epochMs < period.until) return period;
    const zoned = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(this.zone);
    const next = zoned.getTimeZoneTransition('next');
    // A transition at exactly this moment counts: it begins this period.
    const previous = zoned.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
    const found = {
      from: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
      until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
      ms: zoned.offsetNanoseconds / 1e6,
      text: zoned.offset.slice(0, 6),
    };
    this.#offsetPeriods = [found, ...this.#offsetPeriods].slice(0, 50);
    return found;
  }
}

/** A real calendar date in the form `yyyy-mm-dd`. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

const instantSyntax =
  /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;

/** Parses ISO 8601 with an offset, on an existing day; undefined for any other text. */
export function parseInstant(text: string): Date | undefined {
  const moment = new Date(text);
  const day = instantSyntax.exec(text)?.[1] ?? '';
  return isLocalDate(day) && !Number.isNaN(moment.getTime()) ? moment : undefined;
}

// This is computed by hand: every registration needs several of these, and Temporal takes ten times as long.
const dayAt = (year: number, monthIndex: number, day: number): Date =>
  new Date(new Date(0).setUTCFullYear(year, monthIndex, day));

function partsOf(date: LocalDate): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

/** An ISO 8601 duration such as `P1Y` or `PT36H`, or undefined. */
export function parseDuration(text: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(text);
  } catch {
    return undefined;
  }
}

function instantOf(zoned: Temporal.ZonedDateTime): Date {
  return new Date(zoned.epochMilliseconds);
}
