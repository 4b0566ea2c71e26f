import { expect, onTestFinished, vi } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import type { JobEventKind } from '#src/base/job-control.ts';
import { normaliseLookup } from '#src/registry/rules/domain/domain-name.ts';
import type { Domain } from '#src/registry/store/registry/domain-columns.ts';
import { domainsByName } from '#src/registry/store/registry/domains.ts';
import { type HistoryEntry, historyOf } from '#src/registry/store/registry/history.ts';
import { isCoreAlone } from './extensions.ts';
import { mutateOf } from './operator.ts';
import type { TestWorld } from './world.ts';

/** A clock that stands still until it is moved. */
export const clockAt = (iso: string): SimulatedClock => new SimulatedClock(0, { now: () => new Date(iso) });

/** A clock that ticks from there on. */
export const clockFrom = (iso: string): SimulatedClock => new SimulatedClock(Date.parse(iso) - Date.now());

/** Stopwatches of this process are this far ahead from now on, until the test ends or `back` is called. */
export function letPass(milliseconds: number): { readonly back: () => void } {
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
  const back = (): void => void later.mockRestore();
  onTestFinished(back);
  return { back };
}

export interface Happened {
  readonly at: string;
  readonly kind: JobEventKind;
  readonly subject: string;
}

/**
 * Moves the clock, through the graph as a user of the sandbox does if there is one, and tells what happened; the
 * summaries of bills, which end every month, only when asked.
 */
export async function advance(
  world: TestWorld,
  way: { readonly by: string } | { readonly to: string },
  { summaries = false } = {},
): Promise<Happened[]> {
  const events = await (isCoreAlone ? advanceHere : advanceInGraph)(world, way);
  return events.filter(({ kind }) => summaries || kind !== 'SUMMARY_ISSUED');
}

type Way = Parameters<typeof advance>[1];

async function advanceHere({ container }: TestWorld, way: Way): Promise<Happened[]> {
  const { jobs, calendar } = container;
  const events = await ('by' in way
    ? jobs.advanceBy({ id: way.by, by: way.by })
    : jobs.advanceTo(new Date(way.to)));
  return events.map((event) => ({ ...event, at: calendar.format(new Date(event.at)) }));
}

async function advanceInGraph(world: TestWorld, way: Way): Promise<Happened[]> {
  const advanceClock = mutateOf(() => world);
  const { events, userErrors } = await advanceClock('clockAdvance', way, 'events { at kind subject }');
  expect(userErrors).toEqual([]);
  return events as unknown as Happened[];
}

/** Everything about one subject, without its times. */
export const kindsOf = (events: readonly Happened[], subject: string): JobEventKind[] =>
  events.filter((event) => event.subject === subject).map(({ kind }) => kind);

/** A domain as it is stored; undefined when it is gone. */
export async function domainNow({ container }: TestWorld, name: string): Promise<Domain | undefined> {
  const today = container.calendar.dateOf(container.clock.now());
  return (await domainsByName(container.database.db, [normaliseLookup(name)], today))[0];
}

/** Moments as the registry prints them. */
export const printed = ({ container }: TestWorld, moment: Date | null | undefined): string | null =>
  moment ? container.calendar.format(moment) : null;

/** A domain's history, oldest first, also of one that is gone. */
export async function lifeOf({ container }: TestWorld, id: number): Promise<HistoryEntry[]> {
  return (await historyOf(container.database.db, 'domain', [{ objectId: id }], 1000)).flat().reverse();
}

export interface Snapshot {
  readonly text: string;
  readonly created_at: Date;
  readonly attached_obj_type: string | null;
  readonly attached_obj_id: number | null;
}

/** Every poll message of a registrar that names the subject, oldest first. */
export async function notificationsAbout({ container }: TestWorld, subject: string): Promise<Snapshot[]> {
  return container.database.db
    .selectFrom('notifications')
    .select(['text', 'created_at', 'attached_obj_type', 'attached_obj_id'])
    .where('text', 'like', `%${subject}%`)
    .orderBy('id')
    .execute();
}
