import type { FastifyBaseLogger } from 'fastify';
import type { Address } from '../../apis/services.ts';
import { parseDuration } from '../../base/calendar.ts';
import { refuse } from '../../base/errors.ts';
import type { Bus } from '../../base/events.ts';
import type { JobControl, JobEvent, MovableTime } from '../../base/job-control.ts';
import type { Outbox } from '../../integrations/outbox/outbox.ts';
import { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import type { ExternalServices } from '../../registry/operations/operation.ts';
import type { RunnerSetup } from '../../registry/operations/runner/steps.ts';
import { ClockAdvancer } from './clock-advancer.ts';
import { JobRunner, type JobRunnerParts } from './job-runner.ts';
import { measureLag } from './lag.ts';
import { runDueJobs } from './run-due-jobs.ts';
import { Scheduler } from './scheduler.ts';

export interface JobServiceParts extends Omit<RunnerSetup, 'external'> {
  readonly paymentProvider: ExternalServices['paymentProvider'];
  readonly bus: Bus;
  readonly address: Address;
  readonly log: FastifyBaseLogger;
  /** The jobs that run in this process. */
  readonly jobNames: readonly string[];
  readonly processId: string;
  /** A function, because the outbox depends on the runner, which depends on this service. */
  readonly outbox: () => Outbox;
  readonly worksOf: JobRunnerParts['worksOf'];
  /** The time that can be moved; undefined if the clock cannot be moved. */
  readonly movable: MovableTime | undefined;
}

/** Runs the jobs, on schedule and on demand, and moves a clock that can be moved. */
export class JobService implements JobControl {
  readonly #parts: JobServiceParts;
  readonly #runner: JobRunner;
  readonly #scheduler: Scheduler;

  constructor(parts: JobServiceParts) {
    this.#parts = parts;
    const external = { paymentProvider: parts.paymentProvider, jobs: this };
    this.#runner = new JobRunner({ ...parts, external });
    this.#scheduler = new Scheduler({ ...parts, runner: this.#runner });
    measureLag(parts);
  }

  /** Starts the scheduler. */
  start(): void {
    this.#parts.movable?.clock.start();
    this.#scheduler.start();
  }

  async stop(): Promise<void> {
    this.#parts.movable?.clock.stop();
    await this.#scheduler.stop();
  }

  async runJobs(names: readonly string[]): Promise<JobEvent[]> {
    const { database, processId, clock, jobNames } = this.#parts;
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
    const { calendar, movable } = this.#parts;
    const distance = parseDuration(by);
    return this.#advance(async (now) => {
      const target = distance && calendar.after(now, distance);
      return target && movable ? movable.targetOf(id, target) : now;
    });
  }

  async #advance(destination: (now: Date) => Promise<Date>): Promise<JobEvent[]> {
    const { clock } = this.#parts.movable ?? refuse('COMMAND_USE', 'Only the sandbox can move its clock');
    return new ClockAdvancer({ ...this.#parts, clock, runner: this.#runner }).advance(destination);
  }

  async reset(world: 'bare' | 'demo'): Promise<void> {
    const { database, processId, jobNames } = this.#parts;
    const movable = this.#parts.movable ?? refuse('COMMAND_USE', 'Only the sandbox can be reset');
    const held = await HeldJobs.all(database, processId, jobNames);
    try {
      await movable.reset(world);
    } finally {
      await held.giveBack();
    }
  }
}
