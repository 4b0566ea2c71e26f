import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition, Cursor, Filter, ListQuery, Sort } from '../core/filter.ts';

/** The SQL behind each field that a list can be filtered or sorted by. */
export type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

export function compileFilter(filter: Filter, columns: Columns): Expression<SqlBool> {
  if ('and' in filter) return joined(filter.and, columns, 'and');
  if ('or' in filter) return joined(filter.or, columns, 'or');
  if ('not' in filter) return sql<SqlBool>`not coalesce(${compileFilter(filter.not, columns)}, false)`;
  return compileCondition(filter, columns);
}

function joined(filters: readonly Filter[], columns: Columns, word: 'and' | 'or'): Expression<SqlBool> {
  if (filters.length === 0) return word === 'and' ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  const parts = filters.map((filter) => compileFilter(filter, columns));
  return sql<SqlBool>`(${sql.join(parts, word === 'and' ? sql` and ` : sql` or `)})`;
}

function compileCondition({ field, is, value }: Condition, columns: Columns): Expression<SqlBool> {
  const column = columns[field];
  if (!column) throw new TypeError(`no column for the field ${field}`);
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
      return sql<SqlBool>`${column} ilike ${`%${literal(String(value))}%`}`;
    case 'startsWith':
      return sql<SqlBool>`${column} ilike ${`${literal(String(value))}%`}`;
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

/** Wildcards in what a caller searches for are literal characters. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

interface Sliceable<Q> {
  where(expression: Expression<SqlBool>): Q;
  orderBy(expression: RawBuilder<unknown>, direction: 'asc' | 'desc'): Q;
  limit(count: number): Q;
  offset(count: number): Q;
}

/**
 * Filters, orders and cuts a query. A page by cursor asks for one row more than it shows, so that the caller can
 * tell whether more follow; a page from the end comes in reverse order.
 */
export function applyList<Q extends Sliceable<Q>>(
  query: Q,
  list: ListQuery,
  columns: Columns,
  id: RawBuilder<unknown>,
): Q {
  const { filter, sort, slice } = list;
  let result = filter ? query.where(compileFilter(filter, columns)) : query;
  const reverse = slice.by === 'cursor' && slice.fromEnd;
  if (slice.by === 'cursor') {
    const [first] = sort;
    if (slice.after) result = result.where(beyond(slice.after, first, columns, id, first.descending));
    if (slice.before) result = result.where(beyond(slice.before, first, columns, id, !first.descending));
  }
  for (const { field, descending } of sort)
    result = result.orderBy(columnOf(field, columns), descending !== reverse ? 'desc' : 'asc');
  result = result.orderBy(id, sort[0].descending !== reverse ? 'desc' : 'asc');
  result = result.limit(slice.by === 'cursor' ? slice.limit + 1 : slice.limit);
  return slice.by === 'offset' && slice.offset > 0 ? result.offset(slice.offset) : result;
}

function beyond(
  cursor: Cursor,
  sort: Sort,
  columns: Columns,
  id: RawBuilder<unknown>,
  below: boolean,
): Expression<SqlBool> {
  const column = columnOf(sort.field, columns);
  return below
    ? sql<SqlBool>`(${column}, ${id}) < (${cursor.value}, ${cursor.id})`
    : sql<SqlBool>`(${column}, ${id}) > (${cursor.value}, ${cursor.id})`;
}

function columnOf(field: string, columns: Columns): RawBuilder<unknown> {
  const column = columns[field];
  if (!column) throw new TypeError(`no column for the field ${field}`);
  return column;
}
