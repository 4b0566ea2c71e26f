import { scopeOf } from '../../base/actor.ts';
import { type Failure, failure, WrongSecret } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { sameSecret } from '../../base/secrets.ts';
import {
  clearSecretFailures,
  countSecretFailures,
  type SecretFailures,
  type SecretRule,
} from '../store/runner/secret-failures.ts';
import type { OperationContext } from './operation.ts';

const mostWrong = limit(
  'wrong secrets of one object before a caller has to wait',
  5,
  'Nobody mistypes more often.',
);
const waitMs = 15 * 60 * 1000;

export interface SecretAttempt {
  /** The object of the secret: the same for every spelling of its name, such as `domain:42`. */
  readonly subject: string;
  readonly given: string | undefined;
  /** The right secret; undefined if every secret is wrong. */
  readonly expected: string | undefined;
  /** The error for a caller with a wrong secret. */
  readonly wrong: Failure;
}

/**
 * Refuses a wrong secret. Wrong ones are counted for a caller and an object over REST and GraphQL together;
 * after five, each within 15 minutes of the one before, no further one is checked for 15 minutes, right or
 * wrong. Call it before anything is written: its count is committed although the operation is refused.
 */
export async function checkSecret(context: OperationContext, attempt: SecretAttempt): Promise<void> {
  const refused = await secretFailure(context, attempt);
  if (refused) throw new WrongSecret([refused]);
}

/** Checks one secret of several: returns why it fails instead of refusing. */
export async function secretFailure(
  context: OperationContext,
  attempt: SecretAttempt,
): Promise<Failure | undefined> {
  return (await judgeSecrets(context, [attempt]))[0];
}

const isRight = ({ given, expected }: SecretAttempt): boolean =>
  given !== undefined && expected !== undefined && sameSecret(given, expected);

const ruleAt = (now: Date): SecretRule => ({
  most: mostWrong,
  forgottenBefore: new Date(now.getTime() - waitMs),
});

/**
 * Checks many secrets in two statements: returns why each fails, in order. Each object may have any number of wrong
 * attempts, followed by at most one right one. Each is counted before it is known to be right, which waits for those
 * that other transactions have counted: many at once get no more guesses than one after the other.
 */
async function judgeSecrets(
  context: OperationContext,
  attempts: readonly SecretAttempt[],
): Promise<(Failure | undefined)[]> {
  const { db, now, actor } = context;
  const caller = scopeOf(actor);
  // A missing secret is not a guess.
  const guesses = attempts.filter(({ given }) => given !== undefined);
  keepCounted(context, numberOfEach(guesses.filter((guess) => !isRight(guess))));
  const toCome = new Map(numberOfEach(guesses));
  const rule = ruleAt(now);
  const right = attempts.filter(isRight).map(({ subject }) => subject);
  const [counted] = await Promise.all([
    countSecretFailures(db, caller, toCome, rule, now),
    clearSecretFailures(db, caller, right, rule),
  ]);
  const after = new Map(counted.map((one) => [one.subject, one]));
  return attempts.map((attempt) => {
    const { subject, given, wrong } = attempt;
    const known = after.get(subject);
    if (given === undefined || !known) return wrong;
    const rest = (toCome.get(subject) ?? 0) - 1;
    toCome.set(subject, rest);
    if (known.failures - rest > mostWrong) return waitFor(known, now);
    return isRight(attempt) ? undefined : wrong;
  });
}

/**
 * Checks many secrets as if they came one after another, with any number of attempts on one object. `take` applies
 * the first right one of each object, and returns the reason if it could not. After that the object has another
 * secret, so later attempts are wrong.
 */
export async function checkSecretsInOrder(
  context: OperationContext,
  attempts: readonly SecretAttempt[],
  take: (places: readonly number[]) => Promise<ReadonlyMap<number, readonly Failure[]>>,
): Promise<(readonly Failure[])[]> {
  const firstRight = new Map<string, number>();
  for (const [place, attempt] of attempts.entries())
    if (isRight(attempt) && !firstRight.has(attempt.subject)) firstRight.set(attempt.subject, place);
  const isEarly = (attempt: SecretAttempt, place: number): boolean =>
    place <= (firstRight.get(attempt.subject) ?? place);

  const early = attempts.flatMap((attempt, place) => (isEarly(attempt, place) ? [place] : []));
  const refusals = await judgeSecrets(context, attempts.filter(isEarly));
  const outcomes = new Map<number, readonly Failure[]>(
    early.flatMap((place, index) => (refusals[index] ? [[place, [refusals[index]]]] : [])),
  );
  const opened = await take(early.filter((place) => !outcomes.has(place)));
  for (const [place, failures] of opened) outcomes.set(place, failures);

  // The rest needs no more reads: the first right attempt has cleared the count, or it was already too high.
  const { now } = context;
  const more = new Map<string, number>();
  const guesses: SecretAttempt[] = [];
  for (const [place, attempt] of attempts.entries()) {
    const first = firstRight.get(attempt.subject);
    if (first === undefined || place <= first) continue;
    const { subject, given, wrong } = attempt;
    const reported = outcomes.get(first) ?? [];
    const right = isRight(attempt) && reported.length > 0;
    const soFar = more.get(subject) ?? 0;
    const shut = !opened.has(first)
      ? reported
      : soFar >= mostWrong
        ? [waitFor({ lastFailedAt: now }, now)]
        : undefined;
    outcomes.set(place, given === undefined ? [wrong] : (shut ?? (right ? reported : [wrong])));
    if (right && !shut) more.delete(subject);
    if (right || given === undefined) continue;
    more.set(subject, soFar + 1);
    guesses.push(attempt);
  }
  keepCounted(context, numberOfEach(guesses));
  await countSecretFailures(context.db, scopeOf(context.actor), more, ruleAt(now), now);
  return attempts.map((_, place) => outcomes.get(place) ?? []);
}

function numberOfEach(attempts: readonly SecretAttempt[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const { subject } of attempts) numbers.set(subject, (numbers.get(subject) ?? 0) + 1);
  return numbers;
}

function keepCounted({ onRollback, now, actor }: OperationContext, wrong: ReadonlyMap<string, number>): void {
  if (wrong.size > 0)
    onRollback(async (db) => void (await countSecretFailures(db, scopeOf(actor), wrong, ruleAt(now), now)));
}

function waitFor({ lastFailedAt }: Pick<SecretFailures, 'lastFailedAt'>, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((lastFailedAt.getTime() + waitMs - now.getTime()) / 1000));
  return failure('RATE_LIMITED', `Too many wrong codes for this domain; try again in ${seconds} seconds`, {
    details: { retryAfterSeconds: seconds },
  });
}
