import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '../../../base/clock.ts';
import { refuse } from '../../../base/errors.ts';
import type { Database } from '../../store/driver/connections/database.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { giveLeasesBack, renewLeases, takeLeases } from '../../store/runner/job-leases.ts';

const pollMs = 50;
const timeoutMs = 90_000;
const renewEveryMs = 15_000;

/** The jobs that this process holds a lease for; several processes never run the same job at once. */
export class HeldJobs {
  readonly jobs: readonly string[];
  readonly #database: Database;
  readonly #holder: string;
  readonly #timer: NodeJS.Timeout;
  #lost = false;

  private constructor(database: Database, jobs: readonly string[], holder: string) {
    this.#database = database;
    this.jobs = jobs;
    this.#holder = holder;
    this.#timer = setInterval(() => void this.#renew(), renewEveryMs).unref();
  }

  /** Leases the jobs that are free, perhaps none. */
  static async free(database: Database, processId: string, jobs: readonly string[]): Promise<HeldJobs> {
    const holder = `${processId} ${randomUUID()}`;
    return new HeldJobs(database, await takeLeases(database.db, jobs, holder), holder);
  }

  /** Leases all of the jobs, waiting until other holders are done. */
  static async all(database: Database, processId: string, jobs: readonly string[]): Promise<HeldJobs> {
    const waited = stopwatch();
    for (;;) {
      const held = await HeldJobs.free(database, processId, jobs);
      if (held.jobs.length === jobs.length) return held;
      await held.giveBack();
      if (waited() > timeoutMs) refuse('COMMAND_FAILED', 'The jobs are busy; try again');
      await sleep(pollMs * (1 + Math.random()));
    }
  }

  /** Throws if another process has taken over and does the rest. */
  check(): void {
    if (this.#lost) throw new Error('another process has taken the jobs over');
  }

  /**
   * Renews the leases, and throws if the database says that another process has taken over; whoever takes over later
   * begins after this.
   */
  async confirm(db: Db): Promise<void> {
    if (!(await renewLeases(db, this.jobs, this.#holder))) this.#lost = true;
    this.check();
  }

  async giveBack(): Promise<void> {
    clearInterval(this.#timer);
    if (this.jobs.length > 0) await giveLeasesBack(this.#database.db, this.jobs, this.#holder);
  }

  async #renew(): Promise<void> {
    // A database that does not answer now may answer the next attempt in time.
    const kept = await renewLeases(this.#database.db, this.jobs, this.#holder).catch(() => true);
    if (!kept) this.#lost = true;
  }
}
