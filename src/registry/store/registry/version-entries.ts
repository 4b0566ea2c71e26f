import { type RawBuilder, sql } from 'kysely';

/**
 * The entry of history that a version was made of. It has the time at which the version begins, so one part of history is searched,
 * and the others only where the clock of a process was behind. `limit` keeps PostgreSQL from starting parallel workers for a few entries.
 */
export function madeOf<Entry>(versions: string, columns: RawBuilder<unknown>): RawBuilder<Entry> {
  const [id, begins] = [sql.ref(`${versions}.id`), sql.ref(`${versions}.valid_from`)];
  return sql<Entry>`((select ${columns} from history where history.id = ${id} and history.at = ${begins})
    union all (select ${columns} from history where history.id = ${id} and history.at <> ${begins}) limit 1)`;
}
