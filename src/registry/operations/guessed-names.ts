import { scopeOf } from '../../base/actor.ts';
import { type Failure, failure, WrongSecret } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { countSecretFailures, type SecretRule, secretFailures } from '../store/runner/secret-failures.ts';
import type { OperationContext } from './operation.ts';

const mostGuesses = limit(
  'names of objects of others that a caller names wrongly within 15 minutes',
  20,
  'Somebody who guesses asks more.',
);
const waitMs = 15 * 60 * 1000;

/**
 * Naming an object of another registrar reveals whether it exists. Wrong guesses are counted for the caller's
 * registrar, in dry runs too; after 20 within 15 minutes of each other no name of another registrar is looked
 * up for 15 minutes, right or wrong (docs/rules/rulings.md#guessing-about-objects-of-others). With an empty `wrong`
 * it only refuses callers who have guessed too often. Call it before anything is written.
 */
export async function countGuesses(
  context: OperationContext,
  what: 'contacts' | 'user names',
  wrong: number,
): Promise<void> {
  const { db, now, actor, onRollback } = context;
  const caller = scopeOf(actor);
  const subject = `guessed ${what}`;
  const rule: SecretRule = { most: mostGuesses, forgottenBefore: new Date(now.getTime() - waitMs) };
  const more = new Map([[subject, wrong]]);
  if (wrong > 0) onRollback((afterwards) => countSecretFailures(afterwards, caller, more, rule, now));
  const counted =
    wrong > 0
      ? (await countSecretFailures(db, caller, more, rule, now))[0]
      : await secretFailures(db, caller, subject, rule);
  const isOver = counted && (wrong > 0 ? counted.failures > mostGuesses : counted.failures >= mostGuesses);
  if (isOver) throw new WrongSecret([tooMany(what, counted.lastFailedAt, now)]);
}

function tooMany(what: string, last: Date, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((last.getTime() + waitMs - now.getTime()) / 1000));
  return failure(
    'RATE_LIMITED',
    `Too many unknown ${what} of other registrars were named; try again in ${seconds} seconds`,
    { details: { retryAfterSeconds: seconds } },
  );
}
