import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import {
  bulkJob,
  countJob,
  forgetJob,
  outboxJob,
  zoneFilesJob,
} from '../../registry/operations/lifecycle/jobs.ts';
import { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import { Lookout } from './lookout.ts';
import { type DueParts, dueJobs, runDueJobs } from './run-due-jobs.ts';

const lookEveryMs = 10_000;
/** Some jobs always have something to do, but none of it is urgent. */
const rareEvery = 60;
const hasOwnWorker: ReadonlySet<string> = new Set([outboxJob, zoneFilesJob, bulkJob]);
const isRare = (name: string): boolean => name === forgetJob || name === countJob;

export interface SchedulerParts extends DueParts {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly jobNames: readonly string[];
}

/**
 * Runs the jobs periodically. Every process has one; leases ensure that each job runs in one process at a
 * time, and expire when that process dies. The timer only triggers the check: the clock decides what is due.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #lookout: Lookout;
  #checks = 0;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#lookout = new Lookout({
      everyMs: lookEveryMs,
      log: parts.log,
      failure: 'a job failed',
      look: () => this.#check(),
    });
  }

  start(): void {
    this.#lookout.start();
  }

  /** Finishes the jobs in progress. */
  stop(): Promise<void> {
    return this.#lookout.stop();
  }

  async #check(): Promise<void> {
    const { database, processId, clock } = this.#parts;
    this.#checks += 1;
    const jobs = this.#parts.jobNames.filter(
      (name) => !hasOwnWorker.has(name) && (!isRare(name) || this.#checks % rareEvery === 1),
    );
    const due = await dueJobs(this.#parts, jobs, clock.now());
    if (due.length === 0) return;
    // All jobs, because one may make another due.
    const held = await HeldJobs.free(database, processId, jobs);
    try {
      await runDueJobs(this.#parts, held, clock.now());
    } finally {
      await held.giveBack();
    }
  }
}
