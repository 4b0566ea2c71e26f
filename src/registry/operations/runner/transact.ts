import { setTimeout as sleep } from 'node:timers/promises';
import { scopeOf } from '../../../base/actor.ts';
import { canonicalJson } from '../../../base/canonical.ts';
import type { Config } from '../../../base/config.ts';
import { type Failure, failure, Refusal, WrongSecret } from '../../../base/errors.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { keyedFingerprint } from '../../../base/secrets.ts';
import { settleAll } from '../../../base/settle-all.ts';
import { isOfGuard } from '../../rules/registrar/guards.ts';
import type { Db, Pool } from '../../store/driver/connections/pool.ts';
import { rollBackToSavepoint, setSavepoint } from '../../store/driver/connections/savepoints.ts';
import { addToAnswer, type KeyClaim, storeAnswer } from '../../store/runner/idempotency.ts';
import { insertShownOutcome } from '../../store/runner/shown-outcomes.ts';
import { isNewListenerError } from '../../store/runner/webhook-events.ts';
import type { Command, Operation } from '../operation.ts';
import { done, type Outcome, refused, type Show } from './outcome.ts';
import { type Call, poolOf, type RunnerParts, RunningContext, slotRequestOf } from './running-context.ts';
import { noteShown } from './shown-again.ts';

export type Failures = readonly [Failure, ...Failure[]];
type Conflicts = Readonly<Record<string, Failure>> | undefined;

/** The steps of one transaction. */
export interface Step<T> {
  readonly call: Call;
  readonly operation: Pick<Command<never, unknown>, 'name' | 'conflicts' | 'decidesAgain' | 'pool'>;
  /** A result that makes the work unnecessary, such as the stored answer of a repeated request. */
  readonly begin?: ((db: Db) => Promise<Outcome<T> | undefined>) | undefined;
  readonly work: (context: RunningContext) => Promise<T>;
  /** The command is already done elsewhere, so a database error is not the caller's mistake. */
  readonly isAfterwards?: boolean;
  /** Stores a refusal; if given, only the work is rolled back and the writes of `begin` are kept. */
  readonly remember?: ((db: Db, failures: Failures) => Promise<void>) | undefined;
}

const attempts = 6;

/** Runs the step, again after a serialization failure or deadlock; rolls the work back after a refusal or a dry run. */
export async function transact<T>(parts: RunnerParts, step: Step<T>): Promise<Outcome<T>> {
  const named = step.operation.pool;
  const pool = named ? parts.database[named] : poolOf(parts.database, step.call);
  for (let attempt = 1; ; attempt += 1) {
    let context: RunningContext | undefined;
    let outcome: Outcome<T>;
    try {
      outcome = await pool.transaction((db, last) => {
        context = new RunningContext(parts, step.call, db, mayEndHere(step) ? last : undefined);
        return inside(context, step, attempt);
      }, slotRequestOf(step.call));
    } catch (error) {
      if (!isTriedAgain(step, error, attempt)) {
        const failures = refusalOf(step, error);
        if (!failures) throw error;
        await runOnRollback(pool, context, step);
        return refused(failures);
      }
      await sleep(Math.random() * 10 * 2 ** attempt);
      continue;
    }
    if (outcome.ok && !step.call.dryRun) context?.dispatchAdmissionChanges(parts.bus);
    return outcome;
  }
}

async function runOnRollback(
  pool: Pool,
  context: RunningContext | undefined,
  { operation, call }: Step<unknown>,
): Promise<void> {
  if (context?.hasRollbackWork)
    await pool.transaction((db) => context.runOnRollback(db, operation.name), slotRequestOf(call));
}

/** Tells whether the work alone may be rolled back while the transaction goes on. */
const mayUndo = ({ remember, call }: Step<unknown>): boolean =>
  remember !== undefined || call.dryRun === true;

/** Tells whether the transaction may end with the work; an outcome is compared after everything else. */
const mayEndHere = (step: Step<unknown>): boolean => !mayUndo(step) && step.call.ifOutcome === undefined;

async function inside<T>(context: RunningContext, step: Step<T>, attempt: number): Promise<Outcome<T>> {
  const { call, remember } = step;
  const { db } = context;
  const known = await step.begin?.(db);
  if (known) return known;
  // The savepoint is sent with the first statement of the work. If it fails, so do all later statements.
  if (mayUndo(step)) setSavepoint(db).catch(() => {});
  try {
    const value = await context.writes.with(() => step.work(context));
    if (call.dryRun) {
      await undo(context, step);
      if (context.shown) await insertShownOutcome(db, context.shown);
    }
    return done(value, false, context);
  } catch (error) {
    const failures = isTriedAgain(step, error, attempt) ? undefined : refusalOf(step, error);
    const isOnlyCounted = error instanceof WrongSecret && !context.hasTaken;
    if (!failures || (!mayUndo(step) && !isOnlyCounted)) throw error;
    if (!isOnlyCounted) await undo(context, step);
    await remember?.(db, failures);
    return refused(failures);
  }
}

