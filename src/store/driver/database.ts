import { resolve } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { claimDataDir } from '../embedded/data-dir.ts';
import { Engine } from '../embedded/engine.ts';
import { preparedDatabase } from '../embedded/prepared.ts';
import { cannotConnect, cannotUseDirectory } from './cannot-open.ts';
import { columnTypes } from './column-types.ts';
import { identityOfDirectory, identityOfServer } from './identity.ts';
import type { Lane, Snapshot } from './lane.ts';
import { DedicatedListener, type Listener, SharedListener } from './listener.ts';
import type { PoolLimits } from './named-pool.ts';
import { patience, snapshots } from './patience.ts';
import { heard, Nesting, PooledLane } from './pooled-lane.ts';
import { Space } from './space.ts';
import { DatabaseUnavailable } from './trouble.ts';
import { type Change, Watch } from './watch.ts';

/** The database; itself the lane of requests, which waits for nothing long. */
export interface Database extends Lane {
  readonly kind: 'embedded' | 'postgres';
  /** For what the graph is asked: no statement runs longer than the limit for queries. */
  readonly questions: Lane;
  /** For what reads whole lists to add them up: nobody who wants a page waits behind it. */
  readonly totals: Lane;
  /** For what may take its time: jobs, exports, migrations. */
  readonly patient: Lane;
  /** For questions about health, which nothing else may hold up and which hold up nothing. */
  readonly health: Lane;
  /** For files, which are read from one moment's state: each has a connection for as long as it takes. */
  snapshot(): Promise<Snapshot>;
  /** Whether it is known not to answer: then everything is refused at once. */
  readonly isAway: boolean;
  /** Told when it goes away and when it is back. */
  onChange(observer: (change: Change) => void): () => void;
  /**
   * Calls back for each NOTIFY on the channel; what was sent while a lost connection was away is missed, and
   * `onGap` is called once there is another one.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** Tells of each statement sent, but for those that only open or close a transaction. */
  onStatement(observer: (sql: string) => void): () => void;
  ping(): Promise<void>;
  /** Throws when nothing can be written, although reading may work: a full disk, a standby. */
  pingWrites(): Promise<void>;
  /** The same for every process on this database, and another for every other one, also for a copy of it. */
  identity(): Promise<string>;
  /** Resolves when it has stopped for good and only a new process can open it again; a server comes back. */
  readonly gone: Promise<Error>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded one. */
  url?: string | undefined;
  /** Where the embedded database keeps its data; without it they are in memory. */
  dataDir?: string | undefined;
  poolSize?: number | undefined;
  /** How many seconds a statement of the graph may take. */
  queryTimeout?: number | undefined;
  /** An embedded database that somebody else has started and ends. */
  engine?: Engine | undefined;
  /** The in-memory database starts from what `snapshotOf` gave. */
  snapshot?: Uint8Array<ArrayBuffer> | undefined;
  /**
   * Refuse a statement on `db` inside an open transaction, which waits for ever when the pool is used up.
   * For tests: following the call costs every promise of the process some time.
   */
  refuseNesting?: boolean | undefined;
  /** How many seconds somebody waits for a connection or a lock before being told that there is too much to do. */
  longestWait?: number | undefined;
  /** Told of connections that broke while nothing was running on them; they are replaced by themselves. */
  onConnectionError?: ((error: Error) => void) | undefined;
}

const SECOND = 1000;

const client = {
  application_name: 'zonegraph',
  types: columnTypes,
  pipeline: true,
} satisfies pg.ClientConfig;

/** For a server, which may be far away or go away; the URL may set others. */
const remote = {
  ...client,
  connectionTimeoutMillis: 5 * SECOND,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
} satisfies pg.ClientConfig;

const longestQueue = 2000;
/** A server that stands still ends nothing: so much longer than a statement may take. */
const silence = 5 * SECOND;
/** Of the connections for requests, so many are kept back for statements on their own. */
const keptBack = 2;

export function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openServer(options.url, options);
}

