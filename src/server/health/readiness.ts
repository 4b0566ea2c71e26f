import { type Integration, offReason } from '../../core/integrations.ts';
import { type Html, html } from '../../pages/shared/html.ts';
import type { JobState } from '../../registry/operations/lifecycle/job-states.ts';
import type { MirrorState } from '../../registry/operations/mirror/show-mirror.ts';

/** One thing that was looked at. A warning is shown, but keeps nobody from being served. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failing' | 'unknown';
  readonly why: string;
  /** The remedy; nothing while it is well. */
  readonly todo?: string;
}

export interface Findings {
  readonly ending: boolean;
  /** `reading`: the primary does not answer, and a replica is read from. */
  readonly database: 'ok' | 'reading' | 'does not answer' | 'cannot be written';
  /** Undefined when they were not reported in time. */
  readonly jobs: readonly JobState[] | undefined;
  /** Undefined: there is no registry behind. */
  readonly mirror?: MirrorState | undefined;
  /** Systems of others that this registry does without. */
  readonly off?: readonly Integration[];
}

/** The findings, for a person who wants to know the cause and the remedy. */
export function checksOf({ ending, database, jobs, mirror, off = [] }: Findings): readonly Check[] {
  if (ending) return [process('failing'), ...['database', 'jobs'].map(notAsked)];
  return [
    process('ok'),
    databaseCheck(database),
    database === 'ok' ? jobsCheck(jobs) : notAsked('jobs'),
    ...(mirror ? [mirrorCheck(mirror)] : []),
    ...off.map((name): Check => ({ name: name.toLowerCase(), state: 'ok', why: `${offReason(name)}.` })),
  ];
}

const process = (state: 'ok' | 'failing'): Check =>
  state === 'ok'
    ? { name: 'process', state, why: 'It runs and takes requests.' }
    : {
        name: 'process',
        state,
        why: 'It is shutting down: requests that have arrived are finished, and new callers belong elsewhere.',
        todo: 'Nothing, if another process serves. If it was not meant to end, look who sends it SIGTERM.',
      };

const notAsked = (name: string): Check => ({ name, state: 'unknown', why: 'Not asked.' });

function databaseCheck(found: Findings['database']): Check {
  const name = 'database';
  if (found === 'ok') return { name, state: 'ok', why: 'It answers and can be written.' };
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
      why: 'It does not answer: everything is refused with 503 until it does. Nothing is lost.',
      todo: 'Check that PostgreSQL runs and can be reached from here at DATABASE_URL; the log has the error. This process reconnects by itself. Runbook: ZonegraphDatabaseAway in docs/operating.md.',
    };
  return {
    name,
    state: 'failing',
    why: 'It answers, but takes no writes.',
    todo: 'Look whether its disk is full, or whether DATABASE_URL leads to a standby or a read-only database. Runbook: ZonegraphDatabaseAway in docs/operating.md.',
  };
}

function mirrorCheck({ state, progress, trouble, lag }: MirrorState): Check {
  const name = 'mirror';
  const wrong = trouble === null ? '' : ` ${trouble}.`;
  const todo =
    'Look in the log why the registry at UPSTREAM_URL cannot be read; it is asked again by itself.';
  if (state === 'FIRST_PASS')
    return {
      name,
      state: 'failing',
      why: `The registry behind is read for the first time: ${Math.floor(progress * 100)} % is done.${wrong}`,
      todo: trouble === null ? 'Wait: it goes on by itself, also after a restart.' : todo,
    };
  if (state === 'STALE')
    return { name, state: 'warning', why: `Lists are as they were ${lag} seconds ago.${wrong}`, todo };
  return { name, state: 'ok', why: 'All of the registry behind was read not long ago.' };
}

/** A job that lags is no reason to take the process out of service: the others would lag as well. */
const lagsAfterSeconds = 300;

function jobsCheck(jobs: Findings['jobs']): Check {
  const name = 'jobs';
  if (!jobs)
    return {
      name,
      state: 'unknown',
      why: 'The database did not tell in time how they are doing.',
      todo: 'Ask again; if it stays so, the database is slow: look what runs in it (pg_stat_activity).',
    };
  const failing = jobs.filter(({ lastError }) => lastError !== null).map((job) => job.name);
  const late = jobs.filter(({ lagSeconds }) => lagSeconds > lagsAfterSeconds).map((job) => job.name);
  if (failing.length === 0 && late.length === 0)
    return { name, state: 'ok', why: 'None fails, and none lags behind.' };
  const reported = [
    failing.length > 0 && `Failed when last tried: ${failing.join(', ')}.`,
    late.length > 0 && `Behind by more than five minutes: ${late.join(', ')}.`,
  ];
  return {
    name,
    state: 'warning',
    why: reported.filter(Boolean).join(' '),
    todo: 'The console (/operator/jobs) shows the last error of each and can run them. Runbook: ZonegraphJobLags in docs/operating.md.',
  };
}

const tones = { ok: 'good', warning: 'warn', failing: 'bad', unknown: '' } as const;

/** The same for somebody who looks with a browser. */
export const readinessPage = (status: string, checks: readonly Check[]): Html => html`
<h1>${status === 'ok' ? 'Ready to serve' : status === 'draining' ? 'About to end' : 'Not able to serve'}</h1>
<p class="soft">The state of this process. Machines get it as JSON, with 200 or 503.</p>
${checks.map(
  ({ name, state, why, todo }) => html`<section class="card" aria-labelledby="check-${name}">
<h2 id="check-${name}" class="first">${title(name)} <span class="tag ${tones[state]}">${state}</span></h2>
<p>${why}</p>${todo && html`<p><strong>What to do:</strong> ${todo}</p>`}
</section>`,
)}`;

const title = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
