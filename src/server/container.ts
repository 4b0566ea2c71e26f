import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Admissions } from '../apis/access/admissions.ts';
import { Authenticator } from '../apis/access/authenticator.ts';
import { Batch } from '../apis/access/batch.ts';
import { Budget } from '../apis/access/budget.ts';
import { Streams } from '../apis/access/streams.ts';
import { type Extension, inOrder, type Running } from '../apis/extension-points.ts';
import type { Address, Services } from '../apis/services.ts';
import { Calendar } from '../base/calendar.ts';
import { type Clock, realClock, SimulatedClock } from '../base/clock.ts';
import { type Config, databaseOf, tracesUrlOf } from '../base/config.ts';
import { Bus, type Topic } from '../base/events.ts';
import { createLog, logBuild } from '../base/log.ts';
import { Metrics } from '../base/metrics.ts';
import type { Peers } from '../base/peers.ts';
import { type Tracer, traceOfLine } from '../base/tracing.ts';
import { HttpCompanyRegister } from '../integrations/company-register.ts';
import { openTracer } from '../integrations/otlp.ts';
import type { Outbox } from '../integrations/outbox/outbox.ts';
import { HttpPaymentProvider } from '../integrations/payment-provider.ts';
import { numbersUsed } from '../registry/operations/billing/model/invoice-numbers.ts';
import type { CompanyRegister } from '../registry/operations/external-services.ts';
import {
  jobNames as allJobs,
  housekeepingJobs,
  jobsOfExtensions,
} from '../registry/operations/lifecycle/jobs.ts';
import { Runner } from '../registry/operations/runner/runner.ts';
import { countOpenDisagreements } from '../registry/store/billing/payments.ts';
import { type Database, openDatabase } from '../registry/store/driver/connections/database.ts';
import { migrateAsOwner } from '../registry/store/driver/migrations/migrate-as-owner.ts';
import { preparedDatabase } from '../registry/store/embedded/prepared.ts';
import { channel } from '../registry/store/runner/journal.ts';
import { openIntegrations } from './integrations.ts';
import { JobService } from './jobs/job-service.ts';

/** A registrar's users together may open as many streams as this many single users. */
const usersWithStreams = 5;

/** Each file occupies one of four connections until it is sent. */
const filesOfCaller = 2;

/** Everything that is built once: the services of the APIs, and the background workers. */
export interface Container extends Services {
  /** Delivers mail, webhooks and calls to integrations; runs in the background once started. */
  readonly outbox: Outbox;
  /** Writes what requests leave behind, such as access log entries, every half second. */
  readonly batch: Batch;
  readonly extensions: readonly Extension[];
  /** Runs the jobs; works in the background once started. */
  readonly jobs: JobService;
  /** The parts of extensions that run in the background once started. */
  readonly running: ReadonlyMap<Extension, Running>;
  /** Identifies this process in leases. */
  readonly processId: string;
  /** Stops the background workers; the database stays open. */
  endWork(): Promise<void>;
  close(): Promise<void>;
}

export interface ContainerOptions {
  readonly clock?: Clock;
  readonly database?: Database;
  readonly log?: FastifyBaseLogger;
  /** The extensions beside the core (extensions/index.ts); none by default. */
  readonly extensions?: readonly Extension[];
  /** The other processes on the same port, if any. */
  readonly peers?: Peers | undefined;
}

