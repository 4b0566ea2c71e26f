import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Calendar } from '../../base/calendar.ts';
import type { JobEvent, MovableClock } from '../../base/job-control.ts';
import { dueTimes } from '../../registry/operations/lifecycle/due-times.ts';
import { jobNames, outboxJob } from '../../registry/operations/lifecycle/jobs.ts';
import { HeldJobs } from '../../registry/operations/lifecycle/leases.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import type { JobRunner, RunResult } from './job-runner.ts';

/**
 * These jobs change domains for external reasons, so everything that is due before them runs first. All
 * others process each domain, contact or invoice in its own order (store/registry/due-domains.ts), so they
 * may do years of work at once.
 */
const milestones = ['lapse', 'disputes-end', 'disputes-start'];
const steady = jobNames.filter((name) => !milestones.includes(name) && name !== outboxJob);

const pollMs = 50;
const attempts = 40;

export interface ClockAdvancerParts {
  readonly database: Database;
  readonly calendar: Calendar;
  readonly clock: MovableClock;
  readonly log: FastifyBaseLogger;
  readonly processId: string;
  readonly runner: JobRunner;
}

/** Moves the clock of a trial forward, running the jobs that fall due on the way. */
export class ClockAdvancer {
  readonly #parts: ClockAdvancerParts;

  constructor(parts: ClockAdvancerParts) {
    this.#parts = parts;
  }

  /** Returns the events in order. Only one move runs at a time, and no other process runs jobs meanwhile. */
  async advance(destination: (now: Date) => Promise<Date>): Promise<JobEvent[]> {
    const { database, processId, clock } = this.#parts;
    const held = await HeldJobs.all(database, processId, jobNames);
    try {
      await clock.catchUp();
      const target = await destination(clock.now());
      const events = await this.#travel(held, target);
      await clock.moveTo(target);
      return events.sort(inOrder);
    } finally {
      await held.giveBack();
    }
  }

  async #travel(held: HeldJobs, target: Date): Promise<JobEvent[]> {
    const { database, calendar, clock, log } = this.#parts;
    const from = clock.now();
    const events: JobEvent[] = [];
    const stuck = new Set<string>();
    let idle = 0;
    for (;;) {
      const due = new Map(await dueTimes(database.background.db, calendar));
      for (const name of stuck) due.delete(name);
      const next = leg(due, target);
      if (!next) return events;
      await clock.moveTo(next.until);
      let taken = 0;
      for (const name of next.jobs) {
        const ran: RunResult = await this.#parts.runner.run(name, held, { from, until: next.until });
        events.push(...ran.events);
        taken += ran.taken;
      }
      // Something is due but could not be taken: another transaction is changing it.
      idle = taken > 0 ? 0 : idle + 1;
      if (idle > 0) await sleep(pollMs);
      if (idle <= attempts) continue;
      log.warn({ jobs: next.jobs }, 'due work was skipped because another process holds it');
      for (const name of next.jobs) stuck.add(name);
      idle = 0;
    }
  }
}

/** Orders events by moment, then kind, then subject: the same events are always reported in the same order. */
const inOrder = (one: JobEvent, other: JobEvent): number =>
  Date.parse(one.at) - Date.parse(other.at) ||
  compare(one.kind, other.kind) ||
  compare(one.subject, other.subject);
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * The next jobs, and the time up to which they run; undefined if nothing more falls due before the target.
 */
function leg(
  due: ReadonlyMap<string, Date>,
  target: Date,
): { readonly until: Date; readonly jobs: readonly string[] } | undefined {
  const isDue = (until: Date) => (name: string) => {
    const moment = due.get(name);
    return moment !== undefined && moment <= until;
  };
  const stop = milestones
    .flatMap((name) => due.get(name) ?? [])
    .sort((one, other) => one.getTime() - other.getTime())
    .find((moment) => moment <= target);
  const until = stop ? new Date(stop.getTime() - 1) : target;
  const before = steady.filter(isDue(until));
  if (before.length > 0) return { until, jobs: before };
  if (!stop) return undefined;
  // Mails that are due earlier, such as a confirmation request that lapses now, are sent first.
  const mails = [outboxJob].filter(isDue(until));
  return { until: stop, jobs: [...mails, ...milestones.filter(isDue(stop))] };
}
