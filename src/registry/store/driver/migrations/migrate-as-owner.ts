import { CannotOpen } from '../connections/cannot-open.ts';
import { type Database, openDatabase } from '../connections/database.ts';
import { migrate, migrateExtension, type WithTables } from './migrate.ts';
import { roleOf } from './roles.ts';

/**
 * Migrates with the role that `MIGRATE_DATABASE_URL` names, if it is set. The role of the database itself is then
 * given what a server needs, and no more.
 */
export const migrateAsOwner = (
  database: Database,
  ownerUrl: string | undefined,
  extensions: readonly WithTables[] = [],
): Promise<string[]> =>
  asOwner(database, ownerUrl, async (owner) => {
    const server = owner === database ? undefined : await otherRole(owner, database);
    const applied = await migrate(owner, undefined, server);
    for (const one of extensions) applied.push(...(await migrateExtension(owner, one, server)));
    return applied;
  });

/** The role that serves, if another one migrates. */
async function otherRole(owner: Database, database: Database): Promise<string | undefined> {
  const [migrator, server] = await Promise.all([roleOf(owner), roleOf(database)]);
  return migrator === server ? undefined : server;
}

/** Works with the role that owns the tables: that of the database itself, unless another one is named. */
export async function asOwner<T>(
  database: Database,
  ownerUrl: string | undefined,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  if (ownerUrl === undefined) return work(database);
  const owner = await openDatabase({ url: ownerUrl, poolSize: 1 }).catch(ofOwner);
  try {
    const [one, other] = await Promise.all([owner.identity(), database.identity()]);
    if (one !== other)
      throw new CannotOpen(
        'MIGRATE_DATABASE_URL and DATABASE_URL lead to different databases or schemas. Correct one of them.',
      );
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** The variable to correct is the one that was used. */
function ofOwner(error: unknown): never {
  if (!(error instanceof CannotOpen)) throw error;
  throw new CannotOpen(error.message.replaceAll(/\bDATABASE_URL\b/g, 'MIGRATE_DATABASE_URL'), {
    cause: error,
  });
}
