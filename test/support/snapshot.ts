import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '#src/registry/store/driver/connections/database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(root, '.cache');
const PREFIX = 'test-database-';

/** A file with a migrated embedded database; made anew only when what it is made from has changed. */
export async function preparedSnapshot(): Promise<string> {
  const file = join(CACHE, `${PREFIX}${fingerprint()}.tar`);
  if (existsSync(file)) return file;
  const snapshot = await makeSnapshot();
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    if (name.startsWith(PREFIX)) rmSync(join(CACHE, name), { force: true });
  }
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, snapshot);
  renameSync(draft, file);
  return file;
}

async function makeSnapshot(): Promise<Uint8Array> {
  // Only now: a test of a rule, which needs no database, starts sooner without them.
  const { openDatabase, snapshotOf } = await import('#src/registry/store/driver/connections/database.ts');
  const { migrate } = await import('#src/registry/store/driver/migrations/migrate.ts');
  // It begins as a copy of the one that is prepared for first starts, which is migrated already.
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-snapshot-'));
  const database = await openDatabase({ dataDir: join(directory, 'data') });
  try {
    await migrate(database);
    await dropTemplates(database);
    return await snapshotOf(database);
  } finally {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Two thirds of the files of a new database are templates for others; without them each copy starts sooner. */
async function dropTemplates({ db }: Database): Promise<void> {
  const { sql } = await import('kysely');
  await sql`update pg_database set datistemplate = false, datallowconn = true where datname <> 'postgres'`.execute(
    db,
  );
  await sql`drop database template0`.execute(db);
  await sql`drop database template1`.execute(db);
}

function fingerprint(): string {
  const migrations = join(root, 'src/registry/store/migrations');
  const sources = [
    ...readdirSync(migrations).map((name) => join(migrations, name)),
    join(root, 'src/registry/store/driver/migrations/migrate.ts'),
    join(root, 'src/registry/store/embedded/worker.ts'),
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
    fileURLToPath(import.meta.url),
  ];
  const hash = createHash('sha256');
  for (const source of sources.sort())
    hash.update(source.slice(dirname(root).length)).update(readFileSync(source));
  return hash.digest('hex').slice(0, 16);
}
