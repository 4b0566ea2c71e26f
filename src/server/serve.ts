import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Extension } from '../apis/extension-points.ts';
import { type Config, databaseOf, workersOf } from '../base/config.ts';
import { adminToken, bareTokens } from '../base/operator-tokens.ts';
import type { Peers } from '../base/peers.ts';
import { setProcessCount } from '../base/secrets.ts';
import { missingForInvoices } from '../registry/operations/billing/model/invoice-numbers.ts';
import { type Database, openDatabase } from '../registry/store/driver/connections/database.ts';
import { asOwner } from '../registry/store/driver/migrations/migrate-as-owner.ts';
import { excessOf, lackOf } from '../registry/store/driver/migrations/roles.ts';
import { wasTrial } from '../registry/store/driver/migrations/trial-mark.ts';
import { writeAddress } from '../registry/store/embedded/address.ts';
import { buildApp, listen } from './app.ts';
import { type Container, createContainer } from './container.ts';
import { type Health, HealthPort } from './health/health-port.ts';
import { longestShutdownMs, shutDown } from './shutdown.ts';
import { WorkerChannel } from './workers/worker.ts';

/** How long refusals in flight may take to be sent when the database is gone. */
const lastAnswersMs = 2_000;

/** A container and its HTTP server. */
export interface RunningServer {
  readonly container: Container;
  readonly app: FastifyInstance;
}

/** Runs the whole server on an open database until it is stopped. */
export async function serve(
  config: Config,
  database: Database,
  extensions: readonly Extension[],
): Promise<void> {
  const line = cluster.isWorker ? new WorkerChannel() : undefined;
  setProcessCount(workersOf(config));
  const served = await open(config, extensions, { database, peers: line });
  const { container, app } = served;
  const stop = stopOnSignals([served]);
  // A Ctrl-C reaches every process of the terminal, so this process may be stopping already.
  line?.onStop(() => stop.isUnderWay() || stop());
  // SIGHUP reloads trusted documents if there are any; otherwise it ends the process with its terminal.
  if (config.TRUSTED_DOCUMENTS.length > 0) process.on('SIGHUP', () => app.readTrustedDocuments());
  const health = await openHealth(config, line);
  await begin(served);
  if (health) reportHealth(served, health);
  line?.ready();
  const missing = await missingForInvoices({ config, db: container.database.db });
  if (missing.length > 0)
    container.log.warn({ settings: missing }, 'no invoices are issued until these settings are set');
  const excess = config.isTrial || database.kind === 'embedded' ? [] : await excessOf(container.database.db);
  if (excess.length > 0)
    container.log.warn(
      `the database role of DATABASE_URL ${excess.join(', and ')}: the SQL of "zonegraph roles" gives it only what a server needs (docs/operating.md#two-database-roles)`,
    );
  const lack = database.kind === 'embedded' ? [] : await lackOf(container.database.db);
  if (lack.length > 0)
    container.log.warn(
      { tables: lack },
      'the database role of DATABASE_URL lacks rights on tables, and what needs them fails: "zonegraph migrate" with MIGRATE_DATABASE_URL gives it what a server needs',
    );
  if (!config.isTrial && (await wasTrial(container.database.db)))
    container.log.warn(
      'a sandbox has served this database, and everybody knows the passwords and tokens of its users: a registry begins with an empty one (docs/operating.md#before-you-go-live)',
    );
  const bare = bareTokens(config);
  if (bare.length > 0)
    container.log.warn(
      { operators: bare },
      'OPERATOR_TOKENS has tokens without a name, each of which is an ADMIN: write name:role:token',
    );
  for (const one of extensions) {
    const greeting = await one.greeting?.(container);
    if (greeting !== undefined) process.stdout.write(greeting);
  }
}

interface HealthReporter {
  report(health: Health): void;
  end(): void;
}

/** Opened before the server listens: a port in use stops the start. Workers answer on the primary's port. */
async function openHealth(
  { HEALTH_PORT: port, HOST: host }: Config,
  line: WorkerChannel | undefined,
): Promise<HealthReporter | undefined> {
  if (port === undefined) return undefined;
  return line
    ? { report: (health) => line.reportHealth(health), end: () => {} }
    : HealthPort.open({ port, host });
}

