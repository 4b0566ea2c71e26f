import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '../../../base/clock.ts';
import { failure } from '../../../base/errors.ts';
import { isLess, zero } from '../../../base/money.ts';
import { guardsOf } from '../../rules/registrar/guards.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { runAndRollBack } from '../../store/driver/connections/savepoint.ts';
import {
  acquireKeyLease,
  claimKey,
  deleteKey,
  expireKeyLease,
  heartbeatMs,
  type KeyClaim,
  lockKey,
  renewKeyLease,
  storeAnswer,
  storePrepared,
} from '../../store/runner/idempotency.ts';
import type { Plain } from '../operation.ts';
import { summarise } from './effects-compared.ts';
import { enforceGuards } from './enforce-guards.ts';
import { done, type Outcome, refused, replay } from './outcome.ts';
import { compareOutcome, refuseTypo } from './outcomes.ts';
import { RunningContext } from './running-context.ts';
import {
  type Asking,
  type ConcludeStep,
  type Concluding,
  type PrepareStep,
  type Preparing,
  returned,
  type StepLists,
  takeAll,
} from './steps.ts';
import {
  conclude,
  type Failures,
  isOutcomeChanged,
  isRetryable,
  keyClaim,
  type Step,
  transact,
} from './transact.ts';

interface Running<I, O, S> extends Asking<I, O, S> {
  readonly key: KeyClaim | undefined;
  readonly lists: Pick<StepLists, 'prepare' | 'conclude'>;
  /** The first request with the key has prepared it, so its outcome was compared then. */
  isRepeated?: boolean;
}

/** The steps before the other service is asked, in one transaction. */
export const prepareSteps: readonly PrepareStep[] = [
  {
    name: 'outcome-text',
    why: 'As in a command.',
    take: ({ call, running }) => void refuseTypo(call, running.operation),
  },
  {
    name: 'prepare',
    why: 'The operation checks, takes what must not be taken twice and writes what must not be lost.',
    take: async (writing) => {
      const { context, running } = writing;
      writing.prepared = await running.operation.prepare(context, running.input);
    },
  },
  {
    name: 'limits',
    why: 'As in a command; if the other registry makes the outcomes, it also knows the effects.',
    take: (writing) => {
      const { effects, now, db } = writing.context;
      writing.before = { effects, now, db };
      return writing.running.operation.outcomeIn ? undefined : enforceGuards(writing.context);
    },
  },
  {
    name: 'journal',
    why: 'History, messages and charges of what was prepared are kept whatever the other service says.',
    take: ({ context, running }) => context.writeJournal(running.operation.name),
  },
  {
    name: 'trial',
    why: 'Guards and outcomes bound what follows the answer too, so it is tried and rolled back before anybody is asked.',
    take: ({ call, running, isRepeated, before, prepared }) => {
      const isTried = call.ifOutcome !== undefined || guardsOf(call.actor) !== undefined;
      return isTried && !running.operation.rehearse && !isRepeated && before
        ? tryBefore(running, before, prepared)
        : undefined;
    },
  },
  {
    name: 'keep',
    why: 'A repeated request goes on from what was prepared.',
    take: ({ context, key, prepared }) => key && storePrepared(context.db, key, prepared),
  },
];

/** The steps after the other service has answered, in another transaction. */
export const concludeSteps: readonly ConcludeStep[] = [
  {
    name: 'conclude',
    why: 'The operation checks again what may have changed meanwhile, and writes the reply.',
    take: async (writing) => {
      const { context, running, prepared, reply } = writing;
      writing.value = await running.operation.conclude(context, running.input, prepared, reply);
    },
  },
  {
    name: 'effects',
    why: 'As in a command.',
    take: async (writing) => {
      const { context, call, running, prepared, value } = writing;
      const { operation, input } = running;
      if (call.ifOutcome !== undefined && operation.rehearse && !operation.outcomeIn)
        writing.effects = await summarise(context, call, { operation, input, value, prepared });
    },
  },
  {
    name: 'answer',
    why: 'As in a command.',
    take: async (writing) => {
      const { context, running, key } = writing;
      const { operation, show } = running;
      writing.shown = await conclude(context, {
        operation: operation.name,
        key,
        value: returned(writing),
        show,
      });
    },
  },
  {
    name: 'compare',
    why: 'As in a command.',
    take: ({ context, call, effects }) => effects && compareOutcome(context, call, effects),
  },
];

