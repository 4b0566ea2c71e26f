import type { Selectable } from 'kysely';
import type { Db } from '../driver/pool.ts';
import type { SandboxMailTable } from '../tables/schema.ts';

export type SandboxMail = Selectable<SandboxMailTable>;

export async function insertSandboxMails(db: Db, mails: readonly Omit<SandboxMail, 'id'>[]): Promise<void> {
  if (mails.length > 0)
    await db
      .insertInto('sandbox_mails')
      .values([...mails])
      .execute();
}

/** Newest first. */
export function sandboxMailbox(db: Db, limit: number): Promise<SandboxMail[]> {
  return db.selectFrom('sandbox_mails').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function countSandboxMails(db: Db): Promise<number> {
  const counted = db.selectFrom('sandbox_mails').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}