async function openServer(url: string, options: DatabaseOptions): Promise<Database> {
  const report = (error: Error) => {
    watch.suspect();
    options.onConnectionError?.(error);
  };
  const nesting = options.refuseNesting === true ? new Nesting() : undefined;
  const space = new Space();
  const lane = (max: number, limits: PoolLimits, config: pg.PoolConfig, check?: () => void) =>
    new PooledLane(
      () =>
        heard(
          new pg.Pool({
            ...remote,
            connectionString: url,
            max,
            idleTimeoutMillis: 60 * SECOND,
            idle_in_transaction_session_timeout: 60 * SECOND,
            ...config,
            // Not as a start-up parameter: `options` in the URL would replace it.
            onConnect: async (connected) => {
              await connected.query(`set timezone = 'UTC'`);
            },
          }),
          report,
        ),
      limits,
      nesting,
      (trouble) => space.notice(trouble),
      check,
    );
  const present = () => {
    if (watch.isAway) throw new DatabaseUnavailable('away');
  };
  const size = options.poolSize ?? 10;
  const longestWaitMs = (options.longestWait ?? 5) * SECOND;
  const queued = { queue: longestQueue, longestWaitMs };
  const requests = lane(
    size,
    {
      ...queued,
      transactions: Math.max(1, size - keptBack),
      longestSilenceMs: patience.requests.statement_timeout + silence,
    },
    { ...patience.requests, lock_timeout: longestWaitMs },
    present,
  );
  const limits = { statement_timeout: (options.queryTimeout ?? 10) * SECOND };
  const asked = {
    ...queued,
    transactions: 1,
    longestSilenceMs: limits.statement_timeout + silence,
  };
  const questions = lane(size, asked, limits, present);
  const totals = lane(Math.min(size, 3), asked, limits, present);
  const files = lane(4, { ...asked, transactions: 4, queue: 20 }, limits, present);
  const patient = lane(3, { ...queued, transactions: 3 }, patience.patient, present);
  const health = lane(2, { ...queued, transactions: 1 }, patience.health);
  const watch = new Watch(
    () => health.ping(),
    () => {
      for (const lane of [requests, questions, totals, files, patient]) lane.renew();
      listener.check();
    },
  );
  const listener = new DedicatedListener(
    () =>
      new pg.Client({
        ...remote,
        connectionString: url,
        connectionTimeoutMillis: 2 * SECOND,
        query_timeout: 2 * SECOND,
      }),
    report,
  );
  watch.onChange(({ away }) => {
    if (!away) listener.check();
  });
  const database = new PooledDatabase(
    'postgres',
    { requests, questions, totals, files, patient, health },
    listener,
    space,
    watch,
  );
  try {
    await sql`select 1`.execute(database.db);
  } catch (error) {
    await database.close();
    throw cannotConnect(url, error);
  }
  return database;
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const claim = options.dataDir === undefined ? undefined : claimDataDir(options.dataDir);
  const { directory, initialiseIn } = claim ?? {};
  try {
    const prepared = initialiseIn && preparedDatabase();
    const settings = { directory, initialiseIn, prepared, snapshot: options.snapshot };
    const engine = options.engine ?? (await Engine.start(settings));
    const pool = new pg.Pool({
      ...client,
      // None of this is used, and all of it would otherwise be looked for in the environment.
      host: 'embedded',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      stream: () => engine.connect(),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 60 * SECOND,
      onConnect: (connected) => listener.follow(connected),
    });
    heard(pool, options.onConnectionError ?? (() => {}));
    const listener: SharedListener = new SharedListener(pool);
    const limits = { transactions: 1, queue: 10_000, longestWaitMs: 60 * SECOND };
    const space = new Space();
    const nesting = options.refuseNesting ? new Nesting() : undefined;
    const lane = new PooledLane(
      () => pool,
      limits,
      nesting,
      (trouble) => space.notice(trouble),
    );
    const held = { engine, lent: options.engine !== undefined, dataDir: options.dataDir };
    return new EmbeddedDatabase(lane, listener, space, { ...held, release: () => claim?.release() });
  } catch (error) {
    claim?.release();
    throw options.dataDir === undefined ? error : cannotUseDirectory(resolve(options.dataDir), error);
  }
}

type Lanes = Readonly<
  Record<'requests' | 'questions' | 'totals' | 'files' | 'patient' | 'health', PooledLane>
>;

