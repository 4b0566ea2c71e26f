import { sql } from 'kysely';
import pg from 'pg';
import { serversOf, type Timeouts } from '../../../../base/database-url.ts';
import { usualWaitMs } from '../../../../base/prefer-wait.ts';
import { Replica } from '../replicas/replica.ts';
import { Replicas } from '../replicas/replicas.ts';
import { CannotOpen, cannotConnect } from './cannot-open.ts';
import { columnTypes } from './column-types.ts';
import { ConnectionPool, Nesting, withErrorHandler } from './connection-pool.ts';
import { DiskFull } from './disk-full.ts';
import { HealthMonitor } from './health-monitor.ts';
import { DedicatedListener } from './listener.ts';
import type { PoolLimits } from './named-pool.ts';
import { PooledDatabase } from './pooled-database.ts';
import { applicationName, Primary } from './primary.ts';
import { refuseSharedBackends } from './session-check.ts';
import { connections, filesAtOnce, keptBack, longestQueue, timeouts } from './timeouts.ts';
import { DatabaseUnavailable } from './trouble.ts';

export interface ServerOptions {
  /** Replicas of the server in the URL, to read from. */
  replicaUrls?: readonly string[] | undefined;
  /** The number of connections for requests, and of those for GraphQL reads. */
  poolSize?: number | undefined;
  /** The statement timeout of GraphQL reads, in seconds. */
  queryTimeout?: number | undefined;
  /**
   * Refuses a statement on `db` inside an open transaction, which waits for ever when the pool is used up.
   * For tests: tracking the calls costs every promise of the process some time.
   */
  refuseNesting?: boolean | undefined;
  /** How many seconds to wait for a connection or a lock before refusing because of overload. */
  longestWait?: number | undefined;
  /** Called for connections that broke while idle; they are replaced automatically. */
  onConnectionError?: ((error: Error) => void) | undefined;
}

const SECOND = 1000;

export const client = {
  application_name: applicationName,
  types: columnTypes,
  pipeline: true,
} satisfies pg.ClientConfig;

/** The settings for a server, which may be far away or become unavailable; the URL may set others. */
const remote = {
  ...client,
  connectionTimeoutMillis: 5 * SECOND,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
} satisfies pg.ClientConfig;

/** A stopped server cancels nothing, so we wait this much longer than a statement may take. */
const silence = 5 * SECOND;
const READ_ONLY = '25006';

/** The address for new connections, resolved each time; an unsuitable connection is refused. */
interface Line {
  readonly url: string;
  /** Those of the URL, for all kinds of work. */
  readonly timeouts: Timeouts;
  check(client: pg.ClientBase): Promise<void>;
}

/** The settings of a pool. With `adds`, its statements may add up very many rows. */
type PoolConfig = pg.PoolConfig & Timeouts & { readonly adds?: boolean };

/**
 * Memory for adding up, where the server gives less: a million ids are then compared without writing them to disk.
 * JIT compilation takes longer than it saves, in each of the parallel workers.
 */
const adding = `select set_config('work_mem', '16MB', false) where pg_size_bytes(current_setting('work_mem')) < 16777216`;

type OpenPool = (max: number, limits: PoolLimits, config: PoolConfig, check?: () => void) => ConnectionPool;

const clientFor = (line: Line) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: line.url });
    }
  };

export async function openServer(url: string, options: ServerOptions): Promise<PooledDatabase> {
  const servers = serversOf(url);
  if (!servers) throw new CannotOpen('DATABASE_URL is not the URL of a PostgreSQL server. Correct it.');
  // A balancer may lead to a standby for a moment, which may be further behind than replicas may be.
  const mustTakeWrites = servers.mustTakeWrites || Boolean(options.replicaUrls?.length);
  const primary = new Primary({ ...servers, mustTakeWrites });
  const nesting = options.refuseNesting === true ? new Nesting() : undefined;
  const diskFull = new DiskFull();
  const report = (error: Error) => {
    watch.suspect();
    options.onConnectionError?.(error);
  };
  const notice = (trouble: DatabaseUnavailable): void => {
    diskFull.notice(trouble);
    if (primary.mustTakeWrites && trouble.code === READ_ONLY) watch.suspect();
  };
  const present = () => {
    if (watch.isAway) throw new DatabaseUnavailable('away');
  };
  const open = opener(primary, { report, nesting, notice });
  const reading = readPools(open, options, present);
  const queued = { queue: longestQueue, longestWaitMs: longestWaitOf(options) };
  const jobs = connections.background;
  const background = open(jobs, { ...queued, transactions: jobs }, timeouts.background, present);
  const health = open(connections.health, { ...queued, transactions: 1 }, timeouts.health);
  const pools = { ...reading, background, health };
  const { connectionTimeoutMillis, query_timeout } = timeouts.health;
  const listener = new DedicatedListener(
    () => new pg.Client({ ...remote, connectionString: primary.url, connectionTimeoutMillis, query_timeout }),
    report,
  );
  const followIt = async (): Promise<void> => {
    if (!(await primary.search())) return;
    // Statements in progress there are not awaited: it is unknown whether that server answers, and whether it
    // should.
    for (const pool of Object.values(pools)) pool.renew({ abandon: true });
    listener.abandon();
  };
  const watch = new HealthMonitor(
    async () => {
      try {
        await listener.ping(primary.mustTakeWrites);
      } catch (error) {
        await followIt().catch(() => {});
        throw error;
      }
    },
    () => {
      // The health pool too: a second dead connection would say nothing about the server.
      for (const pool of Object.values(pools)) pool.renew();
    },
  );
  const replicas = openReplicas(options, { pools, watch }, nesting);
  const database = new PooledDatabase('postgres', pools, listener, diskFull, { watch, replicas });
  try {
    await primary.find(remote.connectionTimeoutMillis);
    await refusePoolers(primary.url, options.replicaUrls ?? []);
    await sql`select 1`.execute(database.db);
  } catch (error) {
    await database.close();
    throw error instanceof CannotOpen ? error : cannotConnect(primary.url, error);
  }
  return database;
}

