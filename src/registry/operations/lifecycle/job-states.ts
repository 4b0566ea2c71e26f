import type { Calendar } from '../../../base/calendar.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import type * as jobLeases from '../../store/runner/job-leases.ts';
import { allLeases } from '../../store/runner/job-leases.ts';
import { dueTimes } from './due-times.ts';
import { jobNames } from './jobs.ts';

export type JobState = jobLeases.JobState;

/** The state of each job. */
export async function jobStates(
  db: Db,
  calendar: Calendar,
  now: Date,
  jobs: readonly string[] = jobNames,
): Promise<JobState[]> {
  const due = await dueTimes(db, calendar, jobs);
  const leases = new Map((await allLeases(db)).map((lease) => [lease.job, lease]));
  return jobs.map((name) => {
    const nextDueAt = due.get(name) ?? null;
    const lease = leases.get(name);
    return {
      name,
      nextDueAt,
      lagSeconds: nextDueAt ? Math.max(0, now.getTime() - nextDueAt.getTime()) / 1000 : 0,
      heldBy: lease?.holder?.split(' ')[0] ?? null,
      lastStartedAt: lease?.last_started_at ?? null,
      lastFinishedAt: lease?.last_finished_at ?? null,
      lastError: lease?.last_error ?? null,
    };
  });
}
