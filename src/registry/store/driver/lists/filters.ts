import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Comparator, Condition, Cursor, Filter, ListQuery, Sort } from '../../../../base/filter.ts';
import { limit } from '../../../../base/limits.ts';
import { Slot, type Values } from '../connections/prepared.ts';

/** The SQL behind each field that a list can be filtered or sorted by. */
export type Columns = Readonly<Record<string, RawBuilder<unknown> | LowerCase | Multiple | Among>>;

/** A column with several values; only those that can be among the requested ones are needed. */
interface Among {
  readonly among: (asked: readonly unknown[]) => RawBuilder<unknown>;
}

/** A column with lower-case texts only, which need no case folding for comparisons. */
interface LowerCase {
  readonly lowerCase: RawBuilder<unknown>;
}

type Test = (value: RawBuilder<unknown> | LowerCase) => Expression<SqlBool>;

/** A field whose values are in other rows, which cannot be sorted by: a condition holds if one value meets it. */
export interface Multiple {
  readonly some: (test: Test) => Expression<SqlBool>;
  /** All of a row's values, for `all of` and `none of`; an index finds a single value. */
  readonly list?: RawBuilder<unknown>;
  /** The planner treats its conditions as joins. */
  readonly joins?: true;
  /** A shorter condition for equality, if there is one. */
  readonly is?: (value: unknown) => Expression<SqlBool>;
  /** The column that is null where a row has no value. */
  readonly nullable?: RawBuilder<unknown>;
}

/**
 * A code of a small table that rows refer to by id. The id is looked up first instead of joined, so that an index that
 * begins with it returns the rows in order, however many there are.
 */
export const referred = (id: RawBuilder<unknown>, table: 'registrars' | 'zones', word: string): Multiple => {
  const words = sql.ref(`${table}.${word}`);
  const ids = (test: Expression<SqlBool>) => sql`select id from ${sql.table(table)} where ${test}`;
  return {
    some: (test) => sql<SqlBool>`${id} = any(array(${ids(test(words))}))`,
    is: (value) => sql<SqlBool>`${id} = (${ids(sql<SqlBool>`${words} = ${value}`)})`,
    nullable: id,
  };
};

/** The number of conditions that the planner may join, so that one of them can lead to its rows. */
interface Leads {
  count: number;
}

// The planner compares all join orders, which takes many seconds for a few dozen.
const mostLeads = limit(
  'conditions on related tables of which the planner compares the orders',
  4,
  'It takes many seconds for a few dozen.',
);

export function compileFilter(
  filter: Filter,
  columns: Columns,
  leads: Leads = { count: 0 },
): Expression<SqlBool> {
  if ('and' in filter) return everyOf(filter.and.map((part) => compileFilter(part, columns, leads)));
  if ('or' in filter) return someOf(filter.or.map((part) => compileFilter(part, columns, leads)));
  if ('not' in filter) return sql<SqlBool>`not coalesce(${compileFilter(filter.not, columns, leads)}, false)`;
  return compileCondition(filter, columns, leads);
}

