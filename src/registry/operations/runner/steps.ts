import type { Actor } from '../../../base/actor.ts';
import type { Failure } from '../../../base/errors.ts';
import type { KeyClaim } from '../../store/runner/idempotency.ts';
import type { Placed } from '../in-place.ts';
import type {
  Command,
  ExternalCommand,
  Operation,
  OperationDescription,
  Plain,
  Query,
} from '../operation.ts';
import type { EffectSummary } from './effects-compared.ts';
import type { Outcome, Show, Stale } from './outcome.ts';
import type { Call, RunnerParts, RunningContext, WantedObjects } from './running-context.ts';
import type { Turns } from './turns.ts';

/** A call on its way through the steps. */
export interface Running<I, O, S> {
  readonly parts: RunnerParts;
  readonly turns: Turns;
  readonly operation: Operation<I, O>;
  /** The input as the caller gave it, and from the step `input` on as the operation reads it. */
  input: I;
  readonly call: Call;
  readonly show: Show<O, S>;
  /** Takes the same input through all steps in another call. */
  readonly tried: (call: Call) => Promise<Outcome<null>>;
}

/** A query on its way: what is read again before it, or comes from a replica, is said with the answer. */
export interface Reading<I, O, S> extends Running<I, O, S> {
  readonly operation: Query<I, O>;
  stale: readonly Stale[];
  staleMs: number | undefined;
}

/** The facts that a step inside a transaction knows. */
export interface Writing {
  readonly call: Call;
  readonly context: RunningContext;
  /** Nothing is left to do but the commit. */
  isDone?: boolean;
}

export type Commanding<I, O, S> = Running<I, O, S> & { readonly operation: Command<I, O> };

/** A command inside its transaction. */
export interface CommandWriting<I, O, S> extends Writing {
  readonly operation: Command<I, O>;
  readonly input: I;
  readonly show: Show<O, S>;
  readonly key: KeyClaim | undefined;
  readonly lookedUp: unknown;
  /** The registrar in whose place an operator acts. */
  placed?: Placed | undefined;
  value?: O;
  effects?: EffectSummary;
  /** The answer that the caller is shown. */
  shown?: S;
}

export type Asking<I, O, S> = Running<I, O, S> & { readonly operation: ExternalCommand<I, O> };

/** An external command before it asks. */
export interface Preparing<I, O, S> extends Writing {
  readonly running: Asking<I, O, S>;
  readonly key: KeyClaim | undefined;
  /** The first request with the key has prepared it, so its outcome was compared then. */
  readonly isRepeated: boolean;
  prepared?: Plain;
  before?: Pick<RunningContext, 'effects' | 'now' | 'db'>;
}

/** An external command after the other service has answered. */
export interface Concluding<I, O, S> extends Writing {
  readonly running: Asking<I, O, S>;
  readonly key: KeyClaim | undefined;
  readonly prepared: Plain;
  readonly reply: unknown;
  value?: O;
  effects?: EffectSummary;
  shown?: S;
}

interface Named {
  readonly name: string;
  /** Why it is there, in one sentence (docs/architecture.md). */
  readonly why: string;
}

/** A step of every call. It costs nothing where it does not apply: it returns a promise only where it answers. */
export interface CallStep extends Named {
  /** Why the operation is unavailable here for everybody. */
  absence?(operation: OperationDescription): Failure | undefined;
  /** Why this caller is refused whatever the input. */
  refusal?(operation: OperationDescription, actor: Actor, parts: RunnerParts): Failure | undefined;
  /** Tells whether the step sends the operation to another system, which then does it. */
  sends?(operation: OperationDescription): boolean;
  /** The answer instead of the steps that follow; undefined to go on. */
  take<I, O, S>(running: Running<I, O, S>, lists: StepLists): Outcome<S> | Promise<Outcome<S>> | undefined;
}

/** A step of every query. */
export interface ReadStep extends Named {
  /**
   * Reads stale objects again that are found without running the operation that shows them; returns those that are
   * still stale.
   */
  refresh?(operation: string, wanted: WantedObjects): Promise<readonly Stale[]>;
  take<I, O, S>(reading: Reading<I, O, S>): Promise<Outcome<S> | undefined> | undefined;
}

// Steps inside a transaction return a promise only where there is something to wait for, and throw a `Refusal` to end
// it.

export interface CommandStep extends Named {
  take<I, O, S>(writing: CommandWriting<I, O, S>): Going;
}

export interface PrepareStep extends Named {
  take<I, O, S>(writing: Preparing<I, O, S>): Going;
}

export interface ConcludeStep extends Named {
  take<I, O, S>(writing: Concluding<I, O, S>): Going;
}

/** A step of an extension inside a transaction. */
export interface WriteStep extends Named {
  take(writing: Writing): Going;
}

type Going = Promise<unknown> | undefined;

/** The steps of a call, and of the work that it comes to. */
export interface StepLists {
  readonly call: readonly CallStep[];
  /** The steps of a query. */
  readonly read: readonly ReadStep[];
  /** The steps of a command, inside its transaction. */
  readonly write: readonly CommandStep[];
  /** The steps of an external command, inside the transaction before the other service is asked. */
  readonly prepare: readonly PrepareStep[];
  /** The steps of an external command, inside the transaction after the answer. */
  readonly conclude: readonly ConcludeStep[];
}

type Place = { readonly before: string } | { readonly after: string };

/** A step of an extension, which stands directly before or after a named one. */
export type StepInsertion = Place &
  (
    | { readonly list: 'call'; readonly step: CallStep }
    | { readonly list: 'read'; readonly step: ReadStep }
    | { readonly list: 'write' | 'prepare' | 'conclude'; readonly step: WriteStep }
  );

/** The parts of a runner. */
export interface RunnerSetup extends RunnerParts {
  /** The steps of extensions. */
  readonly steps?: readonly StepInsertion[];
}

/** The lists with the steps that are inserted into them; those at one place stay in their order. */
export function withInserted(lists: StepLists, insertions: readonly StepInsertion[]): StepLists {
  const own = { ...lists };
  for (const one of insertions) {
    const { list, step } = one;
    if (list === 'call') own.call = inserted(own.call, one, step);
    else if (list === 'read') own.read = inserted(own.read, one, step);
    else if (list === 'write') own.write = inserted(own.write, one, step);
    else if (list === 'prepare') own.prepare = inserted(own.prepare, one, step);
    else own.conclude = inserted(own.conclude, one, step);
  }
  return own;
}

function inserted<S extends Named>(steps: readonly S[], place: Place, step: S): readonly S[] {
  const [beside, offset] = 'after' in place ? [place.after, 1] : [place.before, 0];
  const index = steps.findIndex(({ name }) => name === beside);
  if (index < 0) throw new TypeError(`the step ${step.name} belongs beside ${beside}, which is not there`);
  if (steps.some(({ name }) => name === step.name))
    throw new TypeError(`the step ${step.name} is there twice`);
  return steps.toSpliced(index + offset, 0, step);
}

/** Takes the steps of a transaction in their order. */
export async function takeAll<W extends Writing>(
  steps: readonly { take(writing: W): Going }[],
  writing: W,
): Promise<void> {
  for (const step of steps) {
    const going = step.take(writing);
    if (going) await going;
    if (writing.isDone) return;
  }
}

/** Returns what the operation has returned in an earlier step. */
export const returned = <O>({ value }: { readonly value?: O | undefined }): O => value as O;
