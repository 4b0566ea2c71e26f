import type { FastifyBaseLogger } from 'fastify';
import type { Admissions } from './access/admissions.ts';
import type { Authenticator } from './access/authenticator.ts';
import type { Budget } from './access/budget.ts';
import type { Streams } from './access/streams.ts';
import type { Config } from './config.ts';
import type { Calendar } from './core/calendar.ts';
import type { Clock } from './core/clock.ts';
import type { Bus } from './core/events.ts';
import type { Metrics } from './core/metrics.ts';
import type { Tracer } from './core/tracing.ts';
import type { Runner } from './operations/runner/runner.ts';
import type { Database } from './store/driver/database.ts';

/** What is built once (house.ts) and handed to every door. */
export interface Services {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  /** Undefined: nobody asks for traces. */
  readonly tracer: Tracer | undefined;
  readonly runner: Runner;
  readonly authenticator: Authenticator;
  readonly admissions: Admissions;
  readonly budget: Budget;
  readonly streams: Streams;
  /** The same of all users of a registrar together. */
  readonly sharedStreams: Streams;
  /** Whole lists that are being sent as files. */
  readonly files: Streams;
  readonly address: Address;
  /** What time brings about in this house, by name. */
  readonly jobs: readonly string[];
  /** Whether this process is about to end: it is not ready any more, and keeps no connection for later requests. */
  readonly service: { ending: boolean };
}

/** Both are known for sure once the port is bound. */
export interface Address {
  /** Where callers reach us. */
  publicUrl: string;
  /** Where this machine reaches us, whatever proxy stands before the public one: the sandbox calls itself. */
  ownUrl: string;
}
