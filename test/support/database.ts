import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { atEndOfFile, closings } from './at-end.ts';
import { emptyEngine, giveBack } from './engine.ts';
import { onServer, urlOf } from './server.ts';

let opened: Promise<Database> | undefined;
let url: string | undefined;
let afterClose = async (): Promise<void> => {};
const others: Database[] = [];

/** The migrated database of this test file; the same at each call, gone after the file. */
export function testDatabase(): Promise<Database> {
  opened ??= open();
  return opened;
}

/** Files share their modules, not their database. */
closings.push(async () => {
  if (!opened) return;
  for (const database of [...others.splice(0), await opened]) await database.close();
  await afterClose();
  opened = undefined;
  url = undefined;
  afterClose = async () => {};
});

/** Where a child process finds it; undefined: the embedded one is this process's own. */
export async function testDatabaseUrl(): Promise<string | undefined> {
  await testDatabase();
  return url;
}

/** A second process on the same database; there is none for the embedded one. */
export async function secondConnection(): Promise<Database | undefined> {
  await testDatabase();
  if (url === undefined) return undefined;
  const other = await openDatabase({ url, poolSize: 10, refuseNesting: true });
  others.push(other);
  return other;
}

/** A registry beside the test's own, with a database of its own. */
export async function anotherDatabase(): Promise<Database> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const engine = await emptyEngine(source.snapshot);
    const database = await openDatabase({ engine, refuseNesting: true });
    atEndOfFile(async () => {
      await database.close();
      await giveBack(engine);
    });
    return database;
  }
  const name = `${source.template}_${process.pid}_${Date.now()}_other`;
  await onServer(source.server, `create database ${name} ${source.likeTemplate}`);
  const database = await openDatabase({
    url: urlOf(source.server, name),
    refuseNesting: true,
    longestWait: 14,
  });
  atEndOfFile(async () => {
    await database.close();
    await onServer(source.server, `drop database if exists ${name} with (force)`);
  });
  return database;
}

/** Sent now and then for all callers together, whatever `work` is (batch.ts, last-uses.ts and point-counts.ts of src/apis/access). */
const inBatches =
  /update access_tokens token set last_used_at|update questions set reads = questions|insert into sign_in_addresses|left join \(select (caller, window_start|\* from added)/;
/** A caller who signed in 20 seconds ago or more is read again beside the next request (src/apis/access/passwords.ts). */
const ofSignIns = /"sign_in_addresses" as "seen"|^select "name", "value" from "settings"$/;

/** The statements sent while `work` ran, and in how many trips; begin and commit are neither. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<{ count: number; statements: string[]; trips: number }> {
  const statements: string[] = [];
  const trips = new Set<object>();
  const stop = database.onStatement((sql, trip) => {
    if (inBatches.test(sql) || ofSignIns.test(sql)) return;
    statements.push(sql);
    trips.add(trip);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return { count: statements.length, statements, trips: trips.size };
}

/** Whether such a statement waits for a lock. */
export async function isWaiting({ health }: Database, statement: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${statement}) as waits`.execute(health.db);
  return rows[0]?.waits ?? false;
}

async function open(): Promise<Database> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const engine = await emptyEngine(source.snapshot);
    afterClose = () => giveBack(engine);
    return openDatabase({ engine, refuseNesting: true });
  }
  const name = `${source.template}_${process.pid}_${Date.now()}`;
  await onServer(source.server, `create database ${name} ${source.likeTemplate}`);
  url = urlOf(source.server, name);
  afterClose = () => onServer(source.server, `drop database if exists ${name} with (force)`);
  // A machine that is busy with other tests is not what they are about: test/server/trouble has impatient ones.
  return openDatabase({ url, refuseNesting: true, longestWait: 14 });
}