export async function createContainer(given: Config, options: ContainerOptions = {}): Promise<Container> {
  let config = given;
  const extensions = inOrder(options.extensions ?? []);
  const trial = extensions.find((one) => one.trial)?.trial;
  if (config.isTrial && !trial) throw new Error('no extension here brings what a trial needs');
  const tracesUrl = tracesUrlOf(config);
  const log = options.log ?? createLog(config.LOG_LEVEL, undefined, tracesUrl ? traceOfLine : undefined);
  if (!options.log && !options.peers) logBuild(log);
  const tracer = tracesUrl === undefined ? undefined : await trace(tracesUrl, config, log);
  const database = options.database ?? (await openDatabase(databaseOf(config)));
  try {
    await migrateAsOwner(database, config.MIGRATE_DATABASE_URL, extensions);
    for (const one of extensions) config = (await one.settle?.(config, database)) ?? config;
  } catch (error) {
    if (!options.database) await database.close();
    throw error;
  }
  const clock = options.clock ?? (config.isTrial ? new SimulatedClock() : realClock);
  const calendar = new Calendar(config.TIME_ZONE);
  const bus = new Bus();
  const metrics = new Metrics(options.peers);
  const stopCounting = database.onStatement(() => metrics.statement());
  const stopListening = await database.listen(
    channel,
    (payload) => {
      const [topic, key] = JSON.parse(payload) as [Topic, string];
      bus.dispatch(topic, key);
    },
    () => bus.missed(),
  );
  const stopWatching = watchDatabase(database, metrics, log);
  watchReplicas(database, metrics, log);
  const address = addressAt(config, { host: '127.0.0.1', port: config.PORT });
  const added = new Set(extensions.flatMap((one) => one.jobs?.(config) ?? []));
  const jobNames = config.ownsRegistry
    ? allJobs.filter((name) => !jobsOfExtensions.has(name) || added.has(name))
    : housekeepingJobs;
  const steps = extensions.flatMap((one) => one.steps ?? []);
  const parts = { config, clock, calendar, database, bus, metrics, tracer, address, log, jobNames, steps };
  const paymentProvider = new HttpPaymentProvider({
    baseUrl: () => config.PAYMENT_PROVIDER_URL ?? `${address.ownUrl}/pay/api/v4`,
    username: config.PAYMENT_API_USERNAME,
    secret: config.PAYMENT_API_SECRET,
    accountName: config.PAYMENT_ACCOUNT_NAME,
    clock,
  });
  const companyRegister = registerOfCompanies(parts);
  const processId = randomUUID();
  const movable =
    config.isTrial && clock instanceof SimulatedClock
      ? await trial?.movableTime({ ...parts, clock, runner: () => runner })
      : undefined;
  const running = new Map<Extension, Running>();
  const jobs = new JobService({
    ...parts,
    processId,
    paymentProvider,
    outbox: () => integrations.outbox,
    worksOf: (job) => {
      const one = extensions.find((extension) => extension.jobs?.(config).includes(job));
      const here = one && running.get(one);
      return here?.work && ((held) => here.work?.(job, held) ?? Promise.resolve(0));
    },
    movable,
  });
  const external = { paymentProvider, jobs };
  for (const one of extensions) {
    const opened = await one.open?.({ ...parts, external, processId, runner: () => runner });
    if (opened) running.set(one, opened);
  }
  const onlyRegistrar = [...running.values()].find((one) => one.onlyRegistrar)?.onlyRegistrar;
  if (!config.ownsRegistry && !onlyRegistrar)
    throw new Error('no extension here reaches the registry that owns these objects');
  const runner: Runner = new Runner({
    ...parts,
    external: Object.assign(
      { ...external, companyRegister },
      ...extensions.map((one) => one.external?.(parts, () => runner)),
    ),
    steps: [...steps, ...[...running.values()].flatMap((one) => one.steps ?? [])],
    onlyRegistrar,
  });
  const standIns = config.isTrial ? trial?.standIns(parts) : undefined;
  const integrations = openIntegrations({ ...parts, runner, standIns });
  metrics.gauge(
    'zonegraph_payment_disagreements',
    "Payments where the provider's status and our books differ, not yet reviewed by an operator",
    // Metrics must be readable even if the database is not.
    () => countOpenDisagreements(database.health.db).catch(() => Number.NaN),
  );
  if (config.ownsRegistry)
    metrics.gauges(
      'zonegraph_invoice_numbers_used',
      'Used share of an invoice number range: at 1 no invoice can be issued from it',
      'range',
      () => numbersUsed(database.health.db).catch(() => []),
    );
  const streams = new Streams(config.MAX_STREAMS, options.peers, 'streams');
  metrics.gauge('zonegraph_streams', 'Open live streams', () => streams.total, 'sum');
  const batch = new Batch();
  const budget = new Budget({ ...parts, batch });
  const authenticator = new Authenticator({ ...parts, batch, peers: options.peers, extensions });
  const endWork = async (): Promise<void> => {
    await jobs.stop();
    await Promise.all([...running.values()].map((one) => one.stop?.()));
    await integrations.close();
    await batch.close();
  };
  return {
    ...parts,
    outbox: integrations.outbox,
    standIns,
    extensions,
    runner,
    authenticator,
    admissions: new Admissions({ ...parts, authenticator }),
    batch,
    budget,
    streams,
    sharedStreams: new Streams(usersWithStreams * config.MAX_STREAMS, options.peers, 'streams of registrars'),
    files: new Streams(filesOfCaller, options.peers, 'files'),
    jobs,
    running,
    preparedDatabase,
    service: { ending: false },
    processId,
    endWork,
    close: async () => {
      await endWork();
      stopCounting();
      stopWatching();
      await stopListening();
      await Promise.all([tracer?.close(), database.close()]);
    },
  };
}

