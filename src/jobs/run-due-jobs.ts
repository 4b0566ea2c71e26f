import type { JobEvent } from '../core/time-keeper.ts';
import { jobNames } from '../operations/lifecycle/jobs.ts';
import type { JobRunner } from './job-runner.ts';
import type { HeldJobs } from './leases.ts';

/**
 * Runs the jobs that are held, in their order, for everything that is due at a moment. What one of them brings about
 * for another at the same moment is done too. A job that fails does not keep the others from their work.
 */
export async function runDueJobs(runner: JobRunner, held: HeldJobs, until: Date): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  const failed = new Map<string, unknown>();
  for (let again = true; again; ) {
    again = false;
    for (const name of jobNames) {
      if (!held.jobs.includes(name) || failed.has(name)) continue;
      try {
        const ran = await runner.run(name, held, { from: until, until });
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
export class JobsFailed extends AggregateError {
  readonly events: readonly JobEvent[];

  constructor(failed: ReadonlyMap<string, unknown>, events: readonly JobEvent[]) {
    super([...failed.values()], `jobs failed: ${[...failed.keys()].join(', ')}`);
    this.events = events;
  }
}
