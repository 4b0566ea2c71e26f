import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { SandboxMailTable } from './schema.ts';

export type SandboxMail = Selectable<SandboxMailTable>;

export async function insertSandboxMails(db: Db, mails: readonly Omit<SandboxMail, 'id'>[]): Promise<void> {
  if (mails.length > 0)
    await db
      .insertInto('sandbox_mails')
      .values([...mails])
      .execute();
}

/** Moves the mails that nobody sends yet from the outbox to the mailbox, with the links that this finds in each. */
export async function mailsToMailbox(db: Db, now: Date, linksIn: (text: string) => string[]): Promise<void> {
  const taken = await db
    .deleteFrom('outbox')
    .where('kind', '=', 'mail')
    .where('attempts', '=', 0)
    .where('claimed_until', 'is', null)
    .returning('payload')
    .execute();
  const mails = taken.map(({ payload }) => payload as { to: string; subject: string; text: string });
  await insertSandboxMails(
    db,
    mails.map(({ to, subject, text }) => ({
      recipient: to,
      subject,
      text,
      links: linksIn(text),
      sent_at: now,
    })),
  );
}

/** Newest first; only those with this text in their subject, if given. */
export function sandboxMailbox(db: Db, limit: number, about?: string): Promise<SandboxMail[]> {
  return mailsAbout(db, about).selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function countSandboxMails(db: Db, about?: string): Promise<number> {
  const counted = mailsAbout(db, about).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

const mailsAbout = (db: Db, about: string | undefined) =>
  db
    .selectFrom('sandbox_mails')
    .$if(about !== undefined, (mails) =>
      mails.where(
        ({ fn, ref, val }) => sql<boolean>`${fn('strpos', [ref('subject'), val(about ?? '')])} > 0`,
      ),
    );