const checkEveryMs = 2_000;

function reportHealth({ container, app }: RunningServer, health: HealthReporter): void {
  const check = async (): Promise<void> => {
    const { isReady, body } = await app.readiness.look();
    health.report({ status: isReady ? 200 : 503, body });
  };
  const again = (): void =>
    void check().catch((error: unknown) => container.log.error({ err: error }, 'the health check failed'));
  again();
  setInterval(again, checkEveryMs).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => health.end());
}

interface OpenOptions {
  /** Opened already. */
  readonly database?: Database;
  readonly peers?: Peers | undefined;
  /** True if an empty database of a trial is filled. */
  readonly fills?: boolean;
}

/** Opens everything except the port. */
export async function open(
  config: Config,
  extensions: readonly Extension[],
  { database, peers, fills = config.isTrial }: OpenOptions = {},
): Promise<RunningServer> {
  const trial = extensions.find((one) => one.trial)?.trial;
  const opened = database ?? (await openDatabase(databaseOf(config)));
  let container: Container;
  try {
    if (fills)
      await asOwner(opened, config.MIGRATE_DATABASE_URL, async ({ background }) =>
        trial?.check(background.db),
      );
    container = await createContainer(config, { database: opened, peers, extensions });
  } catch (error) {
    if (!database) await opened.close().catch(() => {});
    throw error;
  }
  const app = buildApp(container);
  try {
    // Only seeding waits for the database.
    await Promise.all([app.ready(), fills && trial?.fill(container)]);
  } catch (error) {
    // A process whose connections stay open would not end.
    await app.close().catch(() => {});
    await container.close().catch(() => {});
    throw error;
  }
  return { container, app };
}

/** Opens the port and starts the background workers. */
export async function begin({ container, app }: RunningServer): Promise<void> {
  const { PORT, HOST, DATABASE_URL, DATA_DIR } = container.config;
  void container.database.gone.then((error) => closeAndExit(error, app));
  await listen(app, container, PORT, HOST);
  const { ownsRegistry, OPERATOR_TOKENS } = container.config;
  if (!DATABASE_URL)
    writeAddress(
      DATA_DIR,
      container.address.ownUrl,
      ownsRegistry ? undefined : adminToken({ OPERATOR_TOKENS }),
    );
  container.outbox.start();
  container.standIns?.start();
  container.jobs.start();
  for (const one of container.running.values()) one.start?.();
}

/** Stops the servers on a signal, the last one first, and ends the process. */
export function stopOnSignals(
  served: readonly RunningServer[],
): (() => void) & { isUnderWay: () => boolean } {
  let stopping = false;
  const stop = (): void => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    const log = served[0]?.container.log;
    const endAnyway = (): never => {
      log?.error('the process exits before all work has finished');
      process.exit(1);
    };
    const longest = served.map(({ container }) => longestShutdownMs(container.config.SHUTDOWN_DELAY));
    setTimeout(endAnyway, Math.max(...longest));
    // Connections that wait for an answer would keep the process alive.
    endAll(served).then(
      (allEnded) => (allEnded ? process.exit(0) : endAnyway()),
      (error: unknown) => {
        log?.error({ err: error }, 'the process exits after a fault');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  return Object.assign(stop, { isUnderWay: () => stopping });
}

async function endAll(served: readonly RunningServer[]): Promise<boolean> {
  let allEnded = true;
  for (const { app, container } of served.toReversed())
    allEnded = (await shutDown(app, container)) && allEnded;
  return allEnded;
}

/**
 * Answers requests in flight, then exits. A process manager may restart the process; nothing that was acknowledged is
 * lost.
 */
async function closeAndExit(error: Error, app: FastifyInstance): Promise<never> {
  console.error(
    `\n${error.message}\nNothing that was acknowledged is lost: fix the cause and start again.\n`,
  );
  await Promise.race([app.close().catch(() => {}), sleep(lastAnswersMs)]);
  process.exit(1);
}
