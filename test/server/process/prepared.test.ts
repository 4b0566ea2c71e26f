import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-prepared-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.runIf(inject('testDatabase').kind === 'embedded')('a new data directory', () => {
  const open = (name: string) => openDatabase({ dataDir: join(root, name) });

  it('begins as a copy of the prepared database: all tables, no rows, and nothing of what others write', async () => {
    const first = await open('first');
    await sql`create table mine (n int)`.execute(first.db);
    await first.close();
    const second = await open('second');
    const applied = await migrate(second);
    const { db } = second;
    const tables = (await tableNames(db)).filter((name) => name !== 'schema_migrations');
    const filled: string[] = [];
    for (const name of tables)
      if ((await sql`select from ${sql.table(name)} limit 1`.execute(db)).rows.length > 0) filled.push(name);
    await second.close();
    expect(applied).toEqual([]);
    expect(tables).toContain('domains');
    expect(tables).not.toContain('mine');
    expect(filled).toEqual([]);
  });
});
