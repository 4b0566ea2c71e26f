import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { LOCK_WITHIN_MS, runAlone, runBeside, wayOf } from '../connections/beside.ts';
import { CannotOpen } from '../connections/cannot-open.ts';
import type { Database } from '../connections/database.ts';
import type { Db } from '../connections/pool.ts';
import { DatabaseUnavailable } from '../connections/trouble.ts';
import { releaseBefore } from './releases.ts';
import { grantTo } from './roles.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number will do, as long as every process uses the same. */
const LOCK = 7_206_154_001;

const LOCK_AGAIN_MS = 1_000;
const LOCK_POLL_MS = 200;
const others = Symbol('another process migrates');

/** The database does not fit this build; the migration that did not fit was not applied. */
export class MigrationRefused extends CannotOpen {
  override readonly name = 'MigrationRefused';
}

export interface Migration {
  name: string;
  checksum: string;
  text: string;
}

/**
 * Brings the tables to the version of this build; returns the names of the migrations applied now. `server` is the
 * role that serves, where that is another one: what is made is for it, too.
 */
export async function migrate(
  database: Database,
  directory = MIGRATIONS,
  server?: string,
): Promise<string[]> {
  const applied = await applyAll(database, readMigrations(directory), server);
  // This precedes the first row of a new database: a year that has rows already does not get a part.
  if (directory === MIGRATIONS) await makePartsFor(database.background.db);
  return applied;
}

/** An extension that may bring tables, which begin with its name. */
export interface WithTables {
  readonly name: string;
  /** Texts of SQL, each of which runs once, in this order: later versions of the extension add to the list. */
  readonly tables?: readonly string[];
}

/** Makes the tables of an extension, as migrations under its name: `favourites/0001`. */
export async function migrateExtension(
  database: Database,
  { name, tables = [] }: WithTables,
  server?: string,
): Promise<string[]> {
  const migrations = tables.map((text, index) =>
    migrationOf(`${name}/${String(index + 1).padStart(4, '0')}`, text),
  );
  return migrations.length > 0 ? applyAll(database, migrations, server) : [];
}

async function applyAll(
  database: Database,
  migrations: readonly Migration[],
  server: string | undefined,
): Promise<string[]> {
  // The role that serves may look, and make nothing.
  const isDone = server === undefined && (await areApplied(database.background.db, migrations));
  const applied: string[] = [];
  while (!isDone) {
    const next = await migrateOnce(database, migrations, server);
    if (next === undefined) break;
    applied.push(next.name);
  }
  return applied;
}

/**
 * Makes the parts of the tables that are divided by time, for the year of a moment and the next one. Without a moment
 * it is now, also for a clock that is ahead.
 */
export async function makePartsFor(db: Db, moment?: Date): Promise<void> {
  await sql`select make_parts_for(coalesce(${moment}::timestamptz, now()))`.execute(db);
}

async function migrateOnce(
  database: Database,
  migrations: readonly Migration[],
  server: string | undefined,
): Promise<Migration | undefined> {
  for (;;) {
    try {
      const beside = new Beside();
      const holding = database.background.transaction(async (tx) => {
        if (!(await mayMigrate(tx))) return others;
        const migration = await nextMigration(tx, migrations);
        if (migration !== undefined)
          await apply(tx, migration, database.kind === 'postgres' ? beside : undefined);
        if (server !== undefined) await grantTo(tx, server);
        return migration;
      });
      // Outside of the transaction, which only holds the lock.
      const asked = await Promise.race([holding.then(() => undefined), beside.asked]);
      if (asked) beside.ran(runBeside(database, wayOf(asked.text), asked.text));
      const next = await holding;
      if (next !== others) return next;
      await sleep(LOCK_POLL_MS);
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(LOCK_AGAIN_MS);
    }
  }
}

/** Lets others run a migration while a transaction holds the lock for it. */
class Beside {
  #ask: (migration: Migration) => void = () => {};
  readonly asked = new Promise<Migration>((resolve) => {
    this.#ask = resolve;
  });
  #settle: (ran: Promise<void>) => void = () => {};
  readonly #ran = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  run(migration: Migration): Promise<void> {
    this.#ask(migration);
    return this.#ran;
  }

  ran(work: Promise<void>): void {
    this.#settle(work);
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.trouble === 'locked';

export function readMigrations(directory = MIGRATIONS): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  const misnamed = names.filter((name) => !FILE_NAME.test(name));
  if (misnamed.length > 0)
    throw new MigrationRefused(`migrations are named NNNN_name.sql, not ${misnamed.join(', ')}`);
  return names
    .sort()
    .map((file) => migrationOf(file.slice(0, -'.sql'.length), readFileSync(`${directory}/${file}`, 'utf8')));
}

/** Line ends are not part of the content: a checkout may change them. */
const migrationOf = (name: string, text: string): Migration => ({
  name,
  checksum: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex'),
  text,
});

/**
 * Takes the lock for creating tables and filling them for the first time; it is held until the transaction
 * ends. Waiting, or rewriting a large table, may take longer than any statement timeout.
 */
