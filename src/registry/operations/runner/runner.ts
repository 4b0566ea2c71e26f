import { type Actor, isPermitted } from '../../../base/actor.ts';
import { stopwatch } from '../../../base/clock.ts';
import { type Failure, failure, Refusal } from '../../../base/errors.ts';
import { FairSemaphore, halfOf } from '../../../base/fair-semaphore.ts';
import { itemsIn } from '../../../base/items.ts';
import { resultOf } from '../../../base/metrics.ts';
import { usualWaitMs } from '../../../base/prefer-wait.ts';
import { hashesWaiting, hashPassword } from '../../../base/secrets.ts';
import { spanHere, traced } from '../../../base/tracing.ts';
import { askApproval } from '../../../extensions/agents/approvals/ask-approval.ts';
import { takeApproved } from '../../../extensions/agents/approvals/take-approval.ts';
import { guardOnAll, guardsOf } from '../../rules/registrar/guards.ts';
import { scopeFailure } from '../../rules/scopes.ts';
import { QueryCostMeter } from '../../store/driver/query-cost-meter.ts';
import {
  longestQueue,
  longestQueueOfOne,
  proofsAtOnce,
  readsAtOnce,
  totalsAtOnce,
} from '../../store/driver/timeouts.ts';
import { DatabaseUnavailable } from '../../store/driver/trouble.ts';
import { claimKey, deleteKey, storeAnswer } from '../../store/runner/idempotency.ts';
import { placeOf, tellRegistrar } from '../in-place.ts';
import { isGrouped, readsManyRows, wholeListOfNow } from '../lists.ts';
import type { Command, Db, Operation, OperationDescription, Query } from '../operation.ts';
import { summarise } from './effects-compared.ts';
import { enforceGuards } from './enforce-guards.ts';
import { runExternalCommand } from './external-command.ts';
import { badInput, done, type Outcome, refused, replay, type Show, type Stale } from './outcome.ts';
import { compareOutcome, noOutcomeFailure, refuseTypo } from './outcomes.ts';
import {
  guardedOf,
  guardRefusal,
  itemsFailure,
  keyFailure,
  lackOf,
  lengthFailure,
  notOffered,
  switchedOff,
} from './refusals.ts';
import {
  type Call,
  isCompared,
  type RunnerParts,
  RunningContext,
  readPoolOf,
  readRequestOf,
  slotRequestOf,
  type WantedObjects,
} from './running-context.ts';
import { storeDocument } from './store-document.ts';
import { takeRow } from './take-row.ts';
import { conclude, isIncomparable, isRetryable, keyClaim, refusalIn, transact } from './transact.ts';

