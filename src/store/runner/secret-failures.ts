import { sql } from 'kysely';
import type { Db } from '../driver/lane.ts';

/** Whose wrong secrets are counted, and for which object. */
export interface SecretKey {
  readonly caller: string;
  readonly subject: string;
}

export interface SecretRule {
  /** So many wrong ones are answered; what comes after them is not looked at. */
  readonly most: number;
  /** Those whose last one lies no later than this are forgotten. */
  readonly forgottenBefore: Date;
}

export interface SecretFailures {
  readonly failures: number;
  readonly lastFailedAt: Date;
}

/**
 * Counts one more, in one statement that parallel attempts queue behind. Past the most that is answered the time
 * stands still, so that trying on does not lengthen the wait.
 */
export async function countSecretFailure(
  db: Db,
  { caller, subject }: SecretKey,
  { most, forgottenBefore }: SecretRule,
  now: Date,
): Promise<SecretFailures> {
  const { rows } = await sql<SecretFailures>`
    insert into secret_failures as known (caller, subject, failures, last_failed_at)
    values (${caller}, ${subject}, 1, ${now})
    on conflict (caller, subject) do update set
      failures = case when known.last_failed_at <= ${forgottenBefore} then 1 else known.failures + 1 end,
      last_failed_at = case when known.last_failed_at > ${forgottenBefore} and known.failures >= ${most}
        then known.last_failed_at else ${now} end
    returning failures, last_failed_at as "lastFailedAt"`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('an insert that always writes wrote nothing');
  return counted;
}

/** Forgets the wrong ones, unless there were too many: those are given back. */
export async function clearSecretFailures(
  db: Db,
  { caller, subject }: SecretKey,
  { most, forgottenBefore }: SecretRule,
): Promise<SecretFailures | undefined> {
  await db
    .deleteFrom('secret_failures')
    .where('caller', '=', caller)
    .where('subject', '=', subject)
    .where(({ eb, or }) => or([eb('failures', '<', most), eb('last_failed_at', '<=', forgottenBefore)]))
    .execute();
  return db
    .selectFrom('secret_failures')
    .select(['failures', 'last_failed_at as lastFailedAt'])
    .where('caller', '=', caller)
    .where('subject', '=', subject)
    .where('failures', '>=', most)
    .where('last_failed_at', '>', forgottenBefore)
    .executeTakeFirst();
}