export async function lockMigrations(tx: Db): Promise<void> {
  await waitAsLongAsItTakes(tx);
  await sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.execute(tx);
}

/**
 * Tells whether this transaction has got the lock, without waiting. An index that is built concurrently waits for the
 * end of every transaction that has asked anything before, and whoever builds it holds the lock: a transaction that
 * waited for the lock would wait for ever.
 */
async function mayMigrate(tx: Db): Promise<boolean> {
  await waitAsLongAsItTakes(tx);
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

async function waitAsLongAsItTakes(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = 0`.execute(tx);
}

/**
 * Returns the next migration. The caller holds the lock, because another process may have applied some of them
 * meanwhile.
 */
async function nextMigration(tx: Db, migrations: readonly Migration[]): Promise<Migration | undefined> {
  await makeRecord(tx, migrations);
  return pendingOf(tx, migrations);
}

async function pendingOf(db: Db, migrations: readonly Migration[]): Promise<Migration | undefined> {
  const { rows } = await sql<{ name: string; checksum: string; runs_with: string | null }>`
    select name, checksum, to_jsonb(schema_migrations)->>'runs_with' as runs_with from schema_migrations`.execute(
    db,
  );
  const newest = migrations.at(-1)?.name ?? '';
  // The next release may have added migrations that this one runs on: going back a release needs no restore.
  const isForUs = ({ name, runs_with }: (typeof rows)[number]) =>
    name > newest && runs_with !== null && runs_with <= newest;
  const ours = rows.filter((row) => ownerOf(row.name) === ownerOf(newest) && !isForUs(row));
  const done = new Map(ours.map(({ name, checksum }) => [name, checksum]));
  refuseStrangers(done, migrations);
  return migrations.find(({ name }) => !done.has(name));
}

/** The extension whose migration it is; undefined for the product's own. */
const ownerOf = (name: string): string | undefined => /^(.*)\//.exec(name)?.[1];

async function areApplied(db: Db, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await sql<{ readable: boolean }>`
    select coalesce(has_table_privilege(to_regclass('schema_migrations'), 'select'), false) as readable`.execute(
    db,
  );
  return rows[0]?.readable === true && (await pendingOf(db, migrations)) === undefined;
}

const DENIED = '42501';

async function makeRecord(tx: Db, migrations: readonly Migration[]): Promise<void> {
  // A server that starts meanwhile reads the table, and would wait behind the lock of a change of it.
  const { rows } = await sql<{ isComplete: boolean }>`
    select has_schema_privilege(current_schema(), 'create') and exists (
      select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'runs_with' and not attisdropped
    ) as "isComplete"`.execute(tx);
  if (rows[0]?.isComplete) return;
  try {
    await sql
      .raw(`create table if not exists schema_migrations (
          name text primary key,
          checksum text not null,
          applied_at timestamptz not null
        );
        -- The last migration of the release before, whose servers run on it.
        alter table schema_migrations add column if not exists runs_with text;`)
      .execute(tx);
  } catch (error) {
    if ((error as { code?: string }).code === DENIED)
      throw new MigrationRefused(
        `The database is not at ${migrations.at(-1)?.name}, and its user may not migrate it. Set MIGRATE_DATABASE_URL, ` +
          `whose user owns the schema, or run zonegraph migrate with it first.`,
        { cause: error },
      );
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
  const [first] = migrations;
  if (unknown.length > 0 && first && !done.has(first.name)) {
    throw new MigrationRefused(
      `The database was made by a commit from before 1.0.0 (its migrations begin with ${names[0]}), and cannot be upgraded. ` +
        `Set another DATABASE_URL or DATA_DIR to begin with an empty one; the commit that made it still runs on it.`,
    );
  }
  if (unknown.length > 0) {
    throw new MigrationRefused(
      `The database has migrations that this build does not know: ${unknown.join(', ')}. ` +
        `It was used by a build that is more than one release newer; start that one, or restore a backup from before it.`,
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

async function apply(tx: Db, migration: Migration, beside: Beside | undefined): Promise<void> {
  const { name, checksum, text } = migration;
  const way = wayOf(text);
  try {
    if (way === 'at once') {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(tx);
      await sql.raw(text).execute(tx);
    } else if (beside) {
      // This also ends the statement before, whose snapshot an index would wait for.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await beside.run(migration);
    } else await runAlone(tx, way, text);
  } catch (error) {
    if (isLocked(error)) throw error;
    throw new MigrationRefused(
      `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}. ` +
        (way === 'at once' || !beside
          ? 'Nothing of it was kept, and the database is as it was'
          : 'What it has done stays, and is not done again') +
        `: continue with the previous build, or fix the cause and start again.`,
      { cause: error },
    );
  }
  await sql`
    insert into schema_migrations (name, checksum, applied_at, runs_with)
    values (${name}, ${checksum}, now(), ${releaseBefore(name) ?? null})`.execute(tx);
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
