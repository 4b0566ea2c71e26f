import type { Calendar } from '../../core/calendar.ts';
import type { Db } from '../../store/driver/lane.ts';
import { allLeases } from '../../store/runner/job-leases.ts';
import { dueTimes } from './due-times.ts';
import { jobNames } from './jobs.ts';

export interface JobState {
  readonly name: string;
  /** When it has to work next; null: nothing waits for it. */
  readonly nextDueAt: Date | null;
  /** For how long something has been due that is not done. */
  readonly lagSeconds: number;
  /** The process that is at it now. */
  readonly heldBy: string | null;
  readonly lastStartedAt: Date | null;
  readonly lastFinishedAt: Date | null;
  readonly lastError: string | null;
}

/** How each job is doing. */
export async function jobStates(
  db: Db,
  calendar: Calendar,
  now: Date,
  jobs: readonly string[] = jobNames,
): Promise<JobState[]> {
  const due = await dueTimes(db, calendar);
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
