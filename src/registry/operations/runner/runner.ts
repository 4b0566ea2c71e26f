import type { Actor } from '../../../base/actor.ts';
import { stopwatch } from '../../../base/clock.ts';
import type { Failure } from '../../../base/errors.ts';
import { resultOf } from '../../../base/metrics.ts';
import { spanHere, traced } from '../../../base/tracing.ts';
import type { Operation, OperationDescription } from '../operation.ts';
import { callSteps, lackOf } from './call-steps.ts';
import { commandSteps } from './command.ts';
import { concludeSteps, prepareSteps } from './external-command.ts';
import type { Outcome, Show, Stale } from './outcome.ts';
import { readSteps } from './query.ts';
import type { Call, WantedObjects } from './running-context.ts';
import { type ReadStep, type RunnerSetup, type Running, type StepLists, withInserted } from './steps.ts';
import { Turns } from './turns.ts';

/** The steps of the core, which docs/architecture.md lists with those of the extensions. */
export const coreSteps: StepLists = {
  call: callSteps,
  read: readSteps,
  write: commandSteps,
  prepare: prepareSteps,
  conclude: concludeSteps,
};

/**
 * Takes every operation of every API through the same steps. Authentication and the caller's budget come before it, in
 * the APIs.
 */
export class Runner {
  readonly #parts: RunnerSetup;
  readonly #turns = new Turns();
  /** The steps in their order, with those of extensions. */
  readonly steps: StepLists;

  readonly #refreshing: readonly ReadStep[];

  constructor(parts: RunnerSetup) {
    this.#parts = parts;
    this.steps = withInserted(coreSteps, parts.steps ?? []);
    this.#refreshing = this.steps.read.filter(({ refresh }) => refresh);
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

  /** Queries that aggregate whole lists wait for their turn. */
  addUp<T>(call: Pick<Call, 'actor' | 'request' | 'snapshot'>, work: () => Promise<T>): Promise<T> {
    return this.#turns.addUp(call, work);
  }

  /** Why the operation is unavailable here for every caller; undefined if it is available. */
  absenceOf(operation: OperationDescription): Failure | undefined {
    for (const step of this.steps.call) {
      const absence = step.absence?.(operation);
      if (absence) return absence;
    }
    return undefined;
  }

  /** Tells whether another system takes part in the operation. */
  reachesOthers(operation: OperationDescription): boolean {
    const { kind, needs } = operation;
    const isSent = this.steps.call.some((step) => step.sends?.(operation));
    return isSent || kind === 'external-command' || needs !== undefined;
  }

  /**
   * Why this caller is refused whatever the input: role, scope, guards, what is not here; undefined if the input
   * decides.
   */
  refusalOf(operation: OperationDescription, actor: Actor): Failure | undefined {
    for (const step of this.steps.call) {
      const refusal = step.refusal?.(operation, actor, this.#parts) ?? step.absence?.(operation);
      if (refusal) return refusal;
    }
    return undefined;
  }

  /**
   * Refreshes objects that are found without running the operation that shows them; returns those that are stale.
   */
  async refresh(
    operation: OperationDescription,
    wanted: WantedObjects,
    { actor }: Pick<Call, 'actor'>,
  ): Promise<readonly Stale[]> {
    if (this.#refreshing.length === 0 || lackOf(actor, operation)) return [];
    const found = await Promise.all(
      this.#refreshing.map((step) => step.refresh?.(operation.name, wanted) ?? []),
    );
    return found.flat();
  }

  /**
   * Takes an operation through its steps. It is not async, because a promise around that of the work would cost every
   * request.
   */
  #answer<I, O, S>(operation: Operation<I, O>, input: I, call: Call, show: Show<O, S>): Promise<Outcome<S>> {
    const running: Running<I, O, S> = {
      parts: this.#parts,
      turns: this.#turns,
      operation,
      input,
      call,
      show,
      tried: (trial) => this.#answer(operation, input, trial, async () => null),
    };
    for (const step of this.steps.call) {
      const answer = step.take(running, this.steps);
      if (answer) return Promise.resolve(answer);
    }
    throw new Error(`${operation.name} was not answered`);
  }
}
