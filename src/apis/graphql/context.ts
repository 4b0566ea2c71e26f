import type { Actor } from '../../base/actor.ts';
import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import type { Bus } from '../../base/events.ts';
import type { Db } from '../../registry/operations/operation.ts';
import type { ShownObjects } from '../../registry/operations/readers/access-log.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import type { Call } from '../../registry/operations/runner/running-context.ts';
import type { Sender } from '../access/authenticator.ts';
import type { Services } from '../services.ts';
import type { FileRequest } from './files/request.ts';

/** REST's headers of writes, where a request has some. */
export type WriteHeaders = Readonly<Partial<Record<'dry-run' | 'if-outcome' | 'idempotency-key', string>>>;

/** The context of every resolver. One for each request: loaders batch within it. */
export interface Context {
  readonly container: Services;
  readonly runner: Runner;
  readonly database: { readonly db: Db };
  /** The database to read from: the same for the whole request. One object, because Yoga copies the context. */
  readonly reading: { from: NonNullable<Call['reader']> };
  /** The requested file, and the progress of reading it. */
  readonly file?: FileRequest | undefined;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly bus: Bus;
  readonly actor: Actor;
  readonly requestId: string;
  /** The caller's address. */
  readonly address: string;
  /** Everything known about the sender of the request, for signing in. */
  readonly sender: Sender;
  /** The caller's remaining budget; null if it has no budget. */
  rateLimit: { cost: number; limit: number; remaining: number; resetAt: Date } | null;
  /** True if only the price is requested: nothing is executed. */
  readonly costOnly: boolean;
  /** REST's headers of writes, if the request has any. */
  readonly writeHeaders?: WriteHeaders | undefined;
  /** How many rows were scanned or grouped. */
  rowsAddedUp?: number;
  /** Aborts when the caller disconnects or its time is over; created at the first use. */
  abortSignal?: () => AbortSignal;
  /** Charges the budget for the next event of a stream, and refuses by throwing; only subscriptions have it. */
  payForEvent?: () => Promise<void>;
  /** The parts of the HTTP answer beside the result. One object, because Yoga copies the context. */
  readonly answer: {
    readonly headers: Record<string, string>;
    /** Set if a plugin decides it instead of the protocol. */
    status?: number;
    /** The stale objects that were read. */
    stale?: string[];
    /** The age in milliseconds of the replica that the answer was read from, if the primary does not answer. */
    staleMs?: number | undefined;
    /** The people whose data the answer shows to an operator (access-log-plugin.ts). */
    looks?: ShownObjects;
  };
}
