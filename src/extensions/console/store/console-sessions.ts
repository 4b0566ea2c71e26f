import type { Db } from '../../../registry/store/driver/connections/pool.ts';

/** Expired sessions are deleted when a new one begins. */
export async function insertConsoleSession(
  db: Db,
  row: { readonly hash: string; readonly ends_at: Date },
  now: Date,
): Promise<void> {
  await db
    .with('over', (old) => old.deleteFrom('console_sessions').where('ends_at', '<=', now))
    .insertInto('console_sessions')
    .values(row)
    .execute();
}

export async function hasConsoleSession(db: Db, hash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('console_sessions')
    .select('hash')
    .where('hash', '=', hash)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteConsoleSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('hash', '=', hash).execute();
}
