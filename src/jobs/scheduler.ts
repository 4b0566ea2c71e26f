import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { forgetJob, outboxJob } from '../operations/lifecycle/jobs.ts';
import { isAway } from '../store/driver/trouble.ts';
import { HeldJobs } from './leases.ts';
import { type DueParts, dueJobs, runDueJobs } from './run-due-jobs.ts';

const lookEveryMs = 10_000;
const forgetEvery = 60;

export interface SchedulerParts extends DueParts {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly jobs: readonly string[];
}

/**
 * Lets the jobs work by themselves. Every process has one; leases see to it that each job runs in one of them at a
 * time, and run out when that one dies. The timer only says when to look: what is due is told by the clock.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #looks = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#wake(), lookEveryMs).unref();
    this.#wake();
  }

  /** Finishes what is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#working;
  }

  #wake(): void {
    this.#working ??= this.#look()
      .catch((error: unknown) => {
        // That the database is away has been told.
        if (!isAway(error)) this.#parts.log.error({ err: error }, 'a job failed');
      })
      .finally(() => {
        this.#working = undefined;
      });
  }

  async #look(): Promise<void> {
    const { database, processId, clock } = this.#parts;
    this.#looks += 1;
    // The outbox has a worker of its own, which does not wait for a timer.
    const jobs = this.#parts.jobs.filter(
      (name) => name !== outboxJob && (name !== forgetJob || this.#looks % forgetEvery === 1),
    );
    const due = await dueJobs(this.#parts, jobs, clock.now());
    if (due.length === 0) return;
    // All of them: what is due may make more due.
    const held = await HeldJobs.free(database, processId, jobs);
    try {
      await runDueJobs(this.#parts, held, clock.now());
    } finally {
      await held.giveBack();
    }
  }
}
