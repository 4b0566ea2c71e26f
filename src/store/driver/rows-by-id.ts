import { type Selectable, sql } from 'kysely';
import type { Tables } from '../tables/schema.ts';
import type { Db } from './pool.ts';

/** Reads rows of a table by their ids, in one statement. */
export const rowsById =
  <T extends keyof Tables>(table: T) =>
  async (db: Db, ids: readonly number[]): Promise<Selectable<Tables[T]>[]> => {
    const found = sql<Selectable<Tables[T]>>`select * from ${sql.table(table)} where id = any(${ids})`;
    return (await found.execute(db)).rows;
  };
