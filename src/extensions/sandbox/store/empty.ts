import { sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { tableNames } from '../../../registry/store/driver/migrations/tables.ts';
import { channel } from '../../../registry/store/runner/journal.ts';

/** Operators who reset the sandbox from their console stay signed in. */
const kept = new Set(['schema_migrations', 'console_sessions']);

/**
 * The ids of history entries continue when everything else starts again, so that a caller with an earlier id, who has
 * missed the reset, can be refused. Locked first, so that no id is assigned meanwhile.
 */
export async function keepHistoryCounting(db: Db): Promise<void> {
  await sql`lock table history in access exclusive mode`.execute(db);
  const { rows } = await sql<{ next: number }>`
    select nextval(pg_get_serial_sequence('history', 'id')) as next`.execute(db);
  await sql`alter table history alter column id set start with ${sql.lit(rows[0]?.next ?? 1)}`.execute(db);
}

/** Deletes all other rows of every table and resets every counter; all processes clear their caches. */
export async function emptyEverything(db: Db): Promise<void> {
  const tables = (await tableNames(db)).filter((name) => !kept.has(name));
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} restart identity`.execute(db);
  await sql`select pg_notify(${channel}, payload)
    from unnest(${['["api_user",""]', '["setting",""]', '["reset",""]']}::text[]) payload`.execute(db);
}
