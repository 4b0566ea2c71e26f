import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import {
  MigrationRefused,
  migrate,
  migrateExtension,
  readMigrations,
} from '#src/registry/store/driver/migrations/migrate.ts';
import { releaseBefore } from '#src/registry/store/driver/migrations/releases.ts';
import { landedMigrations } from '#src/server/generate/landed-migrations.ts';
import { countStatements, isWaiting, secondConnection, testDatabase } from '../../support/database.ts';

/** 1.0.0.backup was made from it (test/server/process/releases): neither ever changes. */
const baselineHash = '6dcba6729be82d41280935474e8434af55dce640336004419e1582fe82fa692b';

let database: Database;
let directory: string;

beforeEach(async () => {
  database = await testDatabase();
  await sql`drop table if exists schema_migrations, fruits, colours cascade`.execute(database.db);
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

  test('makes the tables of an extension under its name, each text once, and is not confused by them', async () => {
    await migrate(database, directory);
    const first = 'create table favourites (id bigint)';
    const second = 'alter table favourites add column name text';
    expect(await migrateExtension(database, { name: 'plums', tables: [first] })).toEqual(['plums/0001']);
    expect(await migrateExtension(database, { name: 'plums', tables: [first, second] })).toEqual([
      'plums/0002',
    ]);
    expect(await migrateExtension(database, { name: 'plums', tables: [first, second] })).toEqual([]);
    expect(await migrate(database, directory)).toEqual([]);
    await expect(migrateExtension(database, { name: 'plums', tables: [second] })).rejects.toThrow(
      'These migrations were changed after the database applied them: plums/0001',
    );
    expect(await applied()).toEqual(['0001_fruits', 'plums/0001', 'plums/0002']);
    await sql`drop table favourites`.execute(database.db);
  });

  test('of ours there is one file for each number', () => {
    const files = readdirSync(new URL('../../../src/registry/store/migrations', import.meta.url));
    const numbers = files.map((name) => Number(name.slice(0, 4)));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('of ours none has changed since it landed', () => {
    const file = new URL('../../../schema/landed-migrations.json', import.meta.url);
    const ours = readMigrations();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(
      Object.fromEntries(ours.map(({ name, checksum }) => [name, checksum])),
    );
    const [baseline] = ours;
    expect(baseline).toMatchObject({ name: '0001_baseline', checksum: baselineHash });
  });

  test('after the baseline each has its line in the manual: how long it takes, and what waits', () => {
    const manual = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const [, section = ''] = /^### How long migrations take\n([\s\S]*?)(?=^#)/m.exec(manual) ?? [];
    const told = [...section.matchAll(/^\| `(\d{4}_\w+)` \|(?: [^|]+ \|){3}$/gm)].map(([, name]) => name);
    const [, ...later] = readMigrations().map(({ name }) => name);
    expect(told).toEqual(later);
  });

  test('after the baseline none reads a table that grows while nobody may write to it: a check of it is not valid at first', () => {
    const grows =
      /^alter table (?:history|domain_versions|contact_versions|domain_terms|ledger|access_log|domains|contacts|nameservers|domain_contacts|dnssec_keys)\b/;
    const [, ...later] = readMigrations();
    const waits = later.filter(({ text }) =>
      text
        .replaceAll(/--.*/g, '')
        .split(';')
        .map((statement) => statement.trim().toLowerCase())
        .some(
          (statement) =>
            grows.test(statement) && /\bcheck\b/.test(statement) && !statement.includes('not valid'),
        ),
    );
    expect(waits.map(({ name }) => name)).toEqual([]);
  });

  test('records a new file once, and refuses to record one that has changed', () => {
    const one = { name: '0001_fruits', checksum: 'a' };
    const recorded = landedMigrations([one]);
    expect(JSON.parse(landedMigrations([one, { name: '0002_colours', checksum: 'b' }], recorded))).toEqual({
      '0001_fruits': 'a',
      '0002_colours': 'b',
    });
    for (const now of [[{ ...one, checksum: 'c' }], []])
      expect(() => landedMigrations(now, recorded)).toThrow(/0001_fruits has changed since it was recorded/);
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

  test('lets the release before run on what the next one has added, and nothing older', async () => {
    write('0002_colours', 'create table colours (name text);');
    await migrate(database, directory);
    rmSync(join(directory, '0002_colours.sql'));
    await sql`update schema_migrations set runs_with = '0001_fruits' where name = '0002_colours'`.execute(
      database.db,
    );
    expect(await migrate(database, directory)).toEqual([]);
    await sql`update schema_migrations set runs_with = '0002_a_release_later' where name = '0002_colours'`.execute(
      database.db,
    );
    await expect(migrate(database, directory)).rejects.toThrow(/more than one release newer/);
  });

  test('records with each migration the release before, which runs on it', async () => {
    expect(releaseBefore('0001_baseline')).toBeUndefined();
    expect(releaseBefore('0002_colours')).toBe('0001_baseline');
  });

  test('refuses a database that an unknown build has migrated further', async () => {
    write('0002_colours', 'create table colours (name text);');
    await migrate(database, directory);
    rmSync(join(directory, '0002_colours.sql'));
    await sql`update schema_migrations set runs_with = null`.execute(database.db);
    await expect(migrate(database, directory)).rejects.toThrow(/this build does not know: 0002_colours/);
  });

  test('refuses a database of a commit from before 1.0.0, and says what to do', async () => {
    await migrate(database, directory);
    await sql`update schema_migrations set name = '0001_foundation'`.execute(database.db);
    await expect(migrate(database, directory)).rejects.toThrow(
      /a commit from before 1\.0\.0 \(its migrations begin with 0001_foundation\).*Set another DATABASE_URL or DATA_DIR/,
    );
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

  const indexes = async (): Promise<{ name: string; valid: boolean }[]> =>
    (
      await sql<{ name: string; valid: boolean }>`
        select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
        where relname like '%sweet' order by relname`.execute(database.db)
    ).rows;

  test('builds an index concurrently while others write, and again where that was interrupted', async ({
    skip,
  }) => {
    const other = await secondConnection();
    if (other === undefined) return skip('the embedded database has one connection');
    await migrate(database, directory);
    write(
      '0002_sweet',
      '-- concurrently\n-- Looked up by name.\ncreate unique index concurrently if not exists fruits_sweet on fruits (lower(name));\n',
    );
    await sql`insert into fruits values ('PLUM')`.execute(database.db);
    await expect(migrate(database, directory)).rejects.toThrow(/could not create unique index/);
    expect(await indexes()).toEqual([{ name: 'fruits_sweet', valid: false }]);
    expect(await applied()).toEqual(['0001_fruits']);
    await sql`delete from fruits where name = 'PLUM'`.execute(database.db);
    // A writer whose transaction is open: the index waits for it, and nobody waits for the index.
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const writing = other.transaction(async (tx) => {
      await sql`insert into fruits values ('pear')`.execute(tx);
      await isWritten;
    });
    const migrating = migrate(database, directory);
    await expect
      .poll(() => isWaiting(other, '%index concurrently%fruits_sweet%'), { timeout: 5000 })
      .toBe(true);
    await sql`insert into fruits values ('quince')`.execute(other.background.db);
    written();
    await writing;
    expect(await migrating).toEqual(['0002_sweet']);
    expect(await indexes()).toEqual([{ name: 'fruits_sweet', valid: true }]);
  });

  test('builds an index of a table that is divided part by part, also for parts that come later', async () => {
    write(
      '0001_fruits',
      `create table fruits (name text, at date) partition by range (at);
      create table fruits_1 partition of fruits for values from ('2026-01-01') to ('2027-01-01');
      create table fruits_rest partition of fruits default;`,
    );
    write('0002_sweet', '-- concurrently\ncreate index concurrently if not exists sweet on fruits (name);\n');
    await migrate(database, directory);
    await sql`create table fruits_2 partition of fruits for values from ('2027-01-01') to ('2028-01-01')`.execute(
      database.db,
    );
    expect((await indexes()).every(({ valid }) => valid)).toBe(true);
    const { rows } = await sql`
      select from pg_inherits where inhparent = 'sweet'::regclass`.execute(database.db);
    expect(rows).toHaveLength(3);
  });

  test('goes on with an index of a divided table where it was interrupted, also with parts made since', async ({
    skip,
  }) => {
    if (database.kind === 'embedded') return skip('it has one connection, and runs it in a transaction');
    write(
      '0001_fruits',
      `create table fruits (name text, at date) partition by range (at);
      create table fruits_1 partition of fruits for values from ('2026-01-01') to ('2027-01-01');
      create table fruits_2 partition of fruits for values from ('2027-01-01') to ('2028-01-01');
      insert into fruits values ('plum', '2027-05-01'), ('plum', '2027-05-01');`,
    );
    write(
      '0002_sweet',
      '-- concurrently\ncreate unique index concurrently if not exists sweet on fruits (name, at);\n',
    );
    await expect(migrate(database, directory)).rejects.toThrow(/could not create unique index/);
    expect(await indexes()).toEqual([
      { name: 'fruits_1_sweet', valid: true },
      { name: 'fruits_2_sweet', valid: false },
      { name: 'sweet', valid: false },
    ]);
    await sql`delete from fruits`.execute(database.db);
    await sql`create table fruits_3 partition of fruits for values from ('2028-01-01') to ('2029-01-01')`.execute(
      database.db,
    );
    expect(await migrate(database, directory)).toEqual(['0002_sweet']);
    expect((await indexes()).every(({ valid }) => valid)).toBe(true);
    const { rows } = await sql`select from pg_inherits where inhparent = 'sweet'::regclass`.execute(
      database.db,
    );
    expect(rows).toHaveLength(3);
  });

  test('lets writes pass while an index of a divided table waits for a long one', async ({ skip }) => {
    const other = await secondConnection();
    if (other === undefined) return skip('the embedded database has one connection');
    write(
      '0001_fruits',
      `create table fruits (name text, at date) partition by range (at);
      create table fruits_rest partition of fruits default;`,
    );
    await migrate(database, directory);
    write('0002_sweet', '-- concurrently\ncreate index concurrently if not exists sweet on fruits (name);\n');
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const writing = other.transaction(async (tx) => {
      await sql`insert into fruits values ('pear', '2026-01-01')`.execute(tx);
      await isWritten;
    });
    const migrating = migrate(database, directory);
    await expect.poll(() => isWaiting(other, '%index if not exists sweet%'), { timeout: 5000 }).toBe(true);
    const before = Date.now();
    await sql`insert into fruits values ('quince', '2026-01-01')`.execute(other.background.db);
    expect(Date.now() - before).toBeLessThan(3000);
    written();
    await writing;
    expect(await migrating).toEqual(['0002_sweet']);
  });

  test('builds an index concurrently while another process waits to migrate, and one of the release before starts', async ({
    skip,
  }) => {
    const other = await secondConnection();
    if (other === undefined) return skip('the embedded database has one connection');
    await migrate(database, directory);
    const before = mkdtempSync(join(tmpdir(), 'zonegraph-migrations-'));
    cpSync(directory, before, { recursive: true });
    write(
      '0002_sweet',
      '-- concurrently\ncreate index concurrently if not exists fruits_sweet on fruits (lower(name));\n',
    );
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const writing = other.transaction(async (tx) => {
      await sql`insert into fruits values ('pear')`.execute(tx);
      await isWritten;
    });
    const migrating = migrate(database, directory);
    await expect
      .poll(() => isWaiting(other, '%index concurrently%fruits_sweet%'), { timeout: 5000 })
      .toBe(true);
    const alsoMigrating = migrate(other, directory);
    // As long as it takes to be waiting.
    await sleep(500);
    expect(await migrate(other, before)).toEqual([]);
    rmSync(before, { recursive: true });
    written();
    await writing;
    expect(await Promise.all([migrating, alsoMigrating])).toEqual([['0002_sweet'], []]);
    expect(await indexes()).toEqual([{ name: 'fruits_sweet', valid: true }]);
  });

  test('refuses to run anything but an index concurrently', async ({ skip }) => {
    if (database.kind === 'embedded') return skip('it has one connection, and runs it in a transaction');
    write('0002_sweet', '-- concurrently\ndelete from fruits;\n');
    await expect(migrate(database, directory)).rejects.toThrow(/only "create index concurrently/);
  });

  test('fills a column in batches, each in a transaction of its own, and goes on where it was interrupted', async () => {
    write(
      '0001_fruits',
      `create table fruits (n int primary key, twice int);
      insert into fruits (n) select generate_series(1, 1000);`,
    );
    await migrate(database, directory);
    const batch = `update fruits set twice = 2 * n where n in (
      select n from fruits where twice is null order by n limit 100) returning %;`;
    // The third batch fails.
    write('0002_twice', `-- in batches\n${batch.replace('%', '1 / (n - 250)')}\n`);
    await expect(migrate(database, directory)).rejects.toThrow('division by zero');
    const filled = async () =>
      (await sql<{ count: number }>`select count(twice)::int as count from fruits`.execute(database.db))
        .rows[0]?.count;
    expect(await filled()).toBe(database.kind === 'embedded' ? 0 : 200);
    write('0002_twice', `-- in batches\n${batch.replace('%', 'n')}\n`);
    expect(await migrate(database, directory)).toEqual(['0002_twice']);
    expect(await filled()).toBe(1000);
  });

  test('lets a batch take its time, but not wait for a lock while others wait behind it', async () => {
    await migrate(database, directory);
    write(
      '0002_limits',
      `-- in batches
      create table limits as select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock;\n`,
    );
    await migrate(database, directory);
    expect((await sql`select * from limits`.execute(database.db)).rows).toEqual([
      { statement: '0', lock: '1s' },
    ]);
    await sql`drop table limits`.execute(database.db);
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