interface Concluded<O, S> {
  readonly operation: string;
  readonly key: KeyClaim | undefined;
  readonly value: O;
  readonly show: Show<O, S>;
}

/**
 * The statements after the work of every command, in one round trip: history and the like, and the caller's
 * answer.
 */
export async function conclude<O, S>(
  context: RunningContext,
  { operation, key, value, show }: Concluded<O, S>,
): Promise<S> {
  const noted = key && noteShown(context.db);
  const [, shown] = await settleAll([
    context.writeJournal(operation),
    show(context.db, value),
    key && storeAnswer(context.db, key, { ok: true, value, requestId: context.request.id }, context.now),
  ]);
  if (noted && Object.keys(noted).length > 0) await addToAnswer(context.db, key, { shown: noted });
  return shown;
}

async function undo(context: RunningContext, { operation }: Step<unknown>): Promise<void> {
  await rollBackToSavepoint(context.db);
  await context.runOnRollback(context.db, operation.name);
}

/**
 * Compares inputs without storing them. Every process has this secret but the database does not, so that nobody who
 * reads the database can guess a password.
 */
const inputMarks = ({ BILLING_SECRET }: Config): ((text: string) => string) =>
  getOrCreate(marks, BILLING_SECRET, () => keyedFingerprint(BILLING_SECRET, 'idempotency keys'));

const marks = new Map<string, (text: string) => string>();

/** Makes the claim of the idempotency key; undefined if the caller did not send one, or for a dry run. */
export function keyClaim<I, O>(
  { config }: RunnerParts,
  operation: Operation<I, O>,
  input: I,
  call: Call,
): KeyClaim | undefined {
  if (call.idempotencyKey === undefined || call.dryRun) return undefined;
  // A hash of the document is enough to recognise another document.
  const { type, sha256 } = call.legalDocument ?? {};
  const given = canonicalJson(input) + (sha256 === undefined ? '' : ` ${type} ${sha256}`);
  const inputHash = inputMarks(config)(given);
  // Anonymous callers share one identity, so a key applies only to requests with the same input.
  const scope = call.actor.kind === 'anonymous' ? `anonymous:${inputHash}` : scopeOf(call.actor);
  return { scope, key: call.idempotencyKey, operation: operation.name, inputHash };
}

/** A refusal that may not recur when the request is repeated, so it is not stored with the key. */
export const isRetryable = (failures: Failures): boolean =>
  failures.some((reason) => reason.retryable || isOfGuard(reason) || reason.code === 'OUTCOME_UNKNOWN') ||
  isOutcomeChanged(failures);

/** Nothing was done, so another outcome may be sent with the same key. */
export const isOutcomeChanged = (failures: Failures): boolean =>
  failures.some(({ code }) => code === 'OUTCOME_CHANGED' || code === 'OUTCOME_INVALID');

interface DatabaseError {
  readonly code: string;
  readonly constraint?: string;
}

const refusalOf = ({ operation, isAfterwards }: Step<unknown>, error: unknown): Failures | undefined =>
  isAfterwards && !(error instanceof Refusal) ? undefined : refusalIn(error, operation.conflicts);

/** A refusal by the operation, or by the database because of the input; undefined for a fault of ours. */
export function refusalIn(error: unknown, conflicts?: Conflicts): Failures | undefined {
  if (error instanceof Refusal) return error.failures;
  const { constraint, code } = asDatabaseError(error) ?? {};
  const conflict = constraint && conflicts?.[constraint];
  if (conflict) return [conflict];
  // Text that PostgreSQL cannot store (U+0000) is the caller's mistake, in whatever field.
  if (code === '22021' || code === '22P05') return [failure('PARAMETER_VALUE_SYNTAX')];
  return undefined;
}

/** Values that cannot be compared with the column, such as those of a forged cursor; for queries only. */
export function isIncomparable(error: unknown): boolean {
  const invalidDatetime = '22007';
  const datetimeOverflow = '22008';
  const numberOutOfRange = '22003';
  const invalidText = '22P02';
  const code = asDatabaseError(error)?.code;
  return [invalidDatetime, datetimeOverflow, numberOutOfRange, invalidText].includes(code ?? '');
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

function isTriedAgain({ operation }: Step<unknown>, error: unknown, attempt: number): boolean {
  const { code, constraint } = asDatabaseError(error) ?? {};
  const isPassing = code === serializationFailure || code === deadlockDetected || isNewListenerError(error);
  return (
    attempt < attempts && (isPassing || (constraint !== undefined && constraint === operation.decidesAgain))
  );
}

function asDatabaseError(error: unknown): DatabaseError | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error as unknown as DatabaseError)
    : undefined;
}
