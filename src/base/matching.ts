import type { Condition, Filter } from './filter.ts';

type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;

/** A filter for rows in memory, with the same result as in SQL (store/driver/lists/filters.ts). */
export function matcher(filter: Filter): Test {
  if ('and' in filter) {
    const parts = filter.and.map(matcher);
    return (row) => parts.every((part) => part(row));
  }
  if ('or' in filter) {
    const parts = filter.or.map(matcher);
    return (row) => parts.some((part) => part(row));
  }
  if ('not' in filter) {
    const part = matcher(filter.not);
    return (row) => !part(row);
  }
  const holds = testOf(filter);
  return (row) => holds(comparable(row[filter.field]));
}

/** Dates are compared by their time. */
const comparable = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : (value ?? undefined);

/**
 * Returns a test that tells whether a value meets the condition; undefined means null, which does not equal anything.
 */
function testOf({ is, value }: Condition): (found: unknown) => boolean {
  const items = Array.isArray(value) ? value.map(comparable) : [];
  const among = new Set(items);
  const wanted = comparable(value);
  const moment = typeof wanted === 'number' ? wanted : Number.NaN;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  const has = (found: unknown, item: unknown): boolean => Array.isArray(found) && found.includes(item);
  switch (is) {
    case 'eq':
      return (found) => found !== undefined && found === wanted;
    case 'ne':
      return (found) => found !== wanted;
    case 'in':
      return (found) => found !== undefined && among.has(found);
    case 'notIn':
      return (found) => found === undefined || !among.has(found);
    case 'contains':
      return (found) => typeof found === 'string' && found.toLowerCase().includes(text);
    case 'startsWith':
      return (found) => typeof found === 'string' && found.toLowerCase().startsWith(text);
    case 'gt':
      return (found) => typeof found === 'number' && found > moment;
    case 'gte':
      return (found) => typeof found === 'number' && found >= moment;
    case 'lt':
      return (found) => typeof found === 'number' && found < moment;
    case 'lte':
      return (found) => typeof found === 'number' && found <= moment;
    case 'isNull':
      return (found) => (found === undefined) === Boolean(value);
    case 'hasAll':
      return (found) => items.every((item) => has(found, item)) && Array.isArray(found);
    case 'hasAny':
      return (found) => items.some((item) => has(found, item));
    case 'hasNone':
      return (found) => Array.isArray(found) && !items.some((item) => has(found, item));
    case 'like':
      throw new TypeError('patterns are compared in SQL only');
  }
}
