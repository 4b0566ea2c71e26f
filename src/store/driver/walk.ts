import { type CompiledQuery, sql } from 'kysely';
import type { ListQuery } from '../../core/filter.ts';
import type { Db } from './pool.ts';

interface Walked<Row> {
  /** The field of the list that identifies its rows. */
  readonly id: string;
  /** The same list with only that field. */
  readonly ids: (list: ListQuery) => { compile(): CompiledQuery };
  readonly rows: (list: ListQuery) => Promise<Row[]>;
}

/**
 * The rows of a list. A whole list is read page by page in one transaction: a cursor of PostgreSQL sorts it
 * once and keeps the position, and each page costs two statements, however long the list is.
 */
export async function rowsOf<Row>(db: Db, list: ListQuery, { id, ids, rows }: Walked<Row>): Promise<Row[]> {
  const { slice, sort, filter } = list;
  if (slice.by !== 'walk') return rows(list);
  if (slice.isFirst) {
    const whole = { filter, sort, slice: { by: 'offset', limit: slice.most, offset: slice.skip } as const };
    const query = ids(whole).compile();
    await db.executeQuery({ ...query, sql: `declare whole_list no scroll cursor for ${query.sql}` });
  }
  const page = await sql<Record<string, unknown>>`fetch ${sql.lit(slice.limit)} from whole_list`.execute(db);
  const value = page.rows.flatMap((row) => Object.values(row));
  if (value.length === 0) return [];
  // Sorted like the whole list, with the same tie-breaker.
  return rows({
    filter: { field: id, is: 'in', value },
    sort,
    slice: { by: 'offset', limit: value.length, offset: 0 },
  });
}
