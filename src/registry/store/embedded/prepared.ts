import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Small log segments: a trial writes little, and a new data directory is 16 MB smaller. */
export const INITDB_OPTIONS = ['--wal-segsize=1'];

/**
 * The paths of a database with all tables and no rows to copy from, if one was made (docs/decisions/0004) or came
 * with the packed server. The paths depend on the migrations and the version of the engine, so that the content fits.
 */
function places() {
  const hash = createHash('sha256').update(INITDB_OPTIONS.join(' '));
  const migrations = here('../migrations');
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const sources = readdirSync(migrations).map((name) => join(migrations, name));
  for (const source of [...sources.sort(), join(engine, '../../package.json')])
    hash.update(readFileSync(source));
  const name = hash.digest('hex').slice(0, 16);
  return {
    made: join(here('../../../../.cache/database'), name),
    shipped: join(here('../../../../dist/database'), name),
  };
}

export const placeOfPrepared = (): string => places().made;

/** The database that a new data directory is copied from; undefined if it has to be initialised from scratch. */
export function preparedDatabase(): string | undefined {
  const { made, shipped } = places();
  return [made, shipped].find((place) => existsSync(place));
}
