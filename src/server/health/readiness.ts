import type { Check, Health } from '../../apis/extension-points.ts';
import { type Integration, offReason } from '../../base/integrations.ts';
import type { JobState } from '../../registry/operations/lifecycle/job-states.ts';

export interface Findings {
  readonly ending: boolean;
  /** `reading`: the primary does not answer, and a replica is used for reads. */
  readonly database: 'ok' | 'reading' | 'does not answer' | 'cannot be written';
  /** The jobs; undefined if they were not reported in time. */
  readonly jobs: readonly JobState[] | undefined;
  /** True if a promoted standby could lack writes that were acknowledged. */
  readonly isAsynchronous?: boolean | undefined;
  /** The rights that the database role has although a server does not need them. */
  readonly excess?: readonly string[] | undefined;
  /** The tables with which the database role cannot do what a server needs. */
  readonly lack?: readonly string[] | undefined;
  /** The health of extensions, of those that answered in time. */
  readonly beside?: readonly (Health | undefined)[] | undefined;
  /** External systems that are switched off here. */
  readonly off?: readonly Integration[];
}

/** The checks in words, each with its cause and remedy. */
export function checksOf({
  ending,
  database,
  jobs,
  isAsynchronous,
  excess = [],
  lack = [],
  beside = [],
  off = [],
}: Findings): readonly Check[] {
  if (ending) return [process('failing'), ...['database', 'jobs'].map(notAsked)];
  return [
    process('ok'),
    databaseCheck(database),
    database === 'ok' ? jobsCheck(jobs) : notAsked('jobs'),
    ...(isAsynchronous ? [asynchronous] : []),
    ...(excess.length > 0 ? [privileges(excess)] : []),
    ...(lack.length > 0 ? [rights(lack)] : []),
    ...beside.flatMap((one) => one?.checks ?? []),
    ...off.map((name): Check => ({ name: name.toLowerCase(), state: 'ok', why: `${offReason(name)}.` })),
  ];
}

const process = (state: 'ok' | 'failing'): Check =>
  state === 'ok'
    ? { name: 'process', state, why: 'It is running and takes requests.' }
    : {
        name: 'process',
        state,
        why: 'It is shutting down: it finishes the requests that have arrived and takes no new ones.',
        todo: 'Nothing, if another process is serving. If it should not shut down, find out who sends it SIGTERM.',
      };

const notAsked = (name: string): Check => ({ name, state: 'unknown', why: 'Not asked.' });

function databaseCheck(found: Findings['database']): Check {
  const name = 'database';
  if (found === 'ok') return { name, state: 'ok', why: 'It answers and accepts writes.' };
  if (found === 'reading')
    return {
      name,
      state: 'warning',
      why: 'The primary does not answer: queries are answered from a replica, marked as stale, and writes are refused with 503. Nothing is lost.',
      todo: 'Bring the primary back, or promote a standby; this process finds it by itself. Runbook: ZonegraphReadsStale in docs/operating.md.',
    };
  if (found === 'does not answer')
    return {
      name,
      state: 'failing',
      why: 'It does not answer: all requests are refused with 503 until it does. Nothing is lost.',
      todo: 'Check that PostgreSQL runs and can be reached from here at DATABASE_URL; the log has the error. This process reconnects by itself. Runbook: ZonegraphDatabaseAway in docs/operating.md.',
    };
  return {
    name,
    state: 'failing',
    why: 'It answers, but does not accept writes.',
    todo: 'Check whether its disk is full, and whether DATABASE_URL points to a standby or a read-only database. Runbook: ZonegraphDatabaseAway in docs/operating.md.',
  };
}

const asynchronous: Check = {
  name: 'replication',
  state: 'warning',
  why: 'Standbys follow asynchronously: one that is promoted may lack the last writes, although they were acknowledged.',
  todo: 'Set synchronous_standby_names on the primary (Patroni: synchronous_mode: true) and leave synchronous_commit on.',
};

const privileges = (excess: readonly string[]): Check => ({
  name: 'privileges',
  state: 'warning',
  why: `The database role of DATABASE_URL ${excess.join(', and ')}. An attacker who takes over this process could rewrite the past.`,
  todo: 'Run the SQL of "zonegraph roles": one role migrates, the other one serves (docs/operating.md#two-database-roles).',
});

const rights = (lack: readonly string[]): Check => ({
  name: 'rights',
  state: 'warning',
  why: `The database role of DATABASE_URL lacks rights on ${lack.join(', ')}: requests and jobs that need them fail.`,
  todo: 'Run "zonegraph migrate" with MIGRATE_DATABASE_URL: it gives the role what a server needs (docs/operating.md#two-database-roles).',
});

/** A lagging job does not make the process unready: the job would lag in every other process too. */
const lagsAfterSeconds = 300;

function jobsCheck(jobs: Findings['jobs']): Check {
  const name = 'jobs';
  if (!jobs)
    return {
      name,
      state: 'unknown',
      why: 'The database did not report their state in time.',
      todo: 'Try again. If it stays like this, the database is slow: check what runs in it (pg_stat_activity).',
    };
  const failing = jobs.filter(({ lastError }) => lastError !== null).map((job) => job.name);
  const late = jobs.filter(({ lagSeconds }) => lagSeconds > lagsAfterSeconds).map((job) => job.name);
  if (failing.length === 0 && late.length === 0)
    return { name, state: 'ok', why: 'None fails, and none lags behind.' };
  const reported = [
    failing.length > 0 && `Failed in the last run: ${failing.join(', ')}.`,
    late.length > 0 && `Behind by more than five minutes: ${late.join(', ')}.`,
  ];
  return {
    name,
    state: 'warning',
    why: reported.filter(Boolean).join(' '),
    todo: 'The console (/operator/jobs) shows the last error of each and can run them. Runbook: ZonegraphJobLags in docs/operating.md.',
  };
}
