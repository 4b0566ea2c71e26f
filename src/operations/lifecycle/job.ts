import { z } from 'zod';
import type { Calendar } from '../../core/calendar.ts';
import type { JobEvent, JobEventKind } from '../../core/time-keeper.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import type { Earliest } from '../../store/driver/earliest.ts';
import type { Command, OperationContext } from '../operation.ts';

/**
 * The time that a job makes up for. Usually `from` and `until` are both now. The time machine leaps: what fell due
 * in between then happens at its own moment, as if the job had looked at the clock all the time.
 */
export const stretch = z.object({
  from: z.date(),
  until: z.date(),
  /** At most so many rows in one transaction. */
  limit: z.int().positive(),
});
export type Stretch = z.infer<typeof stretch>;

export type Worked = {
  readonly events: JobEvent[];
  /** How many rows were taken: less than the limit means that nothing is left. */
  readonly taken: number;
};

/** What a job goes by besides the rows. */
export interface JobRules {
  readonly calendar: Calendar;
  readonly settings: RegistrySettings;
}

export interface Next {
  readonly earliest: Earliest;
  /** The moment from what was found: a moment, or a day as text; its own value or its midnight when left out. */
  readonly dueAt?: (found: Date | string) => Date;
}

/**
 * Something that time does. A pure function of clock and rows: it finds what is due, takes it under lock, does it
 * once, and leaves history and messages in the same transaction. Several may run at once; each row goes to one.
 */
export interface Job {
  readonly name: string;
  /** The earliest of what it waits for, and when that falls due: all jobs are asked in one statement. */
  readonly next: (rules: JobRules) => Next;
  readonly work: Command<Stretch, Worked>;
}

/** The context as if it were that moment: everything that is written through it is dated so. */
export function atMoment(context: OperationContext, moment: Date): OperationContext {
  if (moment.getTime() === context.now.getTime()) return context;
  return {
    ...context,
    now: moment,
    record: (change) => context.record({ at: moment, ...change }),
    notify: (message) => context.notify({ at: moment, ...message }),
    enqueue: (item) => context.enqueue({ notBefore: moment, ...item }),
  };
}

/** What was overdue already happens when the stretch begins. */
export const momentOf = (due: Date, { from }: Stretch): Date => (due < from ? from : due);

export const jobEvent = (kind: JobEventKind, subject: string, moment: Date): JobEvent => ({
  at: moment.toISOString(),
  kind,
  subject,
});
