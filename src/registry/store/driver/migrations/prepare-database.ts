import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { placeOfPrepared, preparedDatabase } from '../../embedded/prepared.ts';
import { openDatabase } from '../connections/database.ts';
import { migrate } from './migrate.ts';

/** Creates the database that new data directories are copied from; it exists completely or not at all. */
export async function prepareDatabase(): Promise<void> {
  if (preparedDatabase()) return;
  const place = placeOfPrepared();
  const folder = dirname(place);
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'unfinished-'));
  try {
    const database = await openDatabase({ dataDir: draft });
    await migrate(database).finally(() => database.close());
    // Another process may have been quicker.
    if (!existsSync(place)) renameSync(join(draft, 'postgres'), place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const outdated = readdirSync(folder).filter((name) => /^[0-9a-f]+$/.test(name) && name !== basename(place));
  for (const name of outdated) rmSync(join(folder, name), { recursive: true, force: true });
}