/**
 * Does the same for every operation of every API, in this order: role, scope, input, transaction with retry,
 * idempotency, run, history and messages in the same transaction, stored answer, commit (or roll back for a
 * dry run). Authentication and the caller's budget come before it, in the APIs.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #totals = places(totalsAtOnce);
  readonly #proofs = places(proofsAtOnce);
  readonly #reads = places(readsAtOnce);
  readonly #bulks = places(bulksAtOnce);

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs the operation and returns its value. */
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
    const { name } = operation;
    const { via } = call.request;
    const span = (spanHere() ?? this.#parts.tracer)?.start(name, 'internal', {
      'zonegraph.operation': name,
      'zonegraph.door': via,
    });
    const outcome = await traced(
      span,
      () => this.#answer(operation, input, call, show),
      (outcome) => ({ 'zonegraph.result': resultOf(outcome) }),
    );
    this.#parts.metrics.operation(name, via, outcome, elapsed());
    return outcome;
  }

  /** Queries that aggregate whole lists share a few connections; one caller gets at most half of them. */
  addUp<T>(call: Pick<Call, 'actor' | 'request' | 'snapshot'>, work: () => Promise<T>): Promise<T> {
    return call.snapshot ? work() : this.#totals.run(work, readRequestOf(call));
  }

  /** A REST call holds a connection for all its reads; a GraphQL document holds one for each statement only. */
  #inTurn<T>(call: Call, work: () => Promise<T>): Promise<T> {
    return isPlainRead(call) && !call.snapshot ? this.#reads.run(work, readRequestOf(call)) : work();
  }

  /** Writes of very many items occupy this process as much as the database, so a registrar may have one in progress. */
  #inLine<T>(input: unknown, call: Call, work: () => Promise<T>): Promise<T> {
    return paysByItems({ kind: 'command' }, call) && itemsIn(input) > manyItems
      ? this.#bulks.run(work, slotRequestOf(call))
      : work();
  }

  /** Why the operation is unavailable here for every caller; undefined if it is available. */
  absenceOf({ facade }: Pick<OperationDescription, 'facade'>): Failure | undefined {
    return this.#parts.upstream && (!facade || facade === 'unsupported') ? notOffered() : undefined;
  }

  /** Why this caller is refused whatever the input: role, scope, guards, what is not here; undefined if the input decides. */
  refusalOf(operation: OperationDescription, actor: Actor): Failure | undefined {
    const { config, upstream } = this.#parts;
    const guards = operation.kind === 'query' ? undefined : guardsOf(actor);
    return (
      lackOf(actor, operation) ??
      this.absenceOf(operation) ??
      (guards && guardOnAll(guards, guardedOf(operation, upstream !== undefined))) ??
      switchedOff(operation, config)
    );
  }

  /**
   * For objects that are found without running the operation that shows them: in a facade, stale ones are read again first.
   * Returns those that are still stale.
   */
  async freshen(
    operation: OperationDescription,
    wanted: WantedObjects,
    { actor }: Pick<Call, 'actor'>,
  ): Promise<readonly Stale[]> {
    const { upstream } = this.#parts;
    if (!upstream || !isPermitted(actor, operation.permits) || scopeFailure(actor, operation)) return [];
    return upstream.freshenObjects(operation.name, wanted);
  }

  async #answer<I, O, S>(
    operation: Operation<I, O>,
    input: I,
    call: Call,
    show: Show<O, S>,
  ): Promise<Outcome<S>> {
    const lack = lackOf(call.actor, operation);
    if (lack) return refused([lack]);
    const absent = isCalledFor(call) && this.absenceOf(operation);
    if (absent) return refused([absent]);
    // The registry behind a facade knows nothing of its operators.
    if (
      operation.kind === 'command' &&
      operation.inPlace &&
      call.actor.kind === 'operator' &&
      this.#parts.upstream
    )
      return refused([notOffered()]);
    const unreadable = keyFailure(call.idempotencyKey) ?? lengthFailure(input);
    if (unreadable) return refused([unreadable]);
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) return refused(parsed.error.issues.map(badInput) as [Failure, ...Failure[]]);
    const tooMany = paysByItems(operation, call) && itemsFailure(parsed.data, operation.mostItems);
    if (tooMany) return refused([tooMany]);
    const unfit =
      operation.choosesSecret?.(parsed.data) && scopeFailure(call.actor, { ...operation, scope: 'SECRETS' });
    if (unfit) return refused([unfit]);
    const guarded = guardRefusal(operation, parsed.data, call, this.#parts.upstream !== undefined);
    if (guarded) return refused([guarded]);
    if (operation.unforeseeable && call.ifOutcome !== undefined) return refused([noOutcomeFailure()]);
    const { upstream, config } = this.#parts;
    const off = switchedOff(operation, config);
    if (off) return refused([off]);
    if (operation.kind !== 'query' && !call.dryRun && guardsOf(call.actor)?.approvalNeeded)
      return askApproval(this.#parts, operation, parsed.data, call, (trial) =>
        this.#answer(operation, input, trial, async () => null),
      );
    if (operation.kind === 'command') {
      const elsewhere = upstream?.forwarded(operation, parsed.data, call);
      if (elsewhere) return runExternalCommand(this.#parts, elsewhere, parsed.data, call, show);
      const hashing = await hashFor(call, operation.passwordToHash?.(parsed.data));
      return hashing instanceof Refusal
        ? refused(hashing.failures)
        : this.#inLine(parsed.data, call, () =>
            this.#command(operation, parsed.data, { ...call, ...hashing }, show),
          );
    }
    if (operation.kind === 'external-command')
      return runExternalCommand(this.#parts, operation, parsed.data, call, show);
    // What is not there may be missing because it was read from a replica.
    let staleMs: number | undefined;
    try {
      if (call.priceOnly) return await this.#foresee(operation, parsed.data as never, call);
      const reported = upstream && (await upstream.ask(operation.name, parsed.data));
      if (reported) return done(await show((await this.#readFrom(operation, call)).db, reported.value as O));
      const stale = upstream && (await upstream.freshen(operation.name, parsed.data, call.request.via));
      // Without a transaction each statement is committed on its own. The clock is read when its turn comes.
      const run = async () => {
        const { db, ...from } = await this.#readFrom(operation, call);
        staleMs = from.staleMs;
        const isMetered = paysForRows(call) && (operation.countsAll || readsManyRows(parsed.data));
        const meter = isMetered ? new QueryCostMeter(db) : undefined;
        const value = await operation.run(
          new RunningContext(this.#parts, call, meter?.db ?? db),
          parsed.data,
        );
        return { db, meter, value };
      };
      const showing = async ({ db, value, ...rest }: Awaited<ReturnType<typeof run>>) => ({
        shown: await show(db, value),
        ...rest,
      });
      const { shown, meter } = operation.pool
        ? await showing(await this.#proofs.run(run, readRequestOf(call)))
        : call.addsUp
          ? await showing(await this.addUp(call, run))
          : await this.#inTurn(call, async () => showing(await run()));
      const lookedThrough = meter && (await meter.rows());
      return {
        ...done(shown),
        ...(stale && stale.length > 0 && { stale }),
        ...(staleMs !== undefined && { staleMs }),
        ...(lookedThrough && { lookedThrough }),
      };
    } catch (error) {
      const failures = refusalIn(error);
      if (failures) return { ...refused(failures), staleMs };
      if (isIncomparable(error)) return refused([failure('PARAMETER_VALUE_SYNTAX')]);
      throw error;
    }
  }

  /**
   * Estimates the rows of the whole list that groups are made from, ignoring the filter and `asOf`: with the values of a
   * condition the planner's estimate would reveal something about rows of others. Nothing else runs.
   */
  async #foresee<I, O, S>(operation: Query<I, O>, input: I, call: Call): Promise<Outcome<S>> {
    if (!isGrouped(input)) return done({ rows: [], count: 0 } as S);
    const run = async () => {
      const { db } = await this.#readFrom(operation, call);
      return operation.run(new RunningContext(this.#parts, call, db), wholeListOfNow(input));
    };
    return done((await this.addUp(call, run)) as unknown as S);
  }

  /** Chosen when its turn comes, because a replica may fall behind meanwhile. A GraphQL request chooses once for all its fields. */
  async #readFrom(
    { pool }: Pick<Query<never, unknown>, 'pool'>,
    call: Call,
  ): Promise<{ readonly db: Db; readonly staleMs: number | undefined }> {
    const { database } = this.#parts;
    const reader = isPlainRead(call) && database.replicas && (await database.replicas.reader());
    const { db } = readPoolOf(database, reader ? { ...call, reader } : call, pool);
    return { db, staleMs: reader && !call.snapshot ? reader.staleMs : undefined };
  }

  async #command<I, O, S>(
    operation: Command<I, O>,
    input: I,
    call: Call,
    show: Show<O, S>,
  ): Promise<Outcome<S>> {
    const lookedUp = await operation.lookUp?.(this.#parts.external, input);
    const key = keyClaim(this.#parts, operation, input, call);
    return transact(this.#parts, {
      call,
      operation,
      begin:
        key &&
        (async (db) => {
          const claim = await claimKey(db, key, this.#parts.clock.now());
          return claim.claimed ? undefined : replay(db, claim, show);
        }),
      work: async (context) => {
        refuseTypo(call);
        await takeApproved(context, { isElsewhere: false });
        await takeRow(context, call);
        const placed = await placeOf(context, operation, input);
        if (placed) context.actInPlaceOf(placed);
        const value = await operation.run(context, input, lookedUp);
        if (placed) tellRegistrar(context, placed.registrar, operation.inPlace?.did(input) ?? '');
        await enforceGuards(context);
        const known = call.legalDocument ? undefined : show.known?.(value);
        const isOver = context.endsHere(operation.name, known !== undefined);
        if (isOver && known !== undefined) return known;
        await storeDocument(context, operation.name, value, call);
        const isShown = isCompared(call) && !operation.unforeseeable;
        const picture = isShown ? await summarise(context, call, { operation, input, value }) : undefined;
        const shown = await conclude(context, { operation: operation.name, key, value, show });
        // Refusals of the write itself come first.
        if (picture) await compareOutcome(context, call, picture);
        return shown;
      },
      remember:
        key &&
        ((db, failures) =>
          isRetryable(failures)
            ? deleteKey(db, key)
            : storeAnswer(db, key, { ok: false, failures }, this.#parts.clock.now())),
    });
  }
}

/** A queue for one kind of work: fair between registrars, and callers that have waited too long are refused. */
const places = (size: number): FairSemaphore =>
  new FairSemaphore(size, {
    share: halfOf(size),
    longestQueue,
    longestQueueOfOne,
    longestWaitMs: usualWaitMs,
    busy: () => new DatabaseUnavailable('busy'),
  });

/** The number of passwords of one caller that may wait to be hashed. */
const mostHashesWaiting = 20;

/** Hashed without holding connections or locks, because it takes long and others wait for a hash as well. */
async function hashFor(
  call: Call,
  password: string | undefined,
): Promise<{ readonly passwordHash?: string } | Refusal> {
  if (call.dryRun || !password) return {};
  const slot = slotRequestOf(call);
  if (slot.owner !== undefined && hashesWaiting(slot.owner) >= mostHashesWaiting)
    return new Refusal([
      failure('RATE_LIMITED', 'Too many passwords are waiting to be hashed; try again', {
        details: { retryAfterSeconds: 1 },
      }),
    ]);
  return { passwordHash: await hashPassword(password, slot) };
}

/** The registry's own services send lists of any length, such as everything they have to export. */
const paysByItems = ({ kind }: Pick<OperationDescription, 'kind'>, { actor }: Call): boolean =>
  kind !== 'query' && actor.kind === 'registrar';

/** A write with more items counts as a bulk write, of which few are in progress at once. */
const manyItems = 200;
const bulksAtOnce = 2;

/** Operators have no budget; a file is charged by its rows and has its transaction to itself. */
const paysForRows = (call: Call): boolean =>
  isCalledFor(call) && call.actor.kind !== 'operator' && !call.snapshot;

/** For actors, not for jobs or the CLI. */
/** The graph chooses for all of a document where it reads. */
const isPlainRead = ({ request }: Call): boolean => request.via === 'rest' || request.via === 'rdap';

const isCalledFor = ({ request }: Call): boolean => request.via !== 'job' && request.via !== 'cli';