const everyOf = (parts: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;

const someOf = (parts: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;

function compileSeveral(
  { some, list, joins, is: exactly, nullable }: Multiple,
  { field, is, value }: Condition,
  leads: Leads,
): Expression<SqlBool> {
  const led = (found: Expression<SqlBool>) => {
    if (joins) leads.count += 1;
    // A condition inside a function is not used for the search; it only filters the rows that were found without it.
    return joins && leads.count > mostLeads ? sql<SqlBool>`coalesce(${found}, false)` : found;
  };
  const one = (comparator: Comparator, to: unknown) =>
    led(some((each) => compileCondition({ field, is: comparator, value: to }, { [field]: each }, leads)));
  switch (is) {
    case 'eq':
      return exactly ? led(exactly(value)) : one(is, value);
    case 'ne':
      return sql<SqlBool>`not ${one('eq', value)}`;
    case 'notIn':
      return sql<SqlBool>`not ${one('in', value)}`;
    case 'isNull':
      return nullable ? compileCondition({ field, is, value }, { [field]: nullable }, leads) : one(is, value);
    case 'hasAll': {
      const items = value as readonly unknown[];
      if (!list || items.length < 2) return everyOf(items.map((item) => one('eq', item)));
      // One of them finds the rows, and the others filter them.
      return everyOf([one('eq', items[0]), sql<SqlBool>`${list} @> ${value}`]);
    }
    case 'hasAny':
      return one('in', value);
    case 'hasNone':
      return list ? sql<SqlBool>`not (${list} && ${value})` : sql<SqlBool>`not ${one('in', value)}`;
    default:
      return one(is, value);
  }
}

function compileCondition(
  { field, is, value }: Condition,
  columns: Columns,
  leads: Leads,
): Expression<SqlBool> {
  const found = columns[field];
  if (found && 'some' in found) return compileSeveral(found, { field, is, value }, leads);
  const column =
    found && 'among' in found ? found.among(value as readonly unknown[]) : columnOf(field, columns);
  const like = found && 'lowerCase' in found ? likeInLowerCase : likeInAnyCase;
  switch (is) {
    case 'eq':
      return sql<SqlBool>`${column} = ${value}`;
    case 'ne':
      return sql<SqlBool>`${column} is distinct from ${value}`;
    case 'in':
      return sql<SqlBool>`${column} = any(${value})`;
    case 'notIn':
      return sql<SqlBool>`(${column} is null or ${column} <> all(${value}))`;
    case 'contains':
      return like(column, `%${literal(String(value))}%`);
    case 'like':
      return like(column, String(value));
    case 'startsWith':
      return like(column, `${literal(String(value))}%`);
    case 'gt':
      return sql<SqlBool>`${column} > ${value}`;
    case 'gte':
      return sql<SqlBool>`${column} >= ${value}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${value}`;
    case 'lte':
      return sql<SqlBool>`${column} <= ${value}`;
    case 'isNull':
      return value ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
    case 'hasAll':
      return sql<SqlBool>`${column} @> ${value}`;
    case 'hasAny':
      return sql<SqlBool>`${column} && ${value}`;
    case 'hasNone':
      return sql<SqlBool>`not (${column} && ${value})`;
  }
}

const likeInAnyCase = (column: RawBuilder<unknown>, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} ilike ${pattern}`;

/**
 * Fewer than three letters in the middle cannot use a trigram index, which would be read as a whole. With another
 * collation than the index's the planner does not use it, and still estimates how frequent the texts are.
 */
const likeInLowerCase = (column: RawBuilder<unknown>, pattern: string): Expression<SqlBool> =>
  isShort(pattern)
    ? sql<SqlBool>`${column} collate "C" like lower(${pattern})`
    : sql<SqlBool>`${column} like lower(${pattern})`;

/** Tells whether a pattern has neither three consecutive letters nor a fixed beginning. */
export const isShort = (pattern: string): boolean => /^%/.test(pattern) && !/[^%_\\]{3}/.test(pattern);

/** Escapes wildcards, which are literal characters in a caller's search text. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** How the values of a list get into its statement. */
export interface Planning {
  /** Lists of the same shape differ only in their values; without a shape the statement contains the values. */
  readonly shape?: string;
  readonly value: (slot: string, value: unknown, field: string) => RawBuilder<unknown>;
  readonly limit: (count: number) => number | RawBuilder<number>;
}

/** PostgreSQL plans for the actual values, which is right if a condition may match many rows or few. */
const eachTime: Planning = { value: (_, value) => sql`${value}`, limit: (count) => count };

/** Common page sizes plus one row; each has its own statement. */
const usualLimits: ReadonlySet<number> = new Set([2, 6, 11, 21, 26, 31, 51, 101]);

/**
 * Returns how the values of a list get into its statement. If an index has the order of the list, whatever the values
 * of the given fields, these are hidden from the planner, which thus keeps its first plan: planning a page costs
 * PostgreSQL about as much as reading it.
 */
export function planOf(
  { filter, sort, slice }: ListQuery,
  types: Readonly<Record<string, string>>,
): Planning {
  const [{ field, descending }, ...others] = sort;
  if (filter !== undefined || others.length > 0 || slice.by !== 'cursor') return eachTime;
  const { after, before, fromEnd, limit } = slice;
  if (!Object.hasOwn(types, field) || !usualLimits.has(limit + 1)) return eachTime;
  return {
    shape: `${field} ${descending} ${fromEnd} ${limit} ${after !== undefined} ${before !== undefined}`,
    value: (slot, _, of) => sql`(select ${new Slot(slot)}::${sql.raw(types[of] ?? 'text')})`,
    limit: (count) => sql.lit(count),
  };
}

/** The values of the slots that `applyList` has left. */
export function slotValues({ slice }: ListQuery): Values {
  if (slice.by !== 'cursor') return {};
  const { after, before } = slice;
  return {
    'after.value': after?.value,
    'after.id': after?.id,
    'before.value': before?.value,
    'before.id': before?.id,
  };
}

interface Sliceable<Q> {
  where(expression: Expression<SqlBool>): Q;
  orderBy(expression: RawBuilder<unknown>, direction: 'asc' | 'desc'): Q;
  limit(count: number | RawBuilder<number>): Q;
  offset(count: number): Q;
}

/**
 * Filters, sorts and limits a query. A page by cursor asks for one row more than it shows, so that the caller
 * knows whether more follow; a page from the end comes in reverse order.
 */
export function applyList<Q extends Sliceable<Q>>(
  query: Q,
  list: ListQuery,
  columns: Columns,
  id: RawBuilder<unknown>,
  plan: Planning = eachTime,
): Q {
  const { filter, sort, slice } = list;
  let result = filter ? query.where(compileFilter(filter, columns)) : query;
  const reverse = slice.by === 'cursor' && slice.fromEnd;
  if (slice.by === 'cursor') {
    const [first] = sort;
    const { after, before } = slice;
    if (after) result = result.where(cursorCondition('after', after, first, columns, id, plan));
    if (before) result = result.where(cursorCondition('before', before, first, columns, id, plan));
  }
  for (const one of sort)
    result = result.orderBy(sortedBy(one, columns), one.descending !== reverse ? 'desc' : 'asc');
  result = result.orderBy(id, sort[0].descending !== reverse ? 'desc' : 'asc');
  result = result.limit(plan.limit(slice.by === 'cursor' ? slice.limit + 1 : slice.limit));
  return slice.by === 'offset' && slice.offset > 0 ? result.offset(slice.offset) : result;
}

/** The rows after a cursor, or before it. */
export function cursorCondition(
  which: 'after' | 'before',
  { value, id }: Cursor,
  sort: Sort,
  columns: Columns,
  idColumn: RawBuilder<unknown>,
  plan: Planning = eachTime,
): Expression<SqlBool> {
  const { field, descending, nulls } = sort;
  const row = sql`(${sortedBy(sort, columns)}, ${idColumn})`;
  const from = nulls === 'last' ? (value ?? lastMoment(descending)) : value;
  const place = sql`(${plan.value(`${which}.value`, from, field)}, ${plan.value(`${which}.id`, id, 'id')})`;
  const isBelow = (which === 'after') === descending;
  return isBelow ? sql<SqlBool>`${row} < ${place}` : sql<SqlBool>`${row} > ${place}`;
}

/** Returns the column of a sort. Null counts as infinity, so that keyset cursors can compare it. */
function sortedBy({ field, descending, nulls }: Sort, columns: Columns): RawBuilder<unknown> {
  const column = columnOf(field, columns);
  return nulls === 'last' ? sql`coalesce(${column}, ${sql.lit(lastMoment(descending))})` : column;
}

const lastMoment = (descending: boolean): string => (descending ? '-infinity' : 'infinity');

export function columnOf(field: string, columns: Columns): RawBuilder<unknown> {
  const column = columns[field];
  if (!column || 'some' in column || 'among' in column)
    throw new TypeError(`no column for the field ${field}`);
  return 'lowerCase' in column ? column.lowerCase : column;
}