const refusePoolers = async (url: string, replicaUrls: readonly string[]): Promise<void> => {
  const primary = { setting: 'DATABASE_URL', withinMs: remote.connectionTimeoutMillis };
  // No caller waits for a replica that is away.
  const replica = { setting: 'DATABASE_REPLICA_URLS', withinMs: timeouts.health.connectionTimeoutMillis };
  await Promise.all([
    refuseSharedBackends(url, primary),
    ...replicaUrls.map((one) => refuseSharedBackends(serversOf(one)?.urls[0] ?? one, replica)),
  ]);
};

type Handlers = {
  readonly report: (error: Error) => void;
  readonly nesting: Nesting | undefined;
  readonly notice: (trouble: DatabaseUnavailable) => void;
};

const opener =
  (line: Line, { report, nesting, notice }: Handlers): OpenPool =>
  (max, limits, { adds = false, statement_timeout, lock_timeout, ...config }, check) => {
    const session = sessionSettings({
      idle_in_transaction_session_timeout: 60 * SECOND,
      ...(statement_timeout !== undefined && { statement_timeout }),
      ...(lock_timeout !== undefined && { lock_timeout }),
      ...line.timeouts,
    });
    const open = () =>
      new pg.Pool({
        ...remote,
        Client: clientFor(line),
        max,
        idleTimeoutMillis: 60 * SECOND,
        ...config,
        onConnect: async (connected) => {
          const text = adds ? `${session}; ${adding}` : session;
          // A pooler without a free session accepts the connection and then does not answer.
          const settings = { text, query_timeout: remote.connectionTimeoutMillis };
          await Promise.all([connected.query(settings), line.check(connected)]);
        },
      });
    return new ConnectionPool(() => withErrorHandler(open(), report), limits, nesting, notice, check);
  };

/**
 * Returns the settings as statements. PgBouncer refuses start-up parameters, and `options` in the URL would replace
 * them.
 */
const sessionSettings = (timeouts: Timeouts): string =>
  [`set timezone = 'UTC'`, 'set jit = off']
    .concat(Object.entries(timeouts).map(([name, milliseconds]) => `set ${name} = ${milliseconds}`))
    .join('; ');

const longestWaitOf = ({ longestWait }: ServerOptions): number =>
  longestWait === undefined ? usualWaitMs : longestWait * SECOND;
const longestLockOf = ({ longestWait = 5 }: ServerOptions): number => longestWait * SECOND;

function readPools(open: OpenPool, options: ServerOptions, present: () => void, admit?: PoolLimits['admit']) {
  const { requests, graphqlReads } = connections;
  const size = options.poolSize ?? requests;
  const queued = { queue: longestQueue, longestWaitMs: longestWaitOf(options), admit };
  // Waiting for one of the pool's connections counts as connecting.
  const waits = { connectionTimeoutMillis: usualWaitMs };
  const limits = { ...waits, statement_timeout: (options.queryTimeout ?? 10) * SECOND, adds: true };
  return {
    requests: open(
      size,
      {
        ...queued,
        transactions: Math.max(1, size - keptBack),
        longestSilenceMs: timeouts.requests.statement_timeout + silence,
      },
      { ...timeouts.requests, ...waits, lock_timeout: longestLockOf(options) },
      present,
    ),
    graphqlReads: open(
      options.poolSize ?? graphqlReads,
      { ...queued, transactions: filesAtOnce, longestSilenceMs: limits.statement_timeout + silence },
      limits,
      present,
    ),
  };
}

function openReplicas(
  options: ServerOptions,
  {
    pools: primary,
    watch,
  }: {
    readonly pools: ReturnType<typeof readPools> & { readonly health: ConnectionPool };
    readonly watch: HealthMonitor;
  },
  nesting: Nesting | undefined,
): Replicas | undefined {
  if (!options.replicaUrls?.length) return undefined;
  const replicas = options.replicaUrls.map((given) => {
    const { urls, timeouts: own } = serversOf(given) ?? { urls: [given] as const, timeouts: {} };
    const [url] = urls;
    const report = () => replica.suspect();
    const line = { url, timeouts: own, check: async () => {} };
    const open = opener(line, { report, nesting, notice: () => {} });
    const present = () => {
      if (!replica.isFit) throw new DatabaseUnavailable('away');
    };
    const health = open(
      connections.health,
      { queue: longestQueue, longestWaitMs: SECOND, transactions: 1 },
      timeouts.health,
    );
    const replica: Replica = new Replica(
      url,
      { ...readPools(open, options, present, (client) => replica.admit(client)), health },
      primary,
    );
    return replica;
  });
  return new Replicas(primary.health, replicas, watch);
}
