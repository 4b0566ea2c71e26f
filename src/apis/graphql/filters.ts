import type { EnumRef } from '@pothos/core';
import { builder, type Types } from './builder.ts';

/** The comparators of each kind of value; all that are given must hold (docs/rules/graph.md#filters). */
export const StringFilter = builder.inputType('StringFilter', {
  description:
    'Conditions on a text; all that are given must hold. contains and startsWith ignore case, the others do not: {startsWith: "tam"}.',
  fields: (t) => ({
    eq: t.string({ description: 'Is exactly this text.' }),
    ne: t.string({ description: 'Is anything but this text, or has no value.' }),
    in: t.stringList({ description: 'Is one of these texts.' }),
    notIn: t.stringList({ description: 'Is none of these texts.' }),
    contains: t.string({
      description: 'Has this somewhere in it, in small or capital letters; % and _ are not wildcards.',
    }),
    startsWith: t.string({ description: 'Begins with this, in small or capital letters.' }),
    isNull: t.boolean({ description: 'true: only where there is no value; false: only where there is one.' }),
  }),
});

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description:
    'Conditions on a moment; all that are given must hold. Give a moment or a distance from now: {gte: "PT0S", lt: "P30D"} is within the next 30 days, {gte: "-P7D"} the last week and later, {lt: "2026-12-31"} before that day.',
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
    'Conditions on a calendar day; all that are given must hold. Give a day or a distance from today: {lte: "P30D"} is today plus 30 days or earlier.',
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

export const BooleanFilter = builder.inputType('BooleanFilter', {
  description: 'Conditions on a true-or-false value: {eq: true}.',
  fields: (t) => ({
    eq: t.boolean({ description: 'Is exactly this.' }),
    ne: t.boolean({ description: 'Is anything but this, or is neither.' }),
  }),
});

export const StringListFilter = builder.inputType('StringListFilter', {
  description:
    'Conditions on a list of texts, such as the statuses of a domain; all that are given must hold: {containsAny: ["expired", "serverHold"]}.',
  fields: (t) => ({
    contains: t.stringList({ description: 'Has every one of these, and perhaps others.' }),
    containsAny: t.stringList({ description: 'Has one or more of these.' }),
    notContains: t.stringList({ description: 'Has none of these.' }),
  }),
});

interface Words {
  readonly description: string;
  /** The verb between an object and the value: it is of a kind, it has a status. */
  readonly verb: 'Is' | 'Has';
  readonly one: string;
  readonly many: string;
}

/** Conditions on a value out of an enum. */
export const enumFilter = <T>(
  name: string,
  values: EnumRef<Types, T>,
  { description, verb, one, many }: Words,
) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      eq: t.field({ type: values, description: `${verb} exactly this ${one}.` }),
      ne: t.field({ type: values, description: `${verb} any ${one} but this one.` }),
      in: t.field({ type: [values], description: `${verb} one of these ${many}.` }),
      notIn: t.field({ type: [values], description: `${verb} none of these ${many}.` }),
    }),
  });

const ofSets = new Set<object>([StringListFilter]);

/** Tells whether a filter is about a list of values. */
export const isOfSet = (filter: object): boolean => ofSets.has(filter);

/** Conditions on a list of values out of an enum. */
export function enumListFilter<T>(name: string, values: EnumRef<Types, T>, description: string) {
  const filter = builder.inputType(name, {
    description,
    fields: (t) => ({
      contains: t.field({ type: [values], description: 'Has every one of these, and perhaps others.' }),
      containsAny: t.field({ type: [values], description: 'Has one or more of these.' }),
      notContains: t.field({ type: [values], description: 'Has none of these.' }),
    }),
  });
  ofSets.add(filter);
  return filter;
}
