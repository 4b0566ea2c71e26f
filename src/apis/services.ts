import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Calendar } from '../base/calendar.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { Bus } from '../base/events.ts';
import type { Metrics } from '../base/metrics.ts';
import type { Tracer } from '../base/tracing.ts';
import type { Runner } from '../registry/operations/runner/runner.ts';
import type { Database } from '../registry/store/driver/connections/database.ts';
import type { Admissions } from './access/admissions.ts';
import type { Authenticator } from './access/authenticator.ts';
import type { Batch } from './access/batch.ts';
import type { Budget } from './access/budget.ts';
import type { Streams } from './access/streams.ts';

/** The services that are built once (container.ts) and passed to every API. */
export interface Services {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  /** The tracer; undefined if tracing is off. */
  readonly tracer: Tracer | undefined;
  readonly runner: Runner;
  readonly authenticator: Authenticator;
  /** Writes that requests leave for later. */
  readonly batch: Batch;
  readonly admissions: Admissions;
  readonly budget: Budget;
  readonly streams: Streams;
  /** Streams of all users of a registrar together. */
  readonly sharedStreams: Streams;
  /** Whole lists that are being sent as files. */
  readonly files: Streams;
  readonly address: Address;
  /** The extensions beside the core, each after those that it needs. */
  readonly extensions: readonly Beside[];
  /** The stand-ins for the integrations; undefined in production. */
  readonly standIns: StandIns | undefined;
  /** The names of the jobs of this process. */
  readonly jobNames: readonly string[];
  /** The folder of a PostgreSQL with nothing in it, to begin a new one with; undefined if none was prepared. */
  readonly preparedDatabase: () => string | undefined;
  /**
   * `ending` is true if this process is about to end: it is no longer ready and does not keep any connection alive.
   */
  readonly service: { ending: boolean };
}

/** An extension, as people who run the registry see it. */
export interface Beside {
  readonly name: string;
  /** A sentence that says what it adds. */
  readonly about: string;
  /** The versions of Zonegraph that it fits, such as `^1.0`; only an extension from outside says so. */
  readonly fits?: string;
}

/** The stand-ins for other services; explicit settings replace each of them. */
export interface StandIns {
  readonly eInvoicePassword: string;
  /**
   * Paths that this process itself asks while callers wait for it: requests of each wait apart from those of callers.
   */
  readonly askedByItself: readonly string[];
  /** Their own addresses and page, on the same port as everything else. */
  mount(app: FastifyInstance): void;
  /** The mail server, which starts with the first mail. */
  smtpUrl(): Promise<string>;
  /** Sends the callback to the merchant at once, as the payment provider does. */
  sendCallback(id: number): Promise<void>;
  /** The sign-in provider of operators; undefined if a real one is configured. */
  operatorProvider?(address: Address): {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly ownUrl: string;
  };
  /** Starts their background work. */
  start(): void;
  stop(): Promise<void>;
}

/** Both are final once the port is bound. */
export interface Address {
  /** The URL by which callers reach us. */
  publicUrl: string;
  /** The URL by which this machine reaches us, past any proxy: a trial calls itself. */
  ownUrl: string;
}
