import { readFileSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { type Database, openDatabase } from '#src/store/database.ts';
import { emptyEverything, tableNames } from '#src/store/empty.ts';
import { onServer, urlOf } from './server.ts';

let opened: Promise<Database> | undefined;
let openedBy: string | undefined;
let url: string | undefined;
let afterClose = async (): Promise<void> => {};
const others: Database[] = [];
let tablesAtFirst: string | undefined;

/** The migrated database of this test file; the same at each call, gone after the file. */
export function testDatabase(): Promise<Database> {
  const file = expect.getState().testPath ?? '';
  const isLeftOver = opened !== undefined && openedBy !== file;
  if (isLeftOver && needsItsOwn(file)) opened = closeTestDatabase(file).then(open);
  opened ??= open();
  openedBy = file;
  return opened;
}

/** Files that try the database itself, or in which what leaves the house must not be taken by anybody else. */
const needsItsOwn = (file: string): boolean =>
  /\/test\/(store|outbox|providers|lifecycle|process|sandbox|browser|cli)\/|billing|e-invoice/.test(file);

/** Called after each test file (after-each-file.ts): files share their modules, not what is in their database. */
export async function closeTestDatabase(next?: string): Promise<void> {
  if (!opened) return;
  const database = await opened;
  if (next === undefined && database.kind === 'embedded' && (await canServeAgain(database))) return;
  for (const one of [...others.splice(0), database]) await one.close();
  await afterClose();
  opened = undefined;
  url = undefined;
  afterClose = async () => {};
}

/**
 * Starting an embedded PostgreSQL takes longer than most files' tests: it is emptied and used again by the next file of
 * the same worker. Not after files that need one of their own, nor after one that has left a table behind.
 */
async function canServeAgain(database: Database): Promise<boolean> {
  if (needsItsOwn(openedBy ?? '')) return false;
  try {
    const tables = (await tableNames(database.db)).join();
    if (tables !== tablesAtFirst) return false;
    await emptyEverything(database.db);
    return true;
  } catch {
    // Closed by the file, or broken.
    return false;
  }
}

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

/** The statements sent while `work` ran. */
export async function countStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<{ count: number; statements: string[] }> {
  const statements: string[] = [];
  const stop = database.onStatement((sql) => statements.push(sql));
  try {
    await work();
  } finally {
    stop();
  }
  return { count: statements.length, statements };
}

async function open(): Promise<Database> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const database = await openDatabase({ snapshot: readFileSync(source.snapshot), refuseNesting: true });
    tablesAtFirst ??= (await tableNames(database.db)).join();
    return database;
  }
  const name = `${source.template}_${process.pid}_${Date.now()}`;
  await onServer(source.server, `create database ${name} template ${source.template}`);
  url = urlOf(source.server, name);
  afterClose = () => onServer(source.server, `drop database if exists ${name} with (force)`);
  return openDatabase({ url, refuseNesting: true });
}
