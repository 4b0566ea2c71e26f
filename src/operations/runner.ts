import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { type Actor, isPermitted, scopeOf } from '../core/actor.ts';
import type { Calendar } from '../core/calendar.ts';
import { type Clock, stopwatch } from '../core/clock.ts';
import { type Failure, failure, Refusal, WrongSecret } from '../core/errors.ts';
import type { Change, OutboxItem, PollMessage, Topic } from '../core/events.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Command, Operation, OperationContext, RequestInfo } from '../core/operation.ts';
import type { Database, Db } from '../store/database.ts';
import { claimKey, type KeyClaim, releaseKey, storeAnswer } from '../store/idempotency.ts';
import { writeJournal } from '../store/journal.ts';

/** One call of an operation, the same from whichever door. */
export interface Call {
  readonly actor: Actor;
  readonly request: RequestInfo;
  readonly idempotencyKey?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

export type Outcome<O> =
  | { readonly ok: true; readonly value: O; readonly replayed: boolean }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]]; readonly replayed: boolean };

/** Reads what the caller is shown, inside the transaction: so a dry run can show what would have been. */
export type Show<O, S> = (db: Db, value: O) => Promise<S>;

export interface RunnerParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly address: { readonly publicUrl: string };
}

const attempts = 6;

/**
 * Does the same for every operation and every door, in this order: role, input, transaction with retry,
 * idempotency, run, history and messages in the same transaction, stored answer, commit (or roll back for a dry
 * run). Authentication and the caller's budget come before it, at the doors.
 */
export class Runner {
  readonly #parts: RunnerParts;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs it and gives back its value. */
  run<I, O>(operation: Operation<I, O>, input: I, call: Call): Promise<Outcome<O>> {
    return this.runAndShow(operation, input, call, async (_, value) => value);
  }

  async runAndShow<I, O, S>(
    operation: Operation<I, O>,
    input: I,
    call: Call,
    show: Show<O, S>,
  ): Promise<Outcome<S>> {
    const elapsed = stopwatch();
    const outcome = await this.#answer(operation, input, call, show);
    this.#parts.metrics.operation(operation.name, call.request.via, outcome, elapsed());
    return outcome;
  }

  async #answer<I, O, S>(
    operation: Operation<I, O>,
    input: I,
    call: Call,
    show: Show<O, S>,
  ): Promise<Outcome<S>> {
    if (!isPermitted(call.actor, operation.permits)) return refused([failure('AUTHORIZATION')]);
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) return refused(parsed.error.issues.map(badInput) as [Failure, ...Failure[]]);
    if (operation.kind === 'command') return this.#command(operation, parsed.data, call, show);
    const { db } = this.#parts.database;
    const context = new RunningContext(this.#parts, call, db);
    try {
      // Without a transaction, each statement stays: nothing is ever undone.
      return done(await show(db, await operation.run(context, parsed.data)));
    } catch (error) {
      if (error instanceof Refusal) return refused(error.failures);
      throw error;
    }
  }

  async #command<I, O, S>(
    operation: Command<I, O>,
    input: I,
    call: Call,
    show: Show<O, S>,
  ): Promise<Outcome<S>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(operation, input, call, show);
      } catch (error) {
        if (error instanceof RefusedAndRolledBack) {
          await this.#afterUndoing(error.context);
          return refused(error.failures);
        }
        if (attempt >= attempts || !isRetryable(error)) throw error;
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  #transact<I, O, S>(operation: Command<I, O>, input: I, call: Call, show: Show<O, S>): Promise<Outcome<S>> {
    const { database, clock } = this.#parts;
    return database.transaction(async (db) => {
      const key = call.dryRun ? undefined : keyClaim(operation, input, call);
      if (key) {
        const claim = await claimKey(db, key, clock.now());
        if (!claim.claimed) return replay(db, claim, show);
      }
      if (key || call.dryRun) await sql`savepoint operation`.execute(db);
      const context = new RunningContext(this.#parts, call, db);
      let outcome: Outcome<S>;
      try {
        const value = await operation.run(context, input);
        await context.writeJournal(operation.name);
        outcome = done(await show(db, value));
        if (key) await storeAnswer(db, key, { ok: true, value });
        if (call.dryRun) await undo(db, context);
      } catch (error) {
        const failures = refusalIn(error, operation);
        if (!failures) throw error;
        if (!(error instanceof WrongSecret)) {
          if (!key && !call.dryRun) throw new RefusedAndRolledBack(failures, context);
          await undo(db, context);
        }
        if (key && failures.some((reason) => reason.retryable)) await releaseKey(db, key);
        else if (key) await storeAnswer(db, key, { ok: false, failures });
        outcome = refused(failures);
      }
      return outcome;
    });
  }

  async #afterUndoing(context: RunningContext): Promise<void> {
    if (context.leavesSomething) await this.#parts.database.transaction((db) => context.writeWhatStays(db));
  }
}

