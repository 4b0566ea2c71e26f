import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { CannotOpen } from './cannot-open.ts';
import type { Database } from './database.ts';
import type { Db } from './pool.ts';
import { DatabaseUnavailable } from './trouble.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number will do, as long as every process uses the same. */
const LOCK = 7_206_154_001;

/**
 * Statements on a table wait behind a migration that waits for its lock. So a migration has a shorter timeout
 * than requests, and retries: an old process that serves meanwhile refuses nobody
 * (docs/operating.md#without-a-gap).
 */
const LOCK_WITHIN_MS = 1_000;
const LOCK_AGAIN_MS = 1_000;

/** The database does not fit this build; the migration that did not fit was not applied. */
export class MigrationRefused extends CannotOpen {
  override readonly name = 'MigrationRefused';
}

interface Migration {
  name: string;
  checksum: string;
  text: string;
}

/** Brings the tables to the version of this build; returns the names of the migrations applied now. */
export async function migrate(database: Database, directory = MIGRATIONS): Promise<string[]> {
  const migrations = readMigrations(directory);
  const applied: string[] = [];
  for (;;) {
    const next = await migrateOnce(database, migrations);
    if (next === undefined) return applied;
    applied.push(next.name);
  }
}

async function migrateOnce(
  database: Database,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  for (;;) {
    try {
      return await database.background.transaction(async (tx) => {
        const migration = await nextMigration(tx, migrations);
        if (migration !== undefined) await apply(tx, migration);
        return migration;
      });
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(LOCK_AGAIN_MS);
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.trouble === 'locked';

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  const misnamed = names.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0)
    throw new MigrationRefused(`migrations are named NNNN_name.sql, not ${misnamed.join(', ')}`);
  return names.sort().map((file) => {
    const text = readFileSync(`${directory}/${file}`, 'utf8');
    // Line ends are not part of the content: a checkout may change them.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
    return { name: file.slice(0, -'.sql'.length), checksum, text };
  });
}

/**
 * Takes the lock for creating tables and filling them for the first time; it is held until the transaction
 * ends. Waiting, or rewriting a large table, may take longer than any statement timeout.
 */
export async function lockMigrations(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = 0`.execute(tx);
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
}

/** Takes the lock, then finds the pending migrations; another process may have applied some of them meanwhile. */
async function nextMigration(tx: Db, migrations: readonly Migration[]): Promise<Migration | undefined> {
  await lockMigrations(tx);
  await makeRecord(tx);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations`.execute(tx);
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  refuseStrangers(done, migrations);
  return migrations.find(({ name }) => !done.has(name));
}

async function makeRecord(tx: Db): Promise<void> {
  try {
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null
      )`.execute(tx);
  } catch (error) {
    throw new MigrationRefused(
      `No table can be made in the database: ${error instanceof Error ? error.message : String(error)}. ` +
        `Its user must own the schema, and the server must take writes.`,
      { cause: error },
    );
  }
}

function refuseStrangers(done: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const names = [...done.keys()].sort();
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `The database has migrations that this build does not know: ${unknown.join(', ')}. ` +
        `It was used by a newer build; start that one, or restore a backup from before it.`,
    );
  }
  const changed = names.filter((name) => known.get(name) !== done.get(name));
  if (changed.length > 0) {
    throw new MigrationRefused(
      `These migrations were changed after the database applied them: ${changed.join(', ')}. ` +
        `Restore the files as they were and put the change into a new migration.`,
    );
  }
  const missed = migrations.filter(({ name }) => !done.has(name) && names.some((later) => later > name));
  if (missed.length > 0) {
    throw new MigrationRefused(
      `These migrations come before ones already applied: ${missed.map(({ name }) => name).join(', ')}. ` +
        `Give them higher numbers: migrations only go forward.`,
    );
  }
}

async function apply(tx: Db, { name, checksum, text }: Migration): Promise<void> {
  try {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(tx);
    await sql.raw(text).execute(tx);
  } catch (error) {
    if (isLocked(error)) throw error;
    throw new MigrationRefused(
      `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}. ` +
        `Nothing of it was kept, and the database is as it was: continue with the previous build, ` +
        `or fix the cause and start again.`,
      { cause: error },
    );
  }
  await sql`
    insert into schema_migrations (name, checksum, applied_at)
    values (${name}, ${checksum}, now())`.execute(tx);
}

/**
 * Retried after the first attempt came too early; false where the server has no pg_trgm. An older database
 * does it when it is migrated.
 */
export const indexPartsOfNames = (database: Database): Promise<boolean> =>
  database.background.transaction(async (tx) => {
    await lockMigrations(tx);
    const { rows } = await sql<{ known: boolean }>`
      select to_regproc('index_parts_of_names') is not null as known`.execute(tx);
    if (!rows[0]?.known) return true;
    const made = await sql<{ index_parts_of_names: boolean }>`select index_parts_of_names()`.execute(tx);
    return made.rows[0]?.index_parts_of_names ?? false;
  });
