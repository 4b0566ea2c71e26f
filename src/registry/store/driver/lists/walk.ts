import { type CompiledQuery, sql } from 'kysely';
import type { ListQuery } from '../../../../base/filter.ts';
import type { Db } from '../connections/pool.ts';

interface Walked<Row> {
  /** The field of the list that identifies its rows. */
  readonly id: string;
  /** Selects only that field of a list. */
  readonly ids: (list: ListQuery) => { compile(): CompiledQuery };
  readonly rows: (list: ListQuery) => Promise<Row[]>;
}

/**
 * The rows of a list. Deep in a list the ids are found first. A whole list is read page by page in one transaction: a
 * PostgreSQL cursor sorts it once and keeps the position, and each page costs two statements, however long the list is.
 */
export async function rowsOf<Row>(db: Db, list: ListQuery, { id, ids, rows }: Walked<Row>): Promise<Row[]> {
  const { slice, sort, filter } = list;
  const these = (value: readonly unknown[]): Promise<Row[]> =>
    value.length === 0 ? Promise.resolve([]) : rows(sortedLike(list, id, value));
  if (slice.by === 'offset' && slice.offset >= deep) {
    const page = await db.executeQuery<Record<string, unknown>>(ids(list).compile());
    return these(valuesOf(page));
  }
  if (slice.by !== 'walk') return rows(list);
  if (slice.isFirst) {
    const whole = { filter, sort, slice: { by: 'offset', limit: slice.most, offset: slice.skip } as const };
    const query = ids(whole).compile();
    await db.executeQuery({ ...query, sql: `declare whole_list no scroll cursor for ${query.sql}` });
  }
  const page = await sql<Record<string, unknown>>`fetch ${sql.lit(slice.limit)} from whole_list`.execute(db);
  return these(valuesOf(page));
}

/** The offset from which an index with the order and the ids is read, so that skipped rows are not. */
const deep = 1000;

const valuesOf = ({ rows }: { readonly rows: readonly Record<string, unknown>[] }): unknown[] =>
  rows.flatMap((row) => Object.values(row));

/** These rows, sorted like the whole list, with the same tie-breaker. */
const sortedLike = ({ sort }: ListQuery, id: string, value: readonly unknown[]): ListQuery => ({
  filter: { field: id, is: 'in', value },
  sort,
  slice: { by: 'offset', limit: value.length, offset: 0 },
});