async function undo(db: Db, context: RunningContext): Promise<void> {
  await sql`rollback to savepoint operation`.execute(db);
  await context.writeWhatStays(db);
}

class RunningContext implements OperationContext {
  readonly db: Db;
  readonly now: Date;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly config: Config;
  readonly actor: Actor;
  readonly request: RequestInfo;
  readonly publicUrl: string;
  readonly #changes: Change[] = [];
  readonly #messages: PollMessage[] = [];
  readonly #outbox: OutboxItem[] = [];
  readonly #announcements: { topic: Topic; key: string }[] = [];
  readonly #stays: ((db: Db) => Promise<void>)[] = [];

  // Properties, not methods: operations take them apart.
  readonly record = (change: Change): void => void this.#changes.push(change);
  readonly notify = (message: PollMessage): void => void this.#messages.push(message);
  readonly enqueue = (item: OutboxItem): void => void this.#outbox.push(item);
  readonly publish = (topic: Topic, key: string): void => void this.#announcements.push({ topic, key });
  readonly ifUndone = (work: (db: Db) => Promise<void>): void => void this.#stays.push(work);

  constructor(parts: RunnerParts, call: Call, db: Db) {
    this.db = db;
    this.now = parts.clock.now();
    this.clock = parts.clock;
    this.calendar = parts.calendar;
    this.config = parts.config;
    this.actor = call.actor;
    this.request = call.request;
    this.publicUrl = parts.address.publicUrl;
  }

  get leavesSomething(): boolean {
    return this.#stays.length > 0;
  }

  async writeWhatStays(db: Db): Promise<void> {
    for (const work of this.#stays) await work(db);
  }

  writeJournal(operation: string): Promise<void> {
    return writeJournal(this.db, {
      at: this.now,
      actor: this.actor,
      operation,
      requestId: this.request.id,
      changes: this.#changes,
      messages: this.#messages,
      outbox: this.#outbox,
      announcements: this.#announcements,
    });
  }
}

class RefusedAndRolledBack extends Error {
  readonly failures: readonly [Failure, ...Failure[]];
  readonly context: RunningContext;

  constructor(failures: readonly [Failure, ...Failure[]], context: RunningContext) {
    super('refused');
    this.failures = failures;
    this.context = context;
  }
}

const done = <S>(value: S, replayed = false): Outcome<S> => ({ ok: true, value, replayed });
const refused = (failures: readonly [Failure, ...Failure[]], replayed = false): Outcome<never> => ({
  ok: false,
  failures,
  replayed,
});

type StoredAnswer<O> = { ok: true; value: O } | { ok: false; failures: [Failure, ...Failure[]] };

async function replay<O, S>(
  db: Db,
  claim: { sameInput: boolean; answer: unknown },
  show: Show<O, S>,
): Promise<Outcome<S>> {
  if (!claim.sameInput) return refused([failure('IDEMPOTENCY_KEY_REUSED')]);
  const answer = claim.answer as StoredAnswer<O>;
  return answer.ok ? done(await show(db, answer.value), true) : refused(answer.failures, true);
}

function keyClaim<I, O>(operation: Command<I, O>, input: I, call: Call): KeyClaim | undefined {
  if (call.idempotencyKey === undefined) return undefined;
  const inputHash = createHash('sha256')
    .update(JSON.stringify(sortedKeys(input)))
    .digest('hex');
  return { scope: scopeOf(call.actor), key: call.idempotencyKey, operation: operation.name, inputHash };
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sortedKeys(item)]),
  );
}

function badInput(issue: { path: PropertyKey[]; message: string }): Failure {
  const path = issue.path.map(String);
  return failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${path.join('.')}': ${issue.message}`, {
    path,
  });
}

interface DatabaseError {
  readonly code: string;
  readonly constraint?: string;
}

function refusalIn<I, O>(
  error: unknown,
  operation: Command<I, O>,
): readonly [Failure, ...Failure[]] | undefined {
  if (error instanceof Refusal) return error.failures;
  const { constraint, code } = asDatabaseError(error) ?? {};
  const conflict = constraint && operation.conflicts?.[constraint];
  if (conflict) return [conflict];
  // Text that PostgreSQL cannot hold (U+0000): the caller's mistake, whatever field it came in.
  if (code === '22021' || code === '22P05') return [failure('PARAMETER_VALUE_SYNTAX')];
  return undefined;
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

function isRetryable(error: unknown): boolean {
  const code = asDatabaseError(error)?.code;
  return code === serializationFailure || code === deadlockDetected;
}

function asDatabaseError(error: unknown): DatabaseError | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? (error as unknown as DatabaseError)
    : undefined;
}
