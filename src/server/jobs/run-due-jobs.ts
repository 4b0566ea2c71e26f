import type { Calendar } from '../../base/calendar.ts';
import type { JobEvent } from '../../base/job-control.ts';
import { dueTimes } from '../../registry/operations/lifecycle/due-times.ts';
import {
  bulkJob,
  countJob,
  forgetJob,
  jobNames,
  outboxJob,
  zoneFilesJob,
} from '../../registry/operations/lifecycle/jobs.ts';
import type { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { JobRunner } from './job-runner.ts';

export interface DueParts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly runner: JobRunner;
}

const alwaysDue: ReadonlySet<string> = new Set([forgetJob, countJob, outboxJob, bulkJob, zoneFilesJob]);

/**
 * Returns which of these jobs are due at this time. The deletion of old rows and the counting of new ones are always
 * due, and so is the outbox, because deliveries to registrars' webhooks are not checked here; the files of zones are
 * compared with them by their own job.
 */
export async function dueJobs(
  { database, calendar }: DueParts,
  jobs: readonly string[],
  until: Date,
): Promise<string[]> {
  const due = await dueTimes(database.background.db, calendar, jobs);
  return jobNames.filter((name) => {
    const moment = due.get(name);
    return jobs.includes(name) && (alwaysDue.has(name) || (moment !== undefined && moment <= until));
  });
}

/**
 * Runs the held jobs in their order for everything that is due at this time, including work that one job makes due for
 * another. A failed job does not stop the others.
 */
export async function runDueJobs(parts: DueParts, held: HeldJobs, until: Date): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  const failed = new Map<string, unknown>();
  for (let again = true; again; ) {
    again = false;
    for (const name of await dueJobs(parts, held.jobs, until)) {
      if (failed.has(name)) continue;
      try {
        const ran = await parts.runner.run(name, held, { from: until, until });
        events.push(...ran.events);
        again ||= ran.taken > 0;
      } catch (error) {
        failed.set(name, error);
      }
    }
  }
  if (failed.size > 0) throw new JobsFailed(failed, events);
  return events;
}

/** Logged and skipped: the other jobs still run. */
class JobsFailed extends AggregateError {
  readonly events: readonly JobEvent[];

  constructor(failed: ReadonlyMap<string, unknown>, events: readonly JobEvent[]) {
    super([...failed.values()], `jobs failed: ${[...failed.keys()].join(', ')}`);
    this.events = events;
  }
}
