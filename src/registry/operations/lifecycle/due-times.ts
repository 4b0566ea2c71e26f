import type { Calendar } from '../../../base/calendar.ts';
import { lastDay } from '../../store/driver/connections/column-types.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { DatabaseUnavailable } from '../../store/driver/connections/trouble.ts';
import { type Earliest, earliestOf } from '../../store/driver/lists/earliest.ts';
import { earliestDelivery } from '../../store/registry/due-rows.ts';
import { registrySettings } from '../settings.ts';
import type { JobRules, Next } from './job.ts';
import { jobNames, lifecycleJobs, outboxJob } from './jobs.ts';

/** The due time of a job that cannot compute its own: it is tried, and its failure is recorded for operators. */
const longAgo = new Date(0);

/**
 * Returns when each of these jobs is due next; jobs that do not wait for anything are left out. It takes two
 * statements, unless one of them fails: then each job is queried alone, so that one failing job does not stop the
 * others.
 */
export async function dueTimes(
  db: Db,
  calendar: Calendar,
  jobs: readonly string[] = jobNames,
): Promise<ReadonlyMap<string, Date>> {
  const rules = { calendar, settings: await registrySettings(db) };
  const asked = [
    ...lifecycleJobs,
    { name: outboxJob, next: (): Next => ({ earliest: earliestDelivery }) },
  ].filter(({ name }) => jobs.includes(name));
  const due = new Map<string, Date>();
  const nexts = new Map<string, Next>();
  for (const { name, next } of asked) {
    const found = orUndefined(() => next(rules));
    if (found) nexts.set(name, found);
    else due.set(name, longAgo);
  }
  const queries = Object.fromEntries(Array.from(nexts, ([name, { earliest }]) => [name, earliest]));
  for (const [name, value] of await eachEarliest(db, queries)) {
    const moment = value === undefined ? longAgo : momentOf(value, nexts.get(name), rules);
    if (moment) due.set(name, moment);
  }
  return due;
}

/** Reads the earliest value for each job; undefined for one that could not be computed. */
async function eachEarliest(
  db: Db,
  queries: Readonly<Record<string, Earliest>>,
): Promise<ReadonlyMap<string, Date | string | undefined>> {
  const names = Object.keys(queries);
  if (names.length === 0) return new Map();
  try {
    return await earliestOf(db, queries);
  } catch (error) {
    if (error instanceof DatabaseUnavailable && !error.isTooSlow) throw error;
    if (names.length === 1) return new Map(names.map((name) => [name, undefined]));
    const found = new Map<string, Date | string | undefined>();
    for (const [name, query] of Object.entries(queries))
      for (const entry of await eachEarliest(db, { [name]: query })) found.set(...entry);
    return found;
  }
}

/** Returns the moment at which the job is due; undefined means never. */
function momentOf(value: Date | string, next: Next | undefined, { calendar }: JobRules): Date | undefined {
  const day = typeof value === 'string' ? value : value.toISOString().slice(0, 10);
  if (day >= lastDay) return undefined;
  const moment = orUndefined(
    () => next?.dueAt?.(value) ?? (typeof value === 'string' ? calendar.startOf(value) : value),
  );
  return moment ?? longAgo;
}

function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
