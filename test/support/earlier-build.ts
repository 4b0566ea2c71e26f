import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '#src/registry/store/driver/database.ts';
import { migrate } from '#src/registry/store/driver/migrate.ts';
import { testDatabase } from './database.ts';

const migrations = fileURLToPath(new URL('../../src/registry/store/migrations', import.meta.url));

/** An empty database as the build before the named migration (`0007`) left it. */
export async function databaseBefore(migration: string): Promise<Database> {
  const database = await testDatabase();
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-earlier-build-'));
  for (const file of readdirSync(migrations))
    if (file < migration) copyFileSync(join(migrations, file), join(directory, file));
  await migrate(database, directory);
  rmSync(directory, { recursive: true });
  return database;
}
