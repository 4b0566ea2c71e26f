import type { Calendar } from '../core/calendar.ts';
import type { JobEvent } from '../core/time-keeper.ts';
import { dueTimes } from '../operations/lifecycle/due-times.ts';
import { forgetJob, jobNames, outboxJob } from '../operations/lifecycle/jobs.ts';
import type { Database } from '../store/driver/database.ts';
import type { JobRunner } from './job-runner.ts';
import type { HeldJobs } from './leases.ts';

export interface DueParts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly runner: JobRunner;
}

/**
 * Which of these jobs have something to do at a moment. What is only kept for a while may always be forgotten, and what
 * waits for registrars' receivers, which is not looked at here, is always reminded of.
 */
export async function dueJobs(
  { database, calendar }: DueParts,
  jobs: readonly string[],
  until: Date,
): Promise<string[]> {
  const due = await dueTimes(database.background.db, calendar, jobs);
  return jobNames.filter((name) => {
    const moment = due.get(name);
    return (
      jobs.includes(name) &&
      (name === forgetJob || name === outboxJob || (moment !== undefined && moment <= until))
    );
  });
}

/**
 * Runs the jobs that are held, in their order, for everything that is due at a moment. What one of them brings about
 * for another at the same moment is done too. A job that fails does not keep the others from their work.
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

/** What the others did is done nevertheless. */
class JobsFailed extends AggregateError {
  readonly events: readonly JobEvent[];

  constructor(failed: ReadonlyMap<string, unknown>, events: readonly JobEvent[]) {
    super([...failed.values()], `jobs failed: ${[...failed.keys()].join(', ')}`);
    this.events = events;
  }
}
