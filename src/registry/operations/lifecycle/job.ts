import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import type { JobEvent, JobEventKind } from '../../../base/job-control.ts';
import type { RegistrySettings } from '../../rules/domain/domain-settings.ts';
import type { Earliest } from '../../store/driver/lists/earliest.ts';
import { type Command, defineCommand, type OperationContext } from '../operation.ts';

/**
 * The period that a job makes up for. Usually `from` and `until` are both now. When a clock is moved,
 * events that fell due in between happen at their own times, as if the job had run all along.
 */
const jobWindow = z.object({
  from: z.date(),
  until: z.date(),
  /** The maximum number of rows in one transaction. */
  limit: z.int().positive(),
});
export type JobWindow = z.infer<typeof jobWindow>;

type JobResult = {
  readonly events: JobEvent[];
  /** The number of rows processed: less than the limit means that nothing is left. */
  readonly taken: number;
};

/** The parameters of a job besides the rows. */
export interface JobRules {
  readonly calendar: Calendar;
  readonly settings: RegistrySettings;
}

export interface Next {
  readonly earliest: Earliest;
  /**
   * Converts the found value, a timestamp or a date as text, to a time; by default the timestamp itself or the
   * date's midnight.
   */
  readonly dueAt?: (found: Date | string) => Date;
}

/**
 * A time-driven change. A pure function of clock and rows: it finds the due rows, locks them, processes them
 * once, and writes history and messages in the same transaction. Several processes may run it at once; each
 * row goes to one.
 */
export interface Job {
  readonly name: string;
  /** The earliest value that it waits for, and when that falls due; one statement covers all jobs. */
  readonly next: (rules: JobRules) => Next;
  readonly work: Command<JobWindow, JobResult>;
}

export interface DeclaredJob extends Pick<Job, 'name' | 'next'> {
  /** `object.verb`, as history shows it. */
  readonly operation: string;
  readonly summary: string;
  work(context: OperationContext, input: JobWindow): Promise<JobResult>;
}

export const defineJob = ({ name, next, operation, summary, work }: DeclaredJob): Job => ({
  name,
  next,
  work: defineCommand({
    name: operation,
    summary,
    permits: ['system'],
    scope: 'WRITE',
    input: jobWindow,
    errors: [],
    run: work,
  }),
});

/** The context with the clock at that time, so that all rows written through it have that time. */
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

/** Overdue rows are processed at the beginning of the period. */
export const momentOf = (due: Date, { from }: JobWindow): Date => (due < from ? from : due);

export const jobEvent = (kind: JobEventKind, subject: string, moment: Date): JobEvent => ({
  at: moment.toISOString(),
  kind,
  subject,
});
