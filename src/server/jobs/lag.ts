import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import type { Metrics } from '../../base/metrics.ts';
import { jobStates } from '../../registry/operations/lifecycle/job-states.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';

interface Parts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly jobNames: readonly string[];
}

/** Metrics must be readable even if the database is not. */
export function measureLag({ database, calendar, clock, metrics, jobNames }: Parts): void {
  const read = async () =>
    (await jobStates(database.health.db, calendar, clock.now(), jobNames)).map(
      ({ name, lagSeconds }) => [name, lagSeconds] as const,
    );
  metrics.gauges('zonegraph_job_lag_seconds', 'How long a job has had due work that is not done', 'job', () =>
    read().catch(() => []),
  );
}
