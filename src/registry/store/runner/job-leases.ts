import { type Selectable, sql } from 'kysely';
import type { Filter } from '../../../base/filter.ts';
import { jobRun } from '../../entities/job-run.ts';
import type { Db } from '../driver/connections/pool.ts';
import { compileFilter } from '../driver/lists/filters.ts';
import { type ColumnTypes, Recordset } from '../driver/lists/recordset.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { JobLeaseTable, JobRunTable } from '../tables/schema.ts';

export type JobLease = Selectable<JobLeaseTable>;

/**
 * Leases use the database's time, because a clock can be moved and those of processes differ. They are longer
 * than any batch takes, so that only dead processes lose theirs.
 */
const leaseFor = sql`interval '60 seconds'`;

/** Takes those of the jobs that no process holds; returns their names. */
export async function takeLeases(db: Db, jobs: readonly string[], holder: string): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    insert into job_leases (job, holder, held_until)
    select job, ${holder}, clock_timestamp() + ${leaseFor} from unnest(${jobs}::text[]) job order by job
    on conflict (job) do update set holder = excluded.holder, held_until = excluded.held_until
      where job_leases.held_until is null or job_leases.held_until <= clock_timestamp()
    returning job`.execute(db);
  return rows.map(({ job }) => job);
}

/** Extends the leases; returns whether all of them are still ours. */
export async function renewLeases(db: Db, jobs: readonly string[], holder: string): Promise<boolean> {
  const { rows } = await sql`
    update job_leases set held_until = clock_timestamp() + ${leaseFor}
    where job = any(${jobs}) and holder = ${holder} returning job`.execute(db);
  return rows.length === jobs.length;
}

export async function giveLeasesBack(db: Db, jobs: readonly string[], holder: string): Promise<void> {
  await sql`update job_leases set holder = null, held_until = null
    where job = any(${jobs}) and holder = ${holder}`.execute(db);
}

export type JobRun = Selectable<JobRunTable>;

const failed = sql`job_runs.error is not null`;

export const jobRunList = entityList(jobRun, { columns: { failed }, keys: { failed: { value: failed } } });

export const jobRunsById = rowsById('job_runs');

export interface JobState {
  readonly name: string;
  /** The moment at which it is due next; null if nothing waits for it. */
  readonly nextDueAt: Date | null;
  /** How long it has been overdue. */
  readonly lagSeconds: number;
  /** The process that runs it now. */
  readonly heldBy: string | null;
  readonly lastStartedAt: Date | null;
  readonly lastFinishedAt: Date | null;
  readonly lastError: string | null;
}

const jobTypes: ColumnTypes<JobState> = {
  name: 'text',
  nextDueAt: 'timestamptz',
  lagSeconds: 'float8',
  heldBy: 'text',
  lastStartedAt: 'timestamptz',
  lastFinishedAt: 'timestamptz',
  lastError: 'text',
};
const givenJobs = new Recordset<JobState>(jobTypes);
const jobColumns = Object.fromEntries(Object.keys(jobTypes).map((name) => [name, sql.ref(`given.${name}`)]));

/** The state of jobs is not in a table, but the database filters it like any list. */
export async function jobsMatching(
  db: Db,
  jobs: readonly JobState[],
  filter: Filter,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select given.name from ${givenJobs.of(jobs)}
    where ${compileFilter(filter, jobColumns)}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

const keptForMs = 90 * 24 * 60 * 60 * 1000;

export async function forgetOldRuns(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('job_runs')
    .where('started_at', '<=', new Date(now.getTime() - keptForMs))
    .execute();
}

/** The result of a run; times are the registry's. A run that found nothing to do is not kept. */
export async function saveRun(
  db: Db,
  job: string,
  run: {
    readonly startedAt: Date;
    readonly finishedAt: Date | null;
    readonly taken: number;
    readonly error: string | null;
  },
): Promise<void> {
  await sql`
    with kept as (
      insert into job_runs (job, started_at, finished_at, taken, error)
      select ${job}, ${run.startedAt}, ${run.finishedAt}::timestamptz, ${run.taken}::integer, ${run.error}::text
      where ${run.taken}::integer > 0 or ${run.error}::text is not null)
    insert into job_leases (job, last_started_at, last_finished_at, last_error)
    values (${job}, ${run.startedAt}, ${run.finishedAt}, ${run.error})
    on conflict (job) do update set last_started_at = excluded.last_started_at, last_error = excluded.last_error,
      last_finished_at = coalesce(excluded.last_finished_at, job_leases.last_finished_at)`.execute(db);
}

export function allLeases(db: Db): Promise<JobLease[]> {
  return db.selectFrom('job_leases').selectAll().orderBy('job').execute();
}
