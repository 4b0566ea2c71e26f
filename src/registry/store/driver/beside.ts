import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Db } from './pool.ts';

/** How a migration runs: in one transaction, or beside servers that write meanwhile (docs/adding.md#a-migration). */
export type Way = 'at once' | 'concurrently' | 'in batches';

const firstLine = /^-- (concurrently|in batches)$/m;
const index = /^create (unique )?index concurrently if not exists (\w+)\s+on (\w+)\s+(\S[\s\S]*)$/i;
/** Between two batches, so that others come by. */
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
        await sql`set statement_timeout = 0`.execute(db);
        await sql`set lock_timeout = 0`.execute(db);
        for (const one of await indexStatements(db, statement)) await sql.raw(one).execute(db);
        await sql`reset statement_timeout`.execute(db);
        await sql`reset lock_timeout`.execute(db);
      });
}

/** The same in the transaction of an embedded database, which has one connection and serves nobody meanwhile. */
export async function runAlone(tx: Db, way: Way, text: string): Promise<void> {
  for (const statement of statementsOf(text))
    if (way === 'in batches') while (await runBatch(tx, statement));
    else await sql.raw(statement.replace(/ concurrently\b/i, '')).execute(tx);
}

/** The statement changes some thousand rows at most and returns them; false once it finds none. */
async function runBatch(tx: Db, statement: string): Promise<boolean> {
  const { rows } = await sql.raw(statement).execute(tx);
  return rows.length > 0;
}

/**
 * PostgreSQL leaves an invalid index where it was interrupted, and builds none concurrently for a table that is divided: each
 * part gets its own, and then the whole.
 */
async function indexStatements(db: Db, statement: string): Promise<string[]> {
  const [, unique = '', name = '', table = '', rest = ''] = index.exec(statement) ?? [];
  if (name === '')
    throw new Error(`only "create index concurrently if not exists" runs concurrently: ${statement}`);
  const parts = await sql<{ part: string }>`
    select relname as part from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) order by relname`.execute(db);
  const made =
    parts.rows.length > 0 ? parts.rows.map(({ part }) => [`${part}_${name}`, part]) : [[name, table]];
  const concurrent = made.map(
    ([one, on]) => `create ${unique}index concurrently if not exists ${one} on ${on} ${rest}`,
  );
  const names = made.map(([one]) => one);
  const invalid = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relname = any(${names}) and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return [
    ...invalid.rows.map((one) => `drop index concurrently ${one.name}`),
    ...concurrent,
    ...(parts.rows.length > 0
      ? [
          `create ${unique}index if not exists ${name} on only ${table} ${rest}`,
          ...names.map((one) => `alter index ${name} attach partition ${one}`),
        ]
      : []),
  ];
}
