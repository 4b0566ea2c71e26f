import { randomUUID } from 'node:crypto';
import type { JobEvent } from '../../base/job-control.ts';
import type { Outbox } from '../../integrations/outbox/outbox.ts';
import type { Job } from '../../registry/operations/lifecycle/job.ts';
import { countJob, forgetJob, lifecycleJobs, outboxJob } from '../../registry/operations/lifecycle/jobs.ts';
import type { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import { Runner } from '../../registry/operations/runner/runner.ts';
import type { RunnerSetup } from '../../registry/operations/runner/steps.ts';
import { deliveriesKeptMs } from '../../registry/rules/registrar/webhooks.ts';
import { forgetOldEvents } from '../../registry/store/billing/payments.ts';
import type { Db } from '../../registry/store/driver/connections/pool.ts';
import { makePartsFor } from '../../registry/store/driver/migrations/migrate.ts';
import { addFlows } from '../../registry/store/registry/domain-flows.ts';
import { eraseDeletedContacts } from '../../registry/store/registry/forget-contacts.ts';
import { forgetOldAccessLog } from '../../registry/store/runner/access-log.ts';
import { forgetOldTokens } from '../../registry/store/runner/access-tokens.ts';
import { forgottenToo } from '../../registry/store/runner/forgotten.ts';
import { forgetOldKeys } from '../../registry/store/runner/idempotency.ts';
import { forgetOldRuns, saveRun } from '../../registry/store/runner/job-leases.ts';
import { forgetOldBudgets } from '../../registry/store/runner/rate-budgets.ts';
import { forgetOldOutcomes } from '../../registry/store/runner/shown-outcomes.ts';
import { forgetOldDeliveries } from '../../registry/store/runner/webhook-deliveries.ts';

/** The most rows in one transaction, so that it does not delay others. */
const batch = 250;

const forgetDeliveries = (db: Db, until: Date): Promise<unknown> =>
  forgetOldDeliveries(db, new Date(until.getTime() - deliveriesKeptMs));

export interface RunResult {
  readonly events: JobEvent[];
  /** The number of processed rows, whether they produced events or not. */
  readonly taken: number;
}

export interface JobRunnerParts extends RunnerSetup {
  readonly outbox: () => Outbox;
  /** How a job of an extension is done; undefined for others. */
  readonly worksOf: (job: string) => ((held: HeldJobs) => Promise<number>) | undefined;
}

/** Runs one job for everything that is due, in batches, each in its own transaction. */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #jobs: ReadonlyMap<string, Job> = new Map(lifecycleJobs.map((job) => [job.name, job]));

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Returns the events; a failure is recorded for operators and rethrown. `from` is `until` unless the clock is
   * being moved.
   */
  async run(
    name: string,
    held: HeldJobs,
    { from, until }: { readonly from: Date; readonly until: Date },
  ): Promise<RunResult> {
    const { database, clock } = this.#parts;
    // Those of extensions keep their own records.
    const work = this.#parts.worksOf(name);
    if (work) return { events: [], taken: await work(held) };
    const startedAt = clock.now();
    try {
      const ran = await this.#work(name, held, from, until);
      await saveRun(database.db, name, { startedAt, finishedAt: clock.now(), taken: ran.taken, error: null });
      return ran;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const run = { startedAt, finishedAt: null, taken: 0, error: reason.slice(0, 500) };
      // If the database is gone, the first error is the one to report.
      await saveRun(database.db, name, run).catch(() => {});
      throw error;
    }
  }

  async #work(name: string, held: HeldJobs, from: Date, until: Date): Promise<RunResult> {
    const { database, outbox } = this.#parts;
    const job = this.#jobs.get(name);
    if (job) return this.#batches(job, held, from, until);
    if (name === outboxJob) await outbox().drainOurs();
    if (name === countJob) await this.#count(held);
    if (name === forgetJob) {
      const { db } = database.background;
      const failed: unknown[] = [];
      // A failed deletion does not prevent the others.
      for (const forget of [
        forgetOldKeys,
        forgetOldOutcomes,
        forgetOldEvents,
        forgetOldBudgets,
        forgetOldTokens,
        forgetOldAccessLog,
        forgetOldRuns,
        forgetDeliveries,
        (db: Db, until: Date) => this.#forgetContacts(db, until),
        makePartsFor,
        ...forgottenToo,
      ])
        await forget(db, until).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    }
    return { events: [], taken: 0 };
  }

  async #count(held: HeldJobs): Promise<void> {
    const { database, calendar } = this.#parts;
    for (let isDone = false; !isDone; ) {
      held.check();
      ({ isDone } = await database.background.transaction((db) => addFlows(db, calendar.zone)));
    }
  }

  /**
   * Removes the personal data of deleted contacts from history after `HISTORY_RETENTION`; without the setting they
   * are kept.
   */
  async #forgetContacts(db: Db, until: Date): Promise<void> {
    const { config, calendar } = this.#parts;
    const { HISTORY_RETENTION: kept } = config;
    if (kept) await eraseDeletedContacts(db, calendar.minus(until, kept));
  }

  async #batches(job: Job, held: HeldJobs, from: Date, until: Date): Promise<RunResult> {
    // Everything that the job writes has this time, although the clock goes on.
    const runner = new Runner({ ...this.#parts, clock: { now: () => until } });
    const actor = { kind: 'system', job: job.name } as const;
    const events: JobEvent[] = [];
    for (let taken = 0; ; ) {
      held.check();
      const call = { actor, request: { id: randomUUID(), via: 'job' as const } };
      const outcome = await runner.run(job.work, { from, until, limit: batch }, call);
      if (!outcome.ok) throw new Error(`job ${job.name}: ${outcome.failures[0].message}`);
      events.push(...outcome.value.events);
      taken += outcome.value.taken;
      if (outcome.value.taken < batch) return { events, taken };
    }
  }
}
