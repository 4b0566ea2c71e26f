import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { stopwatch } from '../../../base/clock.ts';
import { bulkJob } from '../../../registry/operations/lifecycle/jobs.ts';
import { HeldJobs } from '../../../registry/operations/lifecycle/leases.ts';
import { Runner } from '../../../registry/operations/runner/runner.ts';
import type { RunnerSetup } from '../../../registry/operations/runner/steps.ts';
import { DatabaseUnavailable, isUnreachable } from '../../../registry/store/driver/connections/trouble.ts';
import { saveRun } from '../../../registry/store/runner/job-leases.ts';
import { Lookout } from '../../../server/jobs/lookout.ts';
import { runningWorks } from '../store/bulk-works.ts';
import { doRows } from './operations/do-rows.ts';

const lookEveryMs = 2000;
/**
 * The milliseconds after which the job is given back, for others that wait for all jobs (`jobsRun`, the sandbox's
 * reset).
 */
const turnMs = 5000;
const betweenTurnsMs = 200;

export interface BulkParts extends RunnerSetup {
  readonly log: FastifyBaseLogger;
  readonly processId: string;
}

/**
 * Does the work of operators on many objects: looks every two seconds whether there is any, and does a few rows of
 * each work in turn. One process works at a time; when it dies, its lease ends, and another one goes on with the next
 * row.
 */
export class BulkWorker {
  readonly #parts: BulkParts;
  readonly #runner: Runner;
  readonly #lookout: Lookout;
  #isStopping = false;

  constructor(parts: BulkParts) {
    this.#parts = parts;
    this.#runner = new Runner(parts);
    this.#lookout = new Lookout({
      everyMs: lookEveryMs,
      log: parts.log,
      failure: 'bulk work did not go on',
      look: () => this.#look(),
    });
  }

  start(): void {
    this.#isStopping = false;
    this.#lookout.start();
  }

  /** Finishes the row in progress. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#lookout.stop();
  }

  async #look(): Promise<void> {
    const { database, processId } = this.#parts;
    while (!this.#isStopping && (await runningWorks(database.background.db)).length > 0) {
      const held = await HeldJobs.free(database, processId, [bulkJob]);
      try {
        if (held.jobs.length === 0) return;
        await this.work(held);
      } finally {
        await held.giveBack();
      }
      await sleep(betweenTurnsMs);
    }
  }

  /** Does rows until nothing waits or the turn is over; returns how many. */
  async work(held: HeldJobs): Promise<number> {
    const { database, clock, log } = this.#parts;
    const parts = {
      ...this.#parts,
      runner: this.#runner,
      failed: (error: unknown, { id }: { readonly id: number }) =>
        log.error({ err: error, row: id }, 'a row of bulk work failed'),
    };
    const check = (): void => {
      held.check();
      if (this.#isStopping) throw new Stopping();
    };
    const startedAt = clock.now();
    const elapsed = stopwatch();
    let taken = 0;
    let error: string | null = null;
    const failures: unknown[] = [];
    try {
      for (let works = await this.#running(); works.length > 0; works = await this.#running()) {
        for (const work of works)
          try {
            taken += await doRows(parts, work, check, () => elapsed() > turnMs);
          } catch (failed) {
            if (failed instanceof Stopping || failed instanceof DatabaseUnavailable || isUnreachable(failed))
              throw failed;
            check();
            // The other works have their turn first.
            failures.push(new Error(`bulk work ${work.id} did not go on`, { cause: failed }));
          }
        if (failures.length > 0) throw failures[0];
        if (elapsed() > turnMs) break;
      }
      return taken;
    } catch (failed) {
      if (failed instanceof Stopping) return taken;
      error = (failed instanceof Error ? failed.message : String(failed)).slice(0, 500);
      throw failed;
    } finally {
      const finishedAt = error === null ? clock.now() : null;
      await saveRun(database.db, bulkJob, { startedAt, finishedAt, taken, error }).catch(() => {});
    }
  }

  #running() {
    return runningWorks(this.#parts.database.background.db);
  }
}

/** The process ends: the rows that wait are done by the next one. */
class Stopping extends Error {}
