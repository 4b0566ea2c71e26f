import { Temporal } from 'temporal-polyfill';
import { isLocalDate, parseDuration } from '../core/calendar.ts';
import type { Comparator, Filter } from '../core/filter.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { badArgument } from './refusals.ts';

/** The comparators of each kind of value; all that are given must hold (design/graphql.md, Filters). */
export const StringFilter = builder.inputType('StringFilter', {
  description: 'Compares text; contains and startsWith ignore case.',
  fields: (t) => ({
    eq: t.string({ description: 'Is exactly this.' }),
    ne: t.string({ description: 'Is anything but this.' }),
    in: t.stringList({ description: 'Is one of these.' }),
    notIn: t.stringList({ description: 'Is none of these.' }),
    contains: t.string({ description: 'Has this somewhere in it; no wildcards.' }),
    startsWith: t.string({ description: 'Begins with this.' }),
    isNull: t.boolean({ description: 'Has no value (true) or has one (false).' }),
  }),
});

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description:
    'Compares a moment with another one or with a distance from now: {lt: "P30D"} is before 30 days have passed.',
  fields: (t) => ({
    gt: t.field({ type: 'DateTimeOrDuration', description: 'Later than this.' }),
    gte: t.field({ type: 'DateTimeOrDuration', description: 'At this or later.' }),
    lt: t.field({ type: 'DateTimeOrDuration', description: 'Before this.' }),
    lte: t.field({ type: 'DateTimeOrDuration', description: 'At this or before.' }),
    isNull: t.boolean({ description: 'Has no value (true) or has one (false).' }),
  }),
});

export const DateFilter = builder.inputType('DateFilter', {
  description: 'Compares a day with another one or with a distance from today.',
  fields: (t) => ({
    eq: t.field({ type: 'Date', description: 'Is exactly this day.' }),
    gt: t.field({ type: 'DateTimeOrDuration', description: 'Later than this.' }),
    gte: t.field({ type: 'DateTimeOrDuration', description: 'At this or later.' }),
    lt: t.field({ type: 'DateTimeOrDuration', description: 'Before this.' }),
    lte: t.field({ type: 'DateTimeOrDuration', description: 'At this or before.' }),
    isNull: t.boolean({ description: 'Has no value (true) or has one (false).' }),
  }),
});

export const DecimalFilter = builder.inputType('DecimalFilter', {
  description: 'Compares an amount of money.',
  fields: (t) => ({
    eq: t.field({ type: 'Decimal', description: 'Is exactly this.' }),
    gt: t.field({ type: 'Decimal', description: 'Is more.' }),
    gte: t.field({ type: 'Decimal', description: 'Is this or more.' }),
    lt: t.field({ type: 'Decimal', description: 'Is less.' }),
    lte: t.field({ type: 'Decimal', description: 'Is this or less.' }),
  }),
});

export const StatusesFilter = builder.inputType('StatusesFilter', {
  description: 'Compares a set of status names.',
  fields: (t) => ({
    contains: t.stringList({ description: 'Has all of these.' }),
    containsAny: t.stringList({ description: 'Has at least one of these.' }),
    notContains: t.stringList({ description: 'Has none of these.' }),
  }),
});

type Kind = 'text' | 'moment' | 'day' | 'money' | 'set';
/** Which fields a `where` has, of which kind; a tuple names the list's own field where it differs. */
export type FieldKinds = Readonly<Record<string, Kind>>;

const setComparators: Readonly<Record<string, Comparator>> = {
  contains: 'hasAll',
  containsAny: 'hasAny',
  notContains: 'hasNone',
};

/** A document's `where` as the house's own filter. */
export function toFilter(
  where: object | null | undefined,
  kinds: FieldKinds,
  context: Context,
): Filter | undefined {
  if (!where) return undefined;
  const parts: Filter[] = [];
  for (const [field, value] of Object.entries(where)) {
    if (value === null || value === undefined) continue;
    if (field === 'and') parts.push({ and: group(value, kinds, context) });
    else if (field === 'or') parts.push({ or: group(value, kinds, context) });
    else if (field === 'not') parts.push({ not: toFilter(value, kinds, context) ?? { and: [] } });
    else parts.push(...conditions(field, value as Record<string, unknown>, kinds[field] ?? 'text', context));
  }
  return { and: parts };
}

const group = (list: readonly object[], kinds: FieldKinds, context: Context): Filter[] =>
  list.map((where) => toFilter(where, kinds, context) ?? { and: [] });

function conditions(
  field: string,
  comparison: Record<string, unknown>,
  kind: Kind,
  context: Context,
): Filter[] {
  return Object.entries(comparison)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({
      field,
      is: (kind === 'set' ? setComparators[name] : undefined) ?? (name as Comparator),
      value: name === 'isNull' ? value : comparable(value, kind, field, context),
    }));
}

function comparable(value: unknown, kind: Kind, field: string, { clock, calendar }: Context): unknown {
  if (kind !== 'moment' && kind !== 'day') return value;
  const text = String(value);
  const moment = isLocalDate(text) ? calendar.startOf(text) : momentOf(text, clock.now(), calendar.zone);
  if (Number.isNaN(moment.getTime())) throw badArgument(`${field}: ${text} is not a moment`, 2005, field);
  return kind === 'day' ? calendar.dateOf(moment) : moment;
}

function momentOf(text: string, now: Date, zone: string): Date {
  const distance = parseDuration(text);
  if (!distance) return new Date(text);
  const from = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  try {
    return new Date(from.add(distance).epochMilliseconds);
  } catch {
    // Beyond the end of all calendars.
    return new Date(Number.NaN);
  }
}

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way a list is sorted.',
  values: {
    ASC: { value: 'ASC', description: 'Smallest, earliest or first in the alphabet first.' },
    DESC: { value: 'DESC', description: 'Largest, latest or last in the alphabet first.' },
  } as const,
});
