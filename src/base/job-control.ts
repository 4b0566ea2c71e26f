import type { Clock } from './clock.ts';

/** The events of jobs, by kind. */
export const jobEventKinds = {
  DOMAIN_EXPIRED: 'Its period ended.',
  DOMAIN_EXPIRY_REMINDED: 'Its registrant was reminded that it has expired.',
  DOMAIN_OUTZONED: 'It left the zone.',
  DOMAIN_DELETE_CANDIDATE: 'It will be deleted within a day.',
  DOMAIN_DELETED: 'It was deleted; the name is free.',
  DOMAIN_UPDATE_LAPSED: 'Its registrant did not confirm a change in time.',
  DOMAIN_DELETION_LAPSED: 'Its registrant did not confirm the deletion in time.',
  DOMAIN_FORCE_DELETE_STARTED: 'Its force delete began.',
  DOMAIN_CLIENT_HOLD_SET: 'It was put on hold by its force delete.',
  DISPUTE_STARTED: 'A dispute over the name began.',
  DISPUTE_ENDED: 'A dispute over the name ran out.',
  CONTACT_ARCHIVED: 'It was removed because nobody had used it for months.',
  RESERVATION_EXPIRED: 'The reservation of a name ran out.',
  INVOICE_OVERDUE: 'It was not paid in time.',
  INVOICE_CANCELLED: 'A prepayment was cancelled because it was not paid in time.',
  INVOICE_ISSUED: 'A prepayment was invoiced because the balance was low.',
  END_NOTICED:
    'Its owner was notified that it ends soon: a certificate, an access token, a published question or board.',
  SUMMARY_ISSUED: 'A summary of what a registrar bought in a month was issued.',
} as const;

export type JobEventKind = keyof typeof jobEventKinds;

export type JobEvent = {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly kind: JobEventKind;
  /** The domain name, contact code or invoice number. */
  readonly subject: string;
};

/** Runs jobs and, in a trial, moves the clock. */
export interface JobControl {
  /** Runs these jobs, or all, for everything that is due now. */
  runJobs(names: readonly string[]): Promise<JobEvent[]>;
  /** Moves the clock of a trial forward, running the jobs that fall due on the way. */
  advanceTo(instant: Date): Promise<JobEvent[]>;
  /** Moves it by a duration (ISO 8601) from its time when the move begins; one `id` moves it only once. */
  advanceBy(move: { readonly id: string; readonly by: string }): Promise<JobEvent[]>;
  /** Empties the trial, seeds it again and returns to real time. */
  reset(world: 'bare' | 'demo'): Promise<void>;
}

/** A clock that can be moved forward, in all processes at once. */
export interface MovableClock extends Clock {
  /** Catches up with every other process before a move. */
  catchUp(): Promise<void>;
  moveTo(instant: Date): Promise<void>;
  /** Follows the moves of other processes from now on. */
  start(): void;
  stop(): void;
}

/** The time of a trial: it can be moved, and its data can be reset. */
export interface MovableTime {
  readonly clock: MovableClock;
  /** The target of a move: that of an unfinished one with this id, or else `target`, which is stored. */
  targetOf(id: string, target: Date): Promise<Date>;
  reset(world: 'bare' | 'demo'): Promise<void>;
}
