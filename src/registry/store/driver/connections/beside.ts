import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Db } from './pool.ts';

/** How a migration runs: in one transaction, or beside servers that write meanwhile (docs/adding.md#a-migration). */
export type Way = 'at once' | 'concurrently' | 'in batches';

const firstLine = /^-- (concurrently|in batches)$/m;
const index = /^create (unique )?index concurrently if not exists (\w+)\s+on (\w+)\s+(\S[\s\S]*)$/i;
/**
 * Statements on a table wait behind a migration that waits for its lock. So a migration has a shorter timeout
 * than requests, and retries: an old process that serves meanwhile refuses nobody
 * (docs/operating.md#without-a-gap).
 */
export const LOCK_WITHIN_MS = 1_000;
/** The pause between two batches, in which other transactions run. */
const PAUSE_MS = 20;

export function wayOf(text: string): Way {
  const [line = ''] = text.split('\n');
  return (firstLine.exec(line)?.[1] as Way | undefined) ?? 'at once';
}

const statementsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** Runs each statement by itself. What was done before a failure stays, and is not done again the next time. */
export async function runBeside({ background }: Database, way: Way, text: string): Promise<void> {
  for (const statement of statementsOf(text))
    if (way === 'in batches')
      while (await background.transaction((tx) => runBatch(tx, statement))) await sleep(PAUSE_MS);
    else
      await background.db.connection().execute(async (db) => {
        try {
          await sql`set statement_timeout = 0`.execute(db);
          await sql`set lock_timeout = 0`.execute(db);
          await buildIndex(db, statement);
        } finally {
          // The connection goes back to jobs.
          await sql`reset statement_timeout`.execute(db);
          await sql`reset lock_timeout`.execute(db);
        }
      });
}

/**
 * Runs the statements in the transaction of an embedded database, which has one connection and serves nobody
 * meanwhile.
 */
export async function runAlone(tx: Db, way: Way, text: string): Promise<void> {
  for (const statement of statementsOf(text))
    if (way === 'in batches') while (await runBatch(tx, statement));
    else await sql.raw(statement.replace(/ concurrently\b/i, '')).execute(tx);
}

/** The statement changes some thousand rows at most and returns them; false once it finds none. */
async function runBatch(tx: Db, statement: string): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(tx);
  const { rows } = await sql.raw(statement).execute(tx);
  return rows.length > 0;
}

/**
 * PostgreSQL leaves an invalid index behind when it is interrupted, and cannot build one concurrently for a table
 * that is divided: so each part gets an index of its own. The index of the whole table is declared first, so that a
 * part made meanwhile has one from the start.
 */
async function buildIndex(db: Db, statement: string): Promise<void> {
  const [, unique = '', name = '', table = '', rest = ''] = index.exec(statement) ?? [];
  if (name === '')
    throw new Error(`only "create index concurrently if not exists" runs concurrently: ${statement}`);
  const { rows: divided } = await sql<{ isDivided: boolean }>`
    select relkind = 'p' as "isDivided" from pg_class where oid = to_regclass(${table})`.execute(db);
  if (!divided[0]?.isDivided) return buildValid(db, unique, name, `on ${table} ${rest}`);
  const declared = `create ${unique}index if not exists ${name} on only ${table} ${rest}`;
  await runShortly(db, declared);
  const parts = await sql<{ part: string }>`
    select relname as part from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) and not exists (
      select from pg_index join pg_inherits attached on attached.inhrelid = indexrelid
      where indrelid = pg_class.oid and attached.inhparent = to_regclass(${name}))
    order by relname`.execute(db);
  for (const { part } of parts.rows) {
    await buildValid(db, unique, `${part}_${name}`, `on ${part} ${rest}`);
    await runShortly(db, `alter index ${name} attach partition ${part}_${name}`);
  }
}

async function buildValid(db: Db, unique: string, name: string, on: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db);
  if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create ${unique}index concurrently if not exists ${name} ${on}`).execute(db);
}

/**
 * Runs a statement that takes a lock behind which writes wait: it gives up soon, and the migration tries again.
 */
async function runShortly(db: Db, statement: string): Promise<void> {
  await sql`set lock_timeout = ${sql.lit(LOCK_WITHIN_MS)}`.execute(db);
  await sql.raw(statement).execute(db);
  await sql`set lock_timeout = 0`.execute(db);
}
