import { sql } from 'kysely';
import type { Db } from '../driver/pool.ts';

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

/** Of one object. */
export interface SubjectFailures extends SecretFailures {
  readonly subject: string;
}

/**
 * Counts so many more of a caller for each object, in one statement that parallel attempts queue behind. Past the most
 * that is answered the time stands still, so that trying on does not lengthen the wait.
 */
export async function countSecretFailures(
  db: Db,
  caller: string,
  subjects: ReadonlyMap<string, number>,
  { most, forgottenBefore }: SecretRule,
  now: Date,
): Promise<SubjectFailures[]> {
  if (subjects.size === 0) return [];
  const { rows } = await sql<SubjectFailures>`
    insert into secret_failures as known (caller, subject, failures, last_failed_at)
    select ${caller}, subject, more, ${now}
    from unnest(${[...subjects.keys()]}::text[], ${[...subjects.values()]}::int[]) as tried (subject, more)
    order by subject
    on conflict (caller, subject) do update set
      failures = case when known.last_failed_at <= ${forgottenBefore} then 0 else known.failures end
        + excluded.failures,
      last_failed_at = case when known.last_failed_at > ${forgottenBefore} and known.failures >= ${most}
        then known.last_failed_at else ${now} end
    returning subject, failures, last_failed_at as "lastFailedAt"`.execute(db);
  return rows;
}

/** How many a caller has had that are not forgotten; undefined: none. */
export async function secretFailures(
  db: Db,
  caller: string,
  subject: string,
  { forgottenBefore }: SecretRule,
): Promise<SecretFailures | undefined> {
  const { rows } = await sql<SecretFailures>`
    select failures, last_failed_at as "lastFailedAt" from secret_failures
    where caller = ${caller} and subject = ${subject} and last_failed_at > ${forgottenBefore}`.execute(db);
  return rows[0];
}

/** Forgets the wrong ones, but for objects with too many: those are given back. */
export async function clearSecretFailures(
  db: Db,
  caller: string,
  subjects: readonly string[],
  { most, forgottenBefore }: SecretRule,
): Promise<SubjectFailures[]> {
  if (subjects.length === 0) return [];
  const these = sql`caller = ${caller} and subject = any(${subjects}::text[])`;
  const tooMany = sql`(failures >= ${most} and last_failed_at > ${forgottenBefore})`;
  const [, { rows }] = await Promise.all([
    sql`delete from secret_failures where ${these} and not ${tooMany}`.execute(db),
    sql<SubjectFailures>`select subject, failures, last_failed_at as "lastFailedAt"
      from secret_failures where ${these} and ${tooMany}`.execute(db),
  ]);
  return rows;
}
