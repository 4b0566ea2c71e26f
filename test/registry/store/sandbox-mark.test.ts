import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { markSandbox, refuseRegistry } from '#src/extensions/sandbox/store/sandbox-mark.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { migrate, readMigrations } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { open } from '#src/server/serve.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { testDatabase } from '../../support/database.ts';
import { shapeOf } from '../../support/engine.ts';
import { extensions, readConfig } from '../../support/extensions.ts';

const refusal = 'No sandbox has filled this database';
const zone = `insert into zones (origin, created_at) values ('ee', now())`;

let database: Database;
const run = (statement: string) => sql.raw(statement).execute(database.db);
const isRefused = () =>
  refuseRegistry(database.db).then(
    () => false,
    ({ message }: Error) => message.startsWith(refusal),
  );

describe('a sandbox', () => {
  beforeEach(async () => {
    database = await testDatabase();
    const names = (await tableNames(database.db)).filter((name) => name !== 'schema_migrations');
    await run(`truncate ${names.join(', ')} restart identity cascade`);
  });

  it('takes an empty database, one whose rows were deleted, and one that has only what a server writes by itself', async () => {
    expect(await isRefused()).toBe(false);
    await run(`insert into job_leases (job) values ('expire')`);
    await run(`insert into job_runs (job, started_at, taken) values ('expire', now(), 0)`);
    expect(await isRefused()).toBe(false);
    await run(zone);
    await run('delete from zones');
    expect(await isRefused()).toBe(false);
  });

  it.each([
    ['a zone', zone],
    [
      'an act of anybody',
      `insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes)
        values (now(), 'operator', 'Anna', 'zone.create', 'r', 'zone', 1, 'ee', 'create', '{}')`,
    ],
    ['a setting', `insert into settings (name, value, updated_at) values ('registry_city', 'Tartu', now())`],
    [
      'a person who runs it',
      `insert into operators (name, email, role, created_by, created_at) values ('Anna', 'anna@registry.example', 'ADMIN', 'registry', now())`,
    ],
  ])('refuses a database with %s, unless a sandbox has served it', async (_, statement) => {
    await run(statement);
    expect(await isRefused()).toBe(true);
    await markSandbox(database.db, new Date());
    expect(await isRefused()).toBe(false);
  });

  // The last one: it leaves tables that no other test expects.
  it('leaves the tables of a registry of an earlier release as they are', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'zonegraph-migrations-'));
    atEndOfFile(() => rmSync(directory, { recursive: true }));
    for (const { name, text } of readMigrations().slice(0, -1))
      writeFileSync(join(directory, `${name}.sql`), text);
    await run('drop schema public cascade; create schema public');
    await migrate(database, directory);
    await run(zone);
    const before = await shapeOf(database);
    await expect(open(readConfig({ LOG_LEVEL: 'silent' }), extensions, { database })).rejects.toThrow(
      refusal,
    );
    expect(await shapeOf(database)).toBe(before);
    expect((await migrate(database)).length).toBe(1);
    expect(await shapeOf(database)).not.toBe(before);
  });
});