/**
 * Returns the company register; undefined if its URL is not configured, except in a trial, which has a stand-in.
 */
function registerOfCompanies({
  config,
  address,
  metrics,
  log,
}: Pick<Container, 'config' | 'address' | 'metrics' | 'log'>): CompanyRegister | undefined {
  if (!config.COMPANY_REGISTER_URL && !config.isTrial) return undefined;
  return new HttpCompanyRegister({
    url: () => config.COMPANY_REGISTER_URL ?? `${address.ownUrl}/sandbox/company-register`,
    onStatus: (status) => metrics.company(status),
    onChange: (isAway, reason) => {
      if (isAway)
        log.warn({ err: reason }, 'the company register is unavailable: companies are accepted unchecked');
      else log.warn('the company register answers again');
    },
  });
}

function trace(url: string, config: Config, log: FastifyBaseLogger): Promise<Tracer> {
  return openTracer({
    url,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    service: config.OTEL_SERVICE_NAME,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    onChange: (isTaken) => {
      if (isTaken) log.warn('traces are accepted again');
      else log.warn('traces are refused and lost: check OTEL_EXPORTER_OTLP_ENDPOINT and the collector there');
    },
  });
}

/**
 * Logs one line when the database becomes unavailable and one when it is back, however many requests fail meanwhile.
 */
function watchDatabase(database: Database, metrics: Metrics, log: FastifyBaseLogger): () => void {
  metrics.gauge(
    'zonegraph_database_up',
    '1 while the database answers, 0 while it does not',
    () => (database.isAway ? 0 : 1),
    'min',
  );
  return database.onChange((change) => {
    if (change.away) log.error({ err: change.error }, 'the database does not answer');
    else log.warn({ awayMs: Math.round(change.afterMs) }, 'the database answers again');
  });
}

function watchReplicas({ replicas }: Database, metrics: Metrics, log: FastifyBaseLogger): void {
  metrics.gauges(
    'zonegraph_replica_up',
    '1 while a replica is in use, 0 while it is unavailable or lags behind',
    'replica',
    async () => (replicas?.fitness ?? []).map(([name, isFit]) => [name, isFit ? 1 : 0]),
    'min',
  );
  metrics.gauge(
    'zonegraph_reads_stale',
    '1 while the primary is away and queries are answered from a replica, marked as stale',
    () => (replicas?.standIn ? 1 : 0),
    'max',
  );
  replicas?.onChange((replica, isAsked) => {
    if (isAsked) log.info({ replica }, 'a replica is in use');
    else log.warn({ replica }, 'a replica is unavailable or lags behind, and is not used');
  });
}

/** `PUBLIC_URL` by default: docs/rules/rulings.md#public_url. */
export function addressAt(config: Config, bound: { readonly host: string; readonly port: number }): Address {
  const host = bound.host.includes(':') ? `[${bound.host}]` : bound.host;
  return {
    publicUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${bound.port}`,
    ownUrl: `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${bound.port}`,
  };
}
