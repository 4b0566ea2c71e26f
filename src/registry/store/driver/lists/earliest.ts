import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connections/pool.ts';

/** A query for one value: a moment, a day, or null. */
export type Earliest = RawBuilder<unknown>;

/** The results of several queries, in one statement. */
export async function earliestOf(
  db: Db,
  queries: Readonly<Record<string, Earliest>>,
): Promise<ReadonlyMap<string, Date | string>> {
  const columns = Object.entries(queries).map(([name, query]) => sql`(${query}) as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, Date | string | null>>`select ${sql.join(columns)}`.execute(db);
  return new Map(
    Object.entries(rows[0] ?? {}).filter((entry): entry is [string, Date | string] => entry[1] !== null),
  );
}
