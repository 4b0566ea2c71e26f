import { z } from 'zod';
import { type Calendar, isLocalDate } from '../../core/calendar.ts';
import type { Condition, Filter, Sort } from '../../core/filter.ts';
import { fields, type Kind, parameter } from '../codec.ts';
import type { Paging } from '../whole-list.ts';
import { pagingFields } from './paging.ts';

/**
 * Existing clients filter and sort lists by `q[...]` (docs/rules/registrar.md#existing-clients). Each is read into
 * what it asks the list for.
 */
type Asked = (calendar: Calendar) => Filter | undefined;
type QueryFilter = z.ZodType<Asked | undefined>;

const told = (about: string) => ({ description: `Extension: ${about}.` });

/** What each is about is said in the OpenAPI document. */
export const asking = (about: string, ask: (value: string) => Filter | undefined): QueryFilter =>
  parameter(told(about)).transform((value) => (value === undefined ? undefined : () => ask(value)));

export const searched = (about: string, field: string, is: 'eq' | 'contains'): QueryFilter =>
  asking(is === 'eq' ? `${about}, as it is` : `part of ${about}`, (value) => ({ field, is, value }));

/** Part of it, in any case; `*text*` is the whole of it. */
export const matching = (about: string, field: string): QueryFilter =>
  asking(`part of ${about}, in any case; \`*text*\` is the whole of it`, (value) => {
    const whole = /^\*(.*)\*$/s.exec(value)?.[1];
    return whole === undefined ? { field, is: 'contains', value } : { field, is: 'eq', value: whole };
  });

/** Compared with what was given, which must read as its kind does. */
export const valued = (
  about: string,
  field: string,
  is: 'gte' | 'lte',
  isGood: (value: string) => boolean,
  kind: Kind,
  read: (value: string) => string = (value) => value,
): QueryFilter =>
  parameter(told(`${about}: this or ${kind === 'date' ? after[is] : more[is]}`), isGood, kind).transform(
    (value) => (value === undefined ? undefined : () => ({ field, is, value: read(value) })),
  );

/** `1` switches it on; anything else is as good as nothing. */
export const switchedOn = (about: string, condition: Condition): QueryFilter =>
  asking(`\`1\` for ${about} only`, (value) => (value === '1' ? condition : undefined));

/** A comma list, or one parameter for each, all of which must be there. */
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

/** A day counts from its beginning or to its end; a full timestamp counts as it is. */
export const dated = (about: string, field: string, is: 'gte' | 'lte'): QueryFilter =>
  parameter(told(`${about}: this day or moment, or ${after[is]}`), isDayOrMoment, 'date').transform(
    (value) => {
      if (value === undefined) return undefined;
      return (calendar): Condition => {
        if (!isLocalDate(value)) return { field, is, value: new Date(value) };
        return is === 'lte'
          ? { field, is: 'lt', value: calendar.startOf(calendar.plusDays(value, 1)) }
          : { field, is, value: calendar.startOf(value) };
      };
    },
  );

const after = { gte: 'later', lte: 'earlier' };
const more = { gte: 'more', lte: 'less' };

const isDayOrMoment = (value: string): boolean =>
  isLocalDate(value) || (/^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(new Date(value).getTime()));

/** `q[s]=name asc`; a field that cannot be sorted by is ignored, as clients send what they like. */
export const sortParameter = (sortable: Readonly<Record<string, string>>) =>
  parameter(told(sortedBy(sortable))).transform((value): Sort | undefined => {
    const [name = '', direction = 'asc'] = (value ?? '').trim().split(/[\s+]+/);
    const field = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
    return field === undefined ? undefined : { field, descending: direction.toLowerCase() === 'desc' };
  });

const sortedBy = (sortable: Readonly<Record<string, string>>): string =>
  `the order: by ${inCode(Object.keys(sortable)).join(', ')}; then \`asc\` or \`desc\`, such as \`${Object.keys(sortable)[0]} desc\``;
const inCode = (names: readonly string[]): string[] => names.map((name) => `\`${name}\``);

type Switches = Readonly<Record<string, z.ZodType<boolean>>>;

interface ListOptions {
  /** It can be sorted by several fields, `q[s][]`. */
  readonly several?: boolean;
  readonly paging?: Readonly<Record<keyof Paging, z.ZodType>>;
}

/** The query of a list: its filters (lists of them also as `q[...][]`), its sort, its paging and its switches. */
export function listQuery<S extends Switches>(
  filters: Readonly<Record<string, QueryFilter>>,
  sortable: Readonly<Record<string, string>>,
  switches: S,
  { several = false, paging = pagingFields }: ListOptions = {},
) {
  const shapes: Record<string, QueryFilter> = {};
  for (const [name, filter] of Object.entries(filters)) {
    shapes[`q[${name}]`] = filter;
    if (/_(?:array|in)$/.test(name))
      shapes[`q[${name}][]`] = z
        .preprocess((value) => (Array.isArray(value) ? value.join(',') : value), filter)
        .optional()
        .meta({ type: 'array', items: { type: 'string' }, ...told('the same, one parameter for each') });
  }
  const names = Object.keys(shapes);
  const sort = sortParameter(sortable);
  const sorts = z
    .preprocess((value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]), z.array(sort))
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string' },
      ...told('the order by several, one parameter for each'),
    });
  const sorting = { 'q[s]': sort, ...(several && { 'q[s][]': sorts }) };
  return fields({ ...shapes, ...sorting, ...paging, ...switches }, (given) =>
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
    const asked = rest as unknown as Readonly<Record<string, Asked | undefined>>;
    return {
      ...rest,
      sort,
      sorts: [sort, ...more].filter((one) => one !== undefined),
      filter: (calendar: Calendar): Filter => ({
        and: names.map((name) => asked[name]?.(calendar)).filter((condition) => condition !== undefined),
      }),
    };
  });
}
