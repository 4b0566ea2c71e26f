import type { Clock } from './clock.ts';

/** What happens by itself when its time has come. */
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
  CONTACT_ARCHIVED: 'Nobody had used it for months: it was removed.',
  RESERVATION_EXPIRED: 'The reservation of a name ran out.',
  INVOICE_OVERDUE: 'It was not paid in time.',
  INVOICE_CANCELLED: 'A prepayment was called off because it was not paid in time.',
  INVOICE_ISSUED: 'A prepayment was invoiced because the balance was low.',
  SUMMARY_ISSUED: 'What a registrar bought in a month was summed up.',
} as const;

export type JobEventKind = keyof typeof jobEventKinds;

export type JobEvent = {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly kind: JobEventKind;
  /** The domain name, contact code or invoice number. */
  readonly subject: string;
};

/** Lets time do its work: the jobs, and in the sandbox the clock itself. */
export interface TimeKeeper {
  /** Runs these jobs, or all, for everything that is due now. */
  runJobs(names: readonly string[]): Promise<JobEvent[]>;
  /** Moves the sandbox's clock forward, through everything that falls due on the way. */
  advanceTo(instant: Date): Promise<JobEvent[]>;
  /** The same by a duration (ISO 8601), from where it stands when it is this move's turn; one `id` moves it once. */
  advanceBy(move: { readonly id: string; readonly by: string }): Promise<JobEvent[]>;
  /** Empties the sandbox, fills it anew and goes back to real time. */
  reset(world: 'bare' | 'demo'): Promise<void>;
}

/** A clock that can be moved forward, in all processes at once. */
export interface MovableClock extends Clock {
  /** For who is about to move it: not behind any other process. */
  catchUp(): Promise<void>;
  moveTo(instant: Date): Promise<void>;
  /** From now on it follows what other processes do. */
  start(): void;
  stop(): void;
}

/** Time that somebody can move, in a world that can begin again: the sandbox's. */
export interface MovableTime {
  readonly clock: MovableClock;
  reset(world: 'bare' | 'demo'): Promise<void>;
}
