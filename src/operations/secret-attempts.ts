import { scopeOf } from '../core/actor.ts';
import { type Failure, failure, WrongSecret } from '../core/errors.ts';
import { sameSecret } from '../core/secrets.ts';
import {
  clearSecretFailures,
  countSecretFailures,
  type SecretFailures,
} from '../store/runner/secret-failures.ts';
import type { OperationContext } from './operation.ts';

const mostWrong = 5;
const waitMs = 15 * 60 * 1000;

export interface SecretAttempt {
  /** What the secret opens: the same whichever way the caller spells its name, such as `domain:42`. */
  readonly subject: string;
  readonly given: string | undefined;
  readonly expected: string;
  /** What a caller with a wrong one is told. */
  readonly wrong: Failure;
}

/**
 * Refuses a wrong secret. Wrong ones are counted for a caller and an object over both doors; after five, each
 * within 15 minutes of the one before, no further one is looked at for 15 minutes, right or wrong.
 * Call it before anything is written: its count is committed although the operation is refused.
 */
export async function checkSecret(context: OperationContext, attempt: SecretAttempt): Promise<void> {
  const refused = await judgeSecret(context, attempt);
  if (refused) throw new WrongSecret([refused]);
}

/** The same for one check of several: gives back why it fails instead of refusing. */
export async function judgeSecret(
  context: OperationContext,
  attempt: SecretAttempt,
): Promise<Failure | undefined> {
  return (await judgeSecrets(context, [attempt]))[0];
}

/** For many objects in a fixed number of statements: why each fails, in their order. */
export async function judgeSecrets(
  context: OperationContext,
  attempts: readonly SecretAttempt[],
): Promise<(Failure | undefined)[]> {
  const { db, now, actor } = context;
  const caller = scopeOf(actor);
  const rule = { most: mostWrong, forgottenBefore: new Date(now.getTime() - waitMs) };
  const isRight = ({ given, expected }: SecretAttempt) => given !== undefined && sameSecret(given, expected);
  // What was not given was no guess.
  const guesses = attempts.filter((attempt) => attempt.given !== undefined && !isRight(attempt));
  const wrong = new Map(guesses.map(({ subject }) => [subject, 1]));
  if (wrong.size > 0)
    context.ifUndone(
      async (afterwards) => void (await countSecretFailures(afterwards, caller, wrong, rule, now)),
    );
  const [cleared, counted] = await Promise.all([
    clearSecretFailures(
      db,
      caller,
      attempts.filter(isRight).map(({ subject }) => subject),
      rule,
    ),
    countSecretFailures(db, caller, wrong, rule, now),
  ]);
  const tooMany = new Map(
    [...cleared, ...counted.filter(({ failures }) => failures > mostWrong)].map((one) => [one.subject, one]),
  );
  return attempts.map((attempt) => {
    const known = attempt.given === undefined ? undefined : tooMany.get(attempt.subject);
    return known ? waitFor(known, now) : isRight(attempt) ? undefined : attempt.wrong;
  });
}

function waitFor({ lastFailedAt }: SecretFailures, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((lastFailedAt.getTime() + waitMs - now.getTime()) / 1000));
  return failure('RATE_LIMITED', `Too many wrong codes for this domain; try again in ${seconds} seconds`, {
    details: { retryAfterSeconds: seconds },
  });
}