/**
 * The result of the first step: continue, the caller already has an answer, or another process is still working on
 * it.
 */
type Start<S> =
  | { readonly next: 'ask'; readonly prepared: Plain }
  | { readonly next: 'answer'; readonly outcome: Outcome<S> }
  | { readonly next: 'wait' };

const pollMs = 100;
/** How long a caller waits for a command that runs in another process. */
const timeoutMs = 20_000;

/** Runs the three steps of `ExternalSteps` in operations/operation.ts. */
export async function runExternalCommand<I, O, S>(
  asking: Asking<I, O, S>,
  lists: Pick<StepLists, 'prepare' | 'conclude'>,
): Promise<Outcome<S>> {
  const { parts, operation, input, call } = asking;
  const key = keyClaim(parts, operation, input, call);
  const running: Running<I, O, S> = { ...asking, key, lists };
  if (call.dryRun) return rehearse(running);
  const waited = stopwatch();
  for (;;) {
    const first = await transact(parts, firstStep(running));
    if (first.ok) {
      const start = first.value;
      if (start.next === 'answer') return start.outcome;
      if (start.next === 'ask') return askAndConclude(running, start.prepared);
    } else if (waited() > timeoutMs || !operation.retryWhile?.(first.failures[0])) return first;
    await sleep(pollMs);
  }
}

async function rehearse<I, O, S>({
  parts,
  operation,
  input,
  call,
  show,
}: Running<I, O, S>): Promise<Outcome<S>> {
  const tried = <T>(work: Step<T>['work']) =>
    transact(parts, {
      call,
      operation,
      work: (context) => {
        refuseTypo(call, operation);
        return work(context);
      },
    });
  let reply: unknown;
  if (operation.rehearse) {
    // A command that will be refused anyway does not ask the other side.
    const first = await tried((context) => operation.prepare(context, input));
    if (!first.ok) return first;
    reply = await operation.rehearse(parts.external, first.value);
  }
  return tried(async (context) => {
    const prepared = await operation.prepare(context, input);
    const value = await operation.conclude(context, input, prepared, reply);
    if (!operation.outcomeIn) await enforceGuards(context);
    if (operation.outcomeIn) context.outcome = operation.outcomeIn(reply);
    else if (!operation.unforeseeable)
      await compareOutcome(
        context,
        call,
        await summarise(context, call, { operation, input, value, prepared }),
      );
    return show(context.db, value);
  });
}

function firstStep<I, O, S>(running: Running<I, O, S>): Step<Start<S>> {
  const { parts, operation, call, key } = running;
  return {
    call,
    operation,
    begin: key && ((db) => claimOrTakeOver(running, key, db)),
    work: async (context) => {
      const writing: Preparing<I, O, S> = {
        call,
        context,
        running,
        key,
        isRepeated: running.isRepeated ?? false,
      };
      await takeAll<Preparing<I, O, S>>(running.lists.prepare, writing);
      return { next: 'ask', prepared: writing.prepared };
    },
    remember:
      key &&
      ((db, failures) =>
        isRetryable(failures)
          ? (running.isRepeated && call.ifOutcome !== undefined ? expireKeyLease : deleteKey)(db, key)
          : storeAnswer(db, key, { ok: false, failures }, parts.clock.now())),
  };
}

/**
 * Runs the last step as a trial before the other service is asked, checks it against the guards and the expected
 * outcome, and rolls it back. The prepared rows stay locked.
 */
