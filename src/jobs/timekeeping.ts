import type { FastifyBaseLogger } from 'fastify';
import { parseDuration } from '../core/calendar.ts';
import type { SimulatedClock } from '../core/clock.ts';
import { refuse } from '../core/errors.ts';
import type { Bus } from '../core/events.ts';
import type { Outside } from '../core/operation.ts';
import type { JobEvent, TimeKeeper } from '../core/time-keeper.ts';
import type { Address } from '../house.ts';
import { jobNames } from '../operations/lifecycle/jobs.ts';
import type { RunnerParts } from '../operations/runner/running-context.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { SandboxClock } from '../sandbox/clock.ts';
import { resetSandbox } from '../sandbox/reset.ts';
import { targetOfMove } from '../store/sandbox/sandbox-clock.ts';
import { JobRunner } from './job-runner.ts';
import { measureLag } from './lag.ts';
import { HeldJobs } from './leases.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { Scheduler } from './scheduler.ts';
import { TimeMachine } from './time-machine.ts';

export interface TimekeepingParts extends Omit<RunnerParts, 'outside'> {
  readonly paymentProvider: Outside['paymentProvider'];
  readonly bus: Bus;
  readonly address: Address;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  /** Asked for when it is needed: the outbox itself needs the runner, which needs the time keeper. */
  readonly outbox: () => Outbox;
  /** The sandbox's clock; undefined: time cannot be moved. */
  readonly simulated: SimulatedClock | undefined;
}

/** Everything that happens because time passes: the jobs, their scheduler, and the sandbox's time machine. */
export class Timekeeping implements TimeKeeper {
  readonly #parts: TimekeepingParts;
  readonly #runner: JobRunner;
  readonly #scheduler: Scheduler;
  readonly #sandboxClock: SandboxClock | undefined;

  private constructor(parts: TimekeepingParts, sandboxClock: SandboxClock | undefined) {
    this.#parts = parts;
    this.#sandboxClock = sandboxClock;
    const outside = { paymentProvider: parts.paymentProvider, time: this };
    this.#runner = new JobRunner({ ...parts, outside });
    this.#scheduler = new Scheduler({ ...parts, runner: this.#runner });
    measureLag(parts);
  }

  static async open(parts: TimekeepingParts): Promise<Timekeeping> {
    const { simulated: clock } = parts;
    return new Timekeeping(parts, clock && (await SandboxClock.open({ ...parts, clock })));
  }

  /** From now on the jobs work by themselves. */
  start(): void {
    this.#sandboxClock?.start();
    this.#scheduler.start();
  }

  stop(): Promise<void> {
    this.#sandboxClock?.stop();
    return this.#scheduler.stop();
  }

  async runJobs(names: readonly string[]): Promise<JobEvent[]> {
    const { database, processId, clock } = this.#parts;
    const wanted = names.length > 0 ? jobNames.filter((name) => names.includes(name)) : jobNames;
    const held = await HeldJobs.all(database, processId, wanted);
    try {
      return await runDueJobs({ ...this.#parts, runner: this.#runner }, held, clock.now());
    } finally {
      await held.giveBack();
    }
  }

  advanceTo(instant: Date): Promise<JobEvent[]> {
    return this.#advance(async () => instant);
  }

  advanceBy({ id, by }: { readonly id: string; readonly by: string }): Promise<JobEvent[]> {
    const { calendar, database } = this.#parts;
    const distance = parseDuration(by);
    return this.#advance(async (now) =>
      distance ? targetOfMove(database.db, id, calendar.plus(now, distance)) : now,
    );
  }

  async #advance(destination: (now: Date) => Promise<Date>): Promise<JobEvent[]> {
    const clock = this.#sandboxClock ?? refuse('COMMAND_USE', 'Only the sandbox can move its clock');
    return new TimeMachine({ ...this.#parts, clock, runner: this.#runner }).advance(destination);
  }

  async reset(world: 'bare' | 'demo'): Promise<void> {
    const { database, processId } = this.#parts;
    const clock = this.#sandboxClock ?? refuse('COMMAND_USE', 'Only the sandbox can be reset');
    const held = await HeldJobs.all(database, processId, jobNames);
    try {
      await resetSandbox(this.#parts, clock, world);
    } finally {
      await held.giveBack();
    }
  }
}
