import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

export interface SecretRule {
  /** The number of wrong secrets after which none is checked any more. */
  readonly most: number;
  /** Failures are dropped if the last one is not after this time. */
  readonly forgottenBefore: Date;
}

export interface SecretFailures {
  readonly failures: number;
  readonly lastFailedAt: Date;
}

/** The failures for one object. */
export interface SubjectFailures extends SecretFailures {
  readonly subject: string;
}

/**
 * Adds to a caller's failures for each object, in one statement that parallel attempts queue behind. Past the
 * limit the time is not updated, so that further attempts do not lengthen the wait.
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

/** The number of a caller's current failures; undefined if there are none. */
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

/**
 * Clears the failures of objects whose secret was right; above the limit, only the right one is not counted any more.
 */
export async function clearSecretFailures(
  db: Db,
  caller: string,
  subjects: readonly string[],
  { most }: SecretRule,
): Promise<void> {
  if (subjects.length === 0) return;
  const these = sql`caller = ${caller} and subject = any(${subjects}::text[])`;
  await sql`with opened as (delete from secret_failures where ${these} and failures <= ${most})
    update secret_failures set failures = failures - 1 where ${these} and failures > ${most}`.execute(db);
}
