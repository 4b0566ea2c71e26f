import { type Selectable, sql } from 'kysely';
import { limit } from '../../../base/limits.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { ShownOutcomeTable } from '../tables/schema.ts';

export type ShownOutcome = Selectable<ShownOutcomeTable>;

/** How long an outcome is valid, and what it showed is kept. */
export const outcomeValidForMs = 24 * 60 * 60 * 1000;

const mostOfOwner = limit(
  'shown outcomes of one registrar',
  2_000,
  'More than it shows and still confirms. A client that only tries must not fill the disk.',
);

/** Adds what a dry run has shown. One in 64 also deletes what is beyond the limit, so that most are a single insert. */
export async function insertShownOutcome(db: Db, { parts, ...row }: ShownOutcome): Promise<void> {
  await db
    .insertInto('shown_outcomes')
    .values({ ...row, parts: JSON.stringify(parts) })
    .execute();
  if (Number.parseInt(row.hash.slice(0, 2), 16) % 64 === 0) await forgetBeyond(db, row.owner);
}

const forgetBeyond = (db: Db, owner: string) =>
  sql`delete from shown_outcomes where hash in (
    select hash from shown_outcomes where owner = ${owner} order by shown_at desc offset ${mostOfOwner}
    for update skip locked)`.execute(db);

/** Returns the outcome; undefined if it is another owner's. */
export const shownOutcome = (db: Db, hash: string, owner: string): Promise<ShownOutcome | undefined> =>
  db
    .selectFrom('shown_outcomes')
    .selectAll()
    .where('hash', '=', hash)
    .where('owner', '=', owner)
    .executeTakeFirst();

export async function forgetOldOutcomes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('shown_outcomes')
    .where('shown_at', '<=', new Date(now.getTime() - outcomeValidForMs))
    .execute();
}
