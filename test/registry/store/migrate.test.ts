import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#src/registry/store/driver/database.ts';
import { MigrationRefused, migrate } from '#src/registry/store/driver/migrate.ts';
import { countStatements, secondConnection, testDatabase } from '../../support/database.ts';

let database: Database;
let directory: string;

beforeEach(async () => {
  database = await testDatabase();
  await sql`drop table if exists schema_migrations, fruits, colours`.execute(database.db);
  directory = mkdtempSync(join(tmpdir(), 'zonegraph-migrations-'));
  write('0001_fruits', `create table fruits (name text primary key); insert into fruits values ('plum');`);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(directory, `${name}.sql`), text);
const applied = async () =>
  (
    await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db)
  ).rows.map(({ name }) => name);

describe('migrating', () => {
  test('applies the files in the order of their numbers, and each once', async () => {
    write('0002_colours', `create table colours as select name as of_what, 'blue' as name from fruits;`);
    expect(await migrate(database, directory)).toEqual(['0001_fruits', '0002_colours']);
    expect(await migrate(database, directory)).toEqual([]);
    expect((await sql`select * from colours`.execute(database.db)).rows).toEqual([
      { of_what: 'plum', name: 'blue' },
    ]);
  });

  test('of ours there is one file for each number', () => {
    const files = readdirSync(new URL('../../../src/registry/store/migrations', import.meta.url)).sort();
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  test('goes on where an earlier build stopped', async () => {
    await migrate(database, directory);
    write('0002_colours', 'create table colours (name text);');
    expect(await migrate(database, directory)).toEqual(['0002_colours']);
    expect(await applied()).toEqual(['0001_fruits', '0002_colours']);
  });

  test('leaves nothing of a file that fails half-way, and can be tried again', async () => {
    write('0002_colours', 'create table colours (name text); insert into colours values (1 / 0);');
    await expect(migrate(database, directory)).rejects.toThrow('division by zero');
    expect(await applied()).toEqual(['0001_fruits']);
    write('0002_colours', 'create table colours (name text);');
    expect(await migrate(database, directory)).toEqual(['0002_colours']);
  });

  test('refuses a file that was changed after it was applied', async () => {
    await migrate(database, directory);
    write('0001_fruits', 'create table fruits (name text, sweet boolean);');
    await expect(migrate(database, directory)).rejects.toThrow(
      /changed after the database applied them: 0001_fruits/,
    );
  });

  test('does not mind other line ends', async () => {
    write('0002_colours', 'create table colours (\n name text\n);\n');
    await migrate(database, directory);
    write('0002_colours', 'create table colours (\r\n name text\r\n);\r\n');
    expect(await migrate(database, directory)).toEqual([]);
  });

  test('refuses a database that a newer build has migrated further', async () => {
    write('0002_colours', 'create table colours (name text);');
    await migrate(database, directory);
    rmSync(join(directory, '0002_colours.sql'));
    await expect(migrate(database, directory)).rejects.toThrow(/this build does not know: 0002_colours/);
  });

  test('refuses to go back to fill a gap', async () => {
    write('0003_colours', 'create table colours (name text);');
    await migrate(database, directory);
    write('0002_late', 'select 1;');
    await expect(migrate(database, directory)).rejects.toThrow(MigrationRefused);
    expect(await applied()).toEqual(['0001_fruits', '0003_colours']);
  });

  test('refuses a file whose name gives no order', async () => {
    write('colours', 'select 1;');
    await expect(migrate(database, directory)).rejects.toThrow(/NNNN_name\.sql, not colours\.sql/);
  });

  test('by two processes at once is done by one while the other waits', async ({ skip }) => {
    const other = await secondConnection();
    if (other === undefined) return skip('the embedded database has one process');
    write('0002_colours', 'select pg_sleep(0.2); create table colours (name text);');
    const done = await Promise.all([migrate(database, directory), migrate(other, directory)]);
    expect(done.flat().sort()).toEqual(['0001_fruits', '0002_colours']);
  });

  test('costs a handful of statements when there is nothing to do', async () => {
    await migrate(database, directory);
    const { count } = await countStatements(database, () => migrate(database, directory));
    expect(count).toBeLessThanOrEqual(5);
  });
});
