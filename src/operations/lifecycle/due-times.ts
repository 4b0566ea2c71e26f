import type { Calendar } from '../../core/calendar.ts';
import { earliestOf } from '../../store/driver/earliest.ts';
import type { Db } from '../../store/driver/lane.ts';
import { earliestDelivery } from '../../store/registry/due-rows.ts';
import { registrySettings } from '../settings.ts';
import { lifecycleJobs, outboxJob } from './jobs.ts';

/** When each job has to work next; those with nothing to wait for are left out. In two statements. */
export async function dueTimes(db: Db, calendar: Calendar): Promise<ReadonlyMap<string, Date>> {
  const rules = { calendar, settings: await registrySettings(db) };
  const nexts = new Map(lifecycleJobs.map(({ name, next }) => [name, next(rules)]));
  const found = await earliestOf(db, {
    ...Object.fromEntries(Array.from(nexts, ([name, { earliest }]) => [name, earliest])),
    [outboxJob]: earliestDelivery,
  });
  return new Map(
    Array.from(found, ([name, value]) => [name, nexts.get(name)?.dueAt?.(value) ?? moment(value, calendar)]),
  );
}

const moment = (value: Date | string, calendar: Calendar): Date =>
  typeof value === 'string' ? calendar.startOf(value) : value;
