import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Small log segments: a sandbox writes little, and a new data directory is 16 MB smaller. */
export const INITDB_OPTIONS = ['--wal-segsize=1'];

/**
 * The path of a database with all tables and no rows that is copied, if one was made (docs/decisions/0004): a
 * different path for every state of the migrations and every version of the engine, so that its content fits.
 */
export function placeOfPrepared(): string {
  const hash = createHash('sha256').update(INITDB_OPTIONS.join(' '));
  const migrations = here('../migrations');
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const sources = readdirSync(migrations).map((name) => join(migrations, name));
  for (const source of [...sources.sort(), join(engine, '../../package.json')])
    hash.update(readFileSync(source));
  return join(here('../../../.cache/database'), hash.digest('hex').slice(0, 16));
}

/** The database that a new data directory is copied from; undefined: it has to be initialised from nothing. */
export function preparedDatabase(): string | undefined {
  const place = placeOfPrepared();
  return existsSync(place) ? place : undefined;
}
