import { scopeOf } from '../core/actor.ts';
import { type Failure, failure, WrongSecret } from '../core/errors.ts';
import { sameSecret } from '../core/secrets.ts';
import {
  clearSecretFailures,
  countSecretFailure,
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

/** The same for one item of many, or one check of several: gives back why it fails instead of refusing. */
export async function judgeSecret(
  context: OperationContext,
  { subject, given, expected, wrong }: SecretAttempt,
): Promise<Failure | undefined> {
  const { db, now, actor } = context;
  const key = { caller: scopeOf(actor), subject };
  const rule = { most: mostWrong, forgottenBefore: new Date(now.getTime() - waitMs) };
  if (given !== undefined && sameSecret(given, expected)) {
    const tooMany = await clearSecretFailures(db, key, rule);
    return tooMany && waitFor(tooMany, now);
  }
  // What was not given was no guess.
  if (given === undefined) return wrong;
  const counted = await countSecretFailure(db, key, rule, now);
  context.ifUndone(async (afterwards) => void (await countSecretFailure(afterwards, key, rule, now)));
  return counted.failures > mostWrong ? waitFor(counted, now) : wrong;
}

function waitFor({ lastFailedAt }: SecretFailures, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((lastFailedAt.getTime() + waitMs - now.getTime()) / 1000));
  return failure('RATE_LIMITED', `Too many wrong codes for this domain; try again in ${seconds} seconds`, {
    details: { retryAfterSeconds: seconds },
  });
}
