import { sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/pool.ts';
import { channel } from '../../../registry/store/runner/journal.ts';

/** Operators who reset the sandbox from their console stay signed in. */
const kept = new Set(['schema_migrations', 'console_sessions']);

/**
 * The ids of history entries continue when everything else starts again, so that a caller with an earlier id, who has missed
 * the reset, can be refused. Locked first, so that no id is assigned meanwhile.
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

/** All tables; those that are divided by time as a whole. */
export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** The schema of the tables, quoted for SQL. */
export async function schemaName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_schema()) as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
