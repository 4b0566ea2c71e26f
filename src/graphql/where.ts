import { Temporal } from 'temporal-polyfill';
import { isLocalDate, parseDuration } from '../core/calendar.ts';
import type { Comparator, Filter } from '../core/filter.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { badArgument } from './refusals.ts';

/** The comparators of each kind of value; all that are given must hold (design/graphql.md, Filters). */
export const StringFilter = builder.inputType('StringFilter', {
  description:
    'Conditions on a text; all that are given must hold. contains and startsWith ignore case, the others do not: {startsWith: "tam"}.',
  fields: (t) => ({
    eq: t.string({ description: 'Is exactly this text.' }),
    ne: t.string({ description: 'Is anything but this text, or has no value.' }),
    in: t.stringList({ description: 'Is one of these texts.' }),
    notIn: t.stringList({ description: 'Is none of these texts.' }),
    contains: t.string({
      description: 'Has this somewhere in it, in small or capital letters; % and _ are no wildcards.',
    }),
    startsWith: t.string({ description: 'Begins with this, in small or capital letters.' }),
    isNull: t.boolean({ description: 'true: only where there is no value; false: only where there is one.' }),
  }),
});

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description:
    'Conditions on a moment; all that are given must hold. Say when, or how far from now: {gte: "PT0S", lt: "P30D"} is within the next 30 days, {gte: "-P7D"} the last week and later, {lt: "2026-12-31"} before that day.',
  fields: (t) => ({
    gt: t.field({ type: 'DateTimeOrDuration', description: 'After this moment.' }),
    gte: t.field({ type: 'DateTimeOrDuration', description: 'At this moment or after it.' }),
    lt: t.field({ type: 'DateTimeOrDuration', description: 'Before this moment.' }),
    lte: t.field({ type: 'DateTimeOrDuration', description: 'At this moment or before it.' }),
    isNull: t.boolean({ description: 'true: only where there is no value; false: only where there is one.' }),
  }),
});

export const DateFilter = builder.inputType('DateFilter', {
  description:
    'Conditions on a calendar day; all that are given must hold. Say which day, or how far from today: {lte: "P30D"} is today plus 30 days or earlier.',
  fields: (t) => ({
    eq: t.field({ type: 'Date', description: 'Is exactly this day, such as "2026-12-31".' }),
    gt: t.field({ type: 'DateTimeOrDuration', description: 'After this day.' }),
    gte: t.field({ type: 'DateTimeOrDuration', description: 'On this day or after it.' }),
    lt: t.field({ type: 'DateTimeOrDuration', description: 'Before this day.' }),
    lte: t.field({ type: 'DateTimeOrDuration', description: 'On this day or before it.' }),
    isNull: t.boolean({ description: 'true: only where there is no value; false: only where there is one.' }),
  }),
});

export const DecimalFilter = builder.inputType('DecimalFilter', {
  description:
    'Conditions on an amount of money in euros; all that are given must hold: {gte: "10.00", lt: "100.00"}.',
  fields: (t) => ({
    eq: t.field({ type: 'Decimal', description: 'Is exactly this amount.' }),
    ne: t.field({ type: 'Decimal', description: 'Is any amount but this one.' }),
    in: t.field({ type: ['Decimal'], description: 'Is one of these amounts.' }),
    notIn: t.field({ type: ['Decimal'], description: 'Is none of these amounts.' }),
    gt: t.field({ type: 'Decimal', description: 'Is more than this.' }),
    gte: t.field({ type: 'Decimal', description: 'Is this much or more.' }),
    lt: t.field({ type: 'Decimal', description: 'Is less than this.' }),
    lte: t.field({ type: 'Decimal', description: 'Is this much or less.' }),
  }),
});

export const IntFilter = builder.inputType('IntFilter', {
  description: 'Conditions on a whole number; all that are given must hold: {gte: 10000, lt: 20000}.',
  fields: (t) => ({
    eq: t.int({ description: 'Is exactly this number.' }),
    ne: t.int({ description: 'Is any number but this one.' }),
    in: t.intList({ description: 'Is one of these numbers.' }),
    notIn: t.intList({ description: 'Is none of these numbers.' }),
    gt: t.int({ description: 'Is greater than this.' }),
    gte: t.int({ description: 'Is this or greater.' }),
    lt: t.int({ description: 'Is smaller than this.' }),
    lte: t.int({ description: 'Is this or smaller.' }),
  }),
});

export const StringListFilter = builder.inputType('StringListFilter', {
  description:
    'Conditions on a list of texts, such as the statuses of a domain; all that are given must hold: {containsAny: ["expired", "serverHold"]}.',
  fields: (t) => ({
    contains: t.stringList({ description: 'Has every one of these, and perhaps others.' }),
    containsAny: t.stringList({ description: 'Has one or more of these.' }),
    notContains: t.stringList({ description: 'Has not a single one of these.' }),
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
  description: 'In which direction a list is sorted.',
  values: {
    ASC: { value: 'ASC', description: 'From small to large, from early to late, from A to Z.' },
    DESC: { value: 'DESC', description: 'From large to small, from late to early, from Z to A.' },
  } as const,
});