async function tryBefore<I, O, S>(
  { parts, operation, input, call }: Asking<I, O, S>,
  before: Pick<RunningContext, 'effects' | 'now' | 'db'>,
  prepared: Plain,
): Promise<void> {
  const trial = new RunningContext(parts, { ...call, dryRun: true }, before.db);
  await runAndRollBack(before.db, () =>
    trial.writes.with(async () => {
      const value = await operation.conclude(trial, input, prepared, undefined);
      // The spending counted here is rolled back, so another call could use up the limit while the other service is
      // asked.
      if (guardsOf(call.actor) && trial.effects.charges.some(({ sum }) => isLess(sum, zero)))
        throw new Error(`${operation.name} charges after asking: no limit can be held, charge in prepare`);
      await enforceGuards(trial);
      if (call.ifOutcome === undefined) return;
      const picture = await summarise(trial, call, { operation, input, value, prepared, before });
      await compareOutcome(trial, call, picture);
    }),
  );
}

/**
 * Claims the key, or takes it over from a process whose lease has ended; undefined if this process takes the first
 * step.
 */
async function claimOrTakeOver<I, O, S>(
  running: Running<I, O, S>,
  key: KeyClaim,
  db: Db,
): Promise<Outcome<Start<S>> | undefined> {
  const { parts, operation, show } = running;
  running.isRepeated = false;
  const claim = await claimKey(db, key, parts.clock.now());
  if (claim.claimed) return undefined;
  if (!claim.sameInput) return refused([failure('IDEMPOTENCY_KEY_REUSED')]);
  if (claim.answer !== null) return done({ next: 'answer', outcome: await replay(db, claim, show) });
  const held = await acquireKeyLease(db, key);
  if (!held) return done({ next: 'wait' });
  running.isRepeated = true;
  return operation.reprepare ? undefined : done({ next: 'ask', prepared: held.value as Plain });
}

async function askAndConclude<I, O, S>(running: Running<I, O, S>, first: Plain): Promise<Outcome<S>> {
  const { parts, operation, key } = running;
  const { db } = parts.database;
  let prepared = first;
  const keep = async (known: Plain): Promise<void> => {
    if (key) await storePrepared(db, key, known);
    prepared = known;
  };
  const alive = setInterval(() => {
    // Another process could not take over without the database either.
    if (key) renewKeyLease(db, key).catch(() => {});
    operation.heartbeat?.(db, prepared).catch(() => {});
  }, heartbeatMs);
  try {
    const reply = await operation.ask(parts.external, first, keep).catch(async (error: unknown) => {
      if (key && operation.isNotSent?.(error)) await deleteKey(db, key);
      throw error;
    });
    const outcome = await transact(parts, lastStep(running, prepared, reply)).catch(
      async (error: unknown): Promise<Outcome<S>> => {
        const reported = operation.unconcluded?.(reply, error);
        if (!reported) throw error;
        // A key that cannot be released now is released when its lease expires.
        if (key) await expireKeyLease(db, key).catch(() => {});
        return refused([reported]);
      },
    );
    if (!outcome.ok || outcome.replayed) return outcome;
    const stale = operation.stale?.(reply) ?? [];
    return stale.length > 0 ? { ...outcome, stale } : outcome;
  } catch (error) {
    if (key) await expireKeyLease(db, key);
    throw error;
  } finally {
    clearInterval(alive);
  }
}

function lastStep<I, O, S>(running: Running<I, O, S>, prepared: Plain, reply: unknown): Step<S> {
  const { parts, operation, call, key, show } = running;
  // A repeated command that has begun is not compared, because its own steps so far are a change since the dry run.
  const isReleased = (failures: Failures): boolean =>
    isOutcomeChanged(failures) || (operation.reprepare === true && call.ifOutcome === undefined);
  return {
    call,
    operation,
    isAfterwards: operation.unconcluded !== undefined,
    begin:
      key &&
      (async (db) => {
        // If this process took longer than its lease, another one has answered.
        const answer = await lockKey(db, key);
        return answer === undefined ? undefined : replay(db, { sameInput: true, answer }, show);
      }),
    work: async (context) => {
      const writing: Concluding<I, O, S> = { call, context, running, key, prepared, reply };
      await takeAll<Concluding<I, O, S>>(running.lists.conclude, writing);
      return writing.shown as S;
    },
    remember:
      key &&
      ((db, failures) =>
        isRetryable(failures)
          ? (isReleased(failures) ? deleteKey : expireKeyLease)(db, key)
          : storeAnswer(db, key, { ok: false, failures }, parts.clock.now())),
  };
}