class PooledDatabase implements Database {
  readonly kind: 'embedded' | 'postgres';
  readonly gone: Promise<Error> = new Promise(() => {});
  readonly db: Lane['db'];
  readonly questions: Lane;
  readonly totals: Lane;
  readonly patient: Lane;
  readonly health: Lane;
  readonly #requests: Lane;
  readonly #files: PooledLane;
  readonly #lanes: ReadonlySet<PooledLane>;
  readonly #listener: Listener;
  readonly #space: Space;
  readonly #watch: Watch | undefined;
  #closed: Promise<void> | undefined;

  constructor(kind: 'embedded' | 'postgres', lanes: Lanes, listener: Listener, space: Space, watch?: Watch) {
    this.kind = kind;
    this.#requests = lanes.requests;
    this.#files = lanes.files;
    this.db = lanes.requests.db;
    this.questions = lanes.questions;
    this.totals = lanes.totals;
    this.patient = lanes.patient;
    this.health = lanes.health;
    this.#lanes = new Set(Object.values(lanes));
    this.#listener = listener;
    this.#space = space;
    this.#watch = watch;
  }

  transaction<T>(work: (tx: Lane['db']) => Promise<T>): Promise<T> {
    return this.#requests.transaction(work);
  }

  snapshot(): Promise<Snapshot> {
    return this.#files.snapshot(snapshots[this.kind]);
  }

  get isAway(): boolean {
    return this.#watch?.isAway ?? false;
  }

  onChange(observer: (change: Change) => void): () => void {
    return this.#watch?.onChange(observer) ?? (() => {});
  }

  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload, onGap && (() => this.#whenBack(onGap)));
  }

  /** A connection may be had again a moment before it is known that everything can be asked again. */
  #whenBack(work: () => void): void {
    if (!this.isAway) {
      work();
      return;
    }
    const stop = this.onChange(() => {
      stop();
      work();
    });
  }

  onStatement(observer: (sql: string) => void): () => void {
    const stops = [...this.#lanes].map((lane) => lane.onStatement(observer));
    return () => {
      for (const stop of stops) stop();
    };
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.health.db);
  }

  /**
   * A record of the log that means nothing: it is flushed like any commit, and leaves no row behind. The data's own
   * disk is tried only after it was full: it may be another one than the log's.
   */
  async pingWrites(): Promise<void> {
    await sql`select pg_logical_emit_message(true, 'zonegraph', 'ready')`.execute(this.health.db);
    await this.#space.check(this.health.db);
  }

  identity(): Promise<string> {
    return identityOfServer(this.health.db);
  }

  close(): Promise<void> {
    this.#closed ??= this.shutDown();
    return this.#closed;
  }

  protected async shutDown(): Promise<void> {
    this.#watch?.stop();
    await this.#listener.close();
    await Promise.all([...this.#lanes].map((lane) => lane.end()));
  }
}

/** What an embedded database holds on to. */
interface Held {
  readonly engine: Engine;
  /** Whoever lent it ends it. */
  readonly lent: boolean;
  readonly dataDir: string | undefined;
  readonly release: () => void;
}

class EmbeddedDatabase extends PooledDatabase {
  override readonly gone: Promise<Error>;
  readonly #held: Held;

  constructor(lane: PooledLane, listener: Listener, space: Space, held: Held) {
    super(
      'embedded',
      { requests: lane, questions: lane, totals: lane, files: lane, patient: lane, health: lane },
      listener,
      space,
    );
    this.#held = held;
    // Whoever starts next need not find out first that nobody holds the data any more.
    this.gone = held.engine.gone.then((error) => {
      held.release();
      return error;
    });
  }

  override identity(): Promise<string> {
    const { dataDir } = this.#held;
    return dataDir === undefined ? super.identity() : Promise.resolve(identityOfDirectory(dataDir));
  }

  content(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#held.engine.dump();
  }

  protected override async shutDown(): Promise<void> {
    try {
      await super.shutDown();
    } finally {
      if (!this.#held.lent) await this.#held.engine.close();
      this.#held.release();
    }
  }
}

/** The content of an embedded database, to start others from. */
export function snapshotOf(database: Database): Promise<Uint8Array<ArrayBuffer>> {
  if (!(database instanceof EmbeddedDatabase))
    throw new TypeError('only an embedded database has a snapshot');
  return database.content();
}
