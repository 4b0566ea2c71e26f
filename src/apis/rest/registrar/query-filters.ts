import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import type { Condition, Filter, Sort } from '../../../base/filter.ts';
import { readDay } from '../../../registry/rules/read-day.ts';
import { fields, parameter } from '../codec.ts';
import type { Paging } from '../whole-list.ts';
import { pagingFields } from './paging.ts';

/**
 * Existing clients filter and sort lists by `q[...]` (docs/rules/registrar.md#existing-clients). Each parameter becomes
 * a filter of the list.
 */
type FilterFactory = (calendar: Calendar) => Filter | undefined;
type QueryFilter = z.ZodType<FilterFactory | undefined>;

const reported = (about: string) => ({ description: `Extension: ${about}.` });

/** A filter parameter; `about` describes it in the OpenAPI document. */
export const asking = (about: string, ask: (value: string) => Filter | undefined): QueryFilter =>
  parameter(reported(about)).transform((value) => (value === undefined ? undefined : () => ask(value)));

export const searched = (about: string, field: string): QueryFilter =>
  asking(`${about}, as it is`, (value) => ({ field, is: 'eq', value }));

/**
 * The SQL pattern for a value of `_matches`: `*text*` matches the whole value, any other text a part of it. `%` stands
 * for any characters, `_` for one.
 */
export function pattern(given: string, spelt = (text: string): string => text): string {
  const whole = /^\*(.*)\*$/s.exec(given)?.[1];
  const text = spelt(whole ?? given).replaceAll('\\', '\\\\');
  return whole === undefined ? `%${text}%` : text;
}

export const matches = (about: string): string =>
  `part of ${about}, in any case; \`*text*\` is the whole of it, \`%\` stands for anything, \`_\` for any character`;

export const matching = (about: string, field: string): QueryFilter =>
  asking(matches(about), (value) => ({ field, is: 'like', value: pattern(value) }));

/** Compares with the given value; a value that `read` cannot parse is ignored. */
export const valued = (
  about: string,
  field: string,
  is: 'gte' | 'lte',
  read: (value: string) => string | undefined,
  words = more,
): QueryFilter =>
  asking(`${about}: this or ${words[is]}`, (given) => {
    const value = read(given);
    return value === undefined ? undefined : { field, is, value };
  });

export const onDay = (about: string, field: string, is: 'gte' | 'lte'): QueryFilter =>
  valued(about, field, is, readDay, after);

/** `1` turns the filter on; any other value is ignored. */
export const switchedOn = (about: string, condition: Condition): QueryFilter =>
  asking(`\`1\` for ${about} only`, (value) => (value === '1' ? condition : undefined));

/** A list of values, all of which must be there: separated by commas, or one parameter for each. */
export const listed = (
  about: string,
  field: string,
  normalise = (item: string): string => item,
): QueryFilter =>
  asking(`${about}, which must all be there`, (value) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    return items.length === 0 ? undefined : { field, is: 'hasAll', value: items.map(normalise) };
  });

/** A day counts from its beginning or to its end; a full timestamp counts as it is; anything else is ignored. */
export const dated = (about: string, field: string, is: 'gte' | 'lte'): QueryFilter =>
  parameter(reported(`${about}: this day or moment, or ${after[is]}`)).transform((value = '') => {
    if (isMoment(value)) return (): Condition => ({ field, is, value: new Date(value) });
    const day = readDay(value);
    if (day === undefined) return undefined;
    return (calendar): Condition =>
      is === 'lte'
        ? { field, is: 'lt', value: calendar.startOf(calendar.plusDays(day, 1)) }
        : { field, is, value: calendar.startOf(day) };
  });

const after = { gte: 'later', lte: 'earlier' };
const more = { gte: 'more', lte: 'less' };

const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(new Date(value).getTime());

/** `q[s]=name asc`; a field that cannot be sorted by is ignored, as clients send what they like. */
export const sortParameter = (sortable: Readonly<Record<string, string>>) =>
  parameter(reported(sortedBy(sortable))).transform((value): Sort | undefined => {
    const [name = '', direction = 'asc'] = (value ?? '').trim().split(/[\s+]+/);
    const field = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
    return field === undefined ? undefined : { field, descending: direction.toLowerCase() === 'desc' };
  });

const sortedBy = (sortable: Readonly<Record<string, string>>): string =>
  `the order: by ${inCode(Object.keys(sortable)).join(', ')}; then \`asc\` or \`desc\`, such as \`${Object.keys(sortable)[0]} desc\``;
const inCode = (names: readonly string[]): string[] => names.map((name) => `\`${name}\``);

type Switches = Readonly<Record<string, z.ZodType<boolean>>>;

/** The query of a list: its filters (lists of them also as `q[...][]`), its sort, its paging and its switches. */
export function listQuery<S extends Switches>(
  filters: Readonly<Record<string, QueryFilter>>,
  sortable: Readonly<Record<string, string>>,
  switches: S,
  paging: Readonly<Record<keyof Paging, z.ZodType>> = pagingFields,
) {
  const shapes: Record<string, QueryFilter> = {};
  for (const [name, filter] of Object.entries(filters)) {
    shapes[`q[${name}]`] = filter;
    if (/_(?:array|in)$/.test(name))
      shapes[`q[${name}][]`] = z
        .preprocess((value) => (Array.isArray(value) ? value.join(',') : value), filter)
        .optional()
        .meta({ type: 'array', items: { type: 'string' }, ...reported('the same, one parameter for each') });
  }
  const names = Object.keys(shapes);
  const sort = sortParameter(sortable);
  const sorts = z
    .preprocess((value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]), z.array(sort))
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string' },
      ...reported('the order by several, one parameter for each'),
    });
  return fields({ ...shapes, 'q[s]': sort, 'q[s][]': sorts, ...paging, ...switches }, (given) =>
    names.filter((name) =>
      name.endsWith('[]')
        ? !Array.isArray(given[name]) && given[name.slice(0, -2)]
        : Array.isArray(given[`${name}[]`]),
    ),
  ).transform((query) => {
    const {
      'q[s]': sort,
      'q[s][]': more = [],
      ...rest
    } = query as Paging & { 'q[s]'?: Sort; 'q[s][]'?: (Sort | undefined)[] } & { [K in keyof S]: boolean };
    const asked = rest as unknown as Readonly<Record<string, FilterFactory | undefined>>;
    return {
      ...rest,
      sorts: eachFieldOnce([sort, ...more].filter((one) => one !== undefined)),
      filter: (calendar: Calendar): Filter => ({
        and: names.map((name) => asked[name]?.(calendar)).filter((condition) => condition !== undefined),
      }),
    };
  });
}

/** Drops duplicates, so that an order is never longer than the list of fields. */
const eachFieldOnce = (sorts: readonly Sort[]): Sort[] =>
  sorts.filter(({ field }, index) => sorts.findIndex((one) => one.field === field) === index);

export const sortsOr = (sorts: readonly Sort[], usual: [Sort, ...Sort[]]): [Sort, ...Sort[]] => {
  const [first, ...others] = sorts;
  return first ? [first, ...others] : usual;
};
