import { limit } from './limits.ts';

/** A condition on a list: GraphQL's `where` and REST's `q[...]` both become one of these. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | Condition;

export interface Condition {
  readonly field: string;
  readonly is: Comparator;
  readonly value: unknown;
}

export type Comparator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'notIn'
  | 'contains'
  /** A pattern of SQL, case-insensitive. */
  | 'like'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'isNull'
  | 'hasAll'
  | 'hasAny'
  | 'hasNone';

/** The fields that occur in a filter. */
export function* fieldsIn(filter: Filter): Generator<string> {
  if ('and' in filter) for (const part of filter.and) yield* fieldsIn(part);
  else if ('or' in filter) for (const part of filter.or) yield* fieldsIn(part);
  else if ('not' in filter) yield* fieldsIn(filter.not);
  else yield filter.field;
}

/** The filter without null checks on fields that always have a value. */
export function settled(filter: Filter, neverNull: ReadonlySet<string>): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => settled(part, neverNull)) };
  if ('or' in filter) return { or: filter.or.map((part) => settled(part, neverNull)) };
  if ('not' in filter) return { not: settled(filter.not, neverNull) };
  if (filter.is !== 'isNull' || !neverNull.has(filter.field)) return filter;
  return filter.value ? { or: [] } : { and: [] };
}

/**
 * The complement of the filter; undefined if it cannot be expressed. Its fields must have a value in every row.
 */
export function negationOf(filter: Filter): Filter | undefined {
  if ('and' in filter)
    return filter.and.length === 1 && filter.and[0] ? negationOf(filter.and[0]) : undefined;
  if ('or' in filter) return undefined;
  if ('not' in filter) return filter.not;
  const { is, value } = filter;
  if (is === 'eq' && value === false) return { ...filter, value: true };
  const opposite = opposites[is];
  return opposite && { ...filter, is: opposite };
}

const opposites: Readonly<Partial<Record<Comparator, Comparator>>> = {
  ne: 'eq',
  notIn: 'in',
  hasNone: 'hasAny',
};

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
  /** The place of rows without a timestamp or date: last in both directions. */
  readonly nulls?: 'last' | undefined;
}

/**
 * A slice of a list by position (REST), from a cursor (GraphQL), or the next page of a whole list
 * (store/driver/lists/walk.ts).
 */
export type Slice =
  | { readonly by: 'offset'; readonly limit: number; readonly offset: number }
  | {
      readonly by: 'walk';
      /** The number of rows of a page. */
      readonly limit: number;
      readonly isFirst: boolean;
      /** How many rows of the whole list to skip, and how many of the rest to return. */
      readonly skip: number;
      readonly most: number;
    }
  | {
      readonly by: 'cursor';
      readonly limit: number;
      readonly after?: Cursor;
      readonly before?: Cursor;
      readonly fromEnd: boolean;
    };

/** The whole list, for lists that are always short. */
export const everyRow = { by: 'offset', limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const;

/** The end of a page: the sort field's value (as text) and the row's id, which breaks ties. */
export interface Cursor {
  readonly value: string | null;
  readonly id: number;
}

export interface ListQuery {
  readonly filter?: Filter | undefined;
  readonly sort: readonly [Sort, ...Sort[]];
  readonly slice: Slice;
  /** The most rows that may be looked up, if the order needs a lookup for each row; unlimited by default. */
  readonly mostRows?: number | undefined;
}

export type GroupPeriod = 'day' | 'week' | 'month' | 'quarter' | 'year';
/**
 * A percentile has its fraction in its name: `p0.5` is the median. `last` is the level after the last row of the
 * group.
 */
export type Measure = 'sum' | 'min' | 'max' | 'average' | 'last' | `p${number}`;

/** How the rows of a list are grouped, and what is computed for each group. */
export interface Grouping {
  /** `per` is for timestamps. */
  readonly by: readonly { readonly field: string; readonly per?: GroupPeriod | undefined }[];
  /** The time zone in which days begin. */
  readonly timeZone: string;
  readonly measures: readonly Measure[];
  /** True if shares are those of the groups with the same first key, and not of all groups. */
  readonly sharesOfFirstKey?: boolean | undefined;
  readonly order: { readonly by: 'key' | 'count' | 'sum'; readonly descending: boolean };
  readonly limit: number;
  /** The most rows that may be looked up one by one; unlimited by default. */
  readonly mostRows?: number | undefined;
  /** Returns only the planner's estimate of the rows to read, without any groups. */
  readonly priceOnly?: boolean | undefined;
  /** A condition on the groups to return, by their `count`; all by default. */
  readonly having?: Filter | undefined;
}

/** Contains the requested amounts. */
export interface Group extends Readonly<Partial<Record<Measure, string>>> {
  /** The values of the grouping fields; null for rows without a value. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly count: number;
  /** The count as a percentage of the counts of all groups, or of those with the same first key, returned or not. */
  readonly share: number;
  /** The sum as a percentage of the sums of the same groups, if requested; null if the total is zero. */
  readonly sumShare?: number | null;
}

export interface Groups {
  readonly groups: readonly Group[];
  /** The number of groups and of rows, whatever the limit. */
  readonly total: number;
  readonly rows: number;
}

export const mostRowsPaid = limit(
  'rows that are charged for a statement that has scanned an unknown number',
  1_000_000,
  'Nobody pays for more than a scan.',
);
