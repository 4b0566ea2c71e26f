import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { columnTypes } from './column-types.ts';
import { claimDataDir } from './embedded/data-dir.ts';
import { Engine } from './embedded/engine.ts';
import { DedicatedListener, type Listener, SharedListener } from './listener.ts';
import { NamedPool } from './named-pool.ts';
import { sendRightAway } from './prepared.ts';
import type { Tables } from './schema.ts';

export { DataDirInUse } from './embedded/lock.ts';
export { TransactionAborted } from './named-pool.ts';

/** Where queries go: the database itself, or a transaction of it. */
export type Db = Kysely<Tables>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Each statement on its own. */
  readonly db: Db;
  /** BEGIN … COMMIT at read committed; rolled back when `work` throws. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Calls back for each NOTIFY on the channel; what was sent while a lost connection was away is missed. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Tells of each statement sent, but for those that only open or close a transaction. */
  onStatement(observer: (sql: string) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded one. */
  url?: string | undefined;
  /** Where the embedded database keeps its data; without it they are in memory. */
  dataDir?: string | undefined;
  poolSize?: number | undefined;
  /** The in-memory database starts from what `snapshotOf` gave. */
  snapshot?: Uint8Array<ArrayBuffer> | undefined;
  /**
   * Refuse a statement on `db` inside an open transaction, which waits for ever when the pool is used up.
   * For tests: following the call costs every promise of the process some time.
   */
  refuseNesting?: boolean | undefined;
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
  connectionTimeoutMillis: 10 * SECOND,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * SECOND,
} satisfies pg.ClientConfig;

export function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openServer(options.url, options);
}

async function openServer(url: string, options: DatabaseOptions): Promise<Database> {
  const report = options.onConnectionError ?? (() => {});
  const pool = new pg.Pool({
    ...remote,
    connectionString: url,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 60 * SECOND,
    statement_timeout: 60 * SECOND,
    idle_in_transaction_session_timeout: 60 * SECOND,
    // Not as a start-up parameter: `options` in the URL would replace it.
    onConnect: async (connected) => {
      await connected.query(`set timezone = 'UTC'`);
    },
  });
  const listener = new DedicatedListener(
    () => new pg.Client({ ...remote, connectionString: url, query_timeout: 10 * SECOND }),
    report,
  );
  const database = new PooledDatabase('postgres', pool, listener, options);
  try {
    await database.ping();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const claim = options.dataDir === undefined ? undefined : claimDataDir(options.dataDir);
  const { directory, initialiseIn } = claim ?? {};
  try {
    const engine = await Engine.start({ directory, initialiseIn, snapshot: options.snapshot });
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
    const listener: SharedListener = new SharedListener(pool);
    return new EmbeddedDatabase(pool, listener, engine, options, () => claim?.release());
  } catch (error) {
    claim?.release();
    throw error;
  }
}

class PooledDatabase implements Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Db;
  readonly #transactions: Db;
  readonly #pool: NamedPool;
  readonly #listener: Listener;
  readonly #open: AsyncLocalStorage<{ done: boolean }> | undefined;
  #closed: Promise<void> | undefined;

  constructor(kind: 'embedded' | 'postgres', pool: pg.Pool, listener: Listener, options: DatabaseOptions) {
    const report = options.onConnectionError ?? (() => {});
    // Unheard error events end the process; a broken connection must not.
    pool.on('error', report);
    pool.on('connect', (connected) => connected.on('error', report));
    this.kind = kind;
    this.#open = options.refuseNesting === true ? new AsyncLocalStorage() : undefined;
    this.#pool = new NamedPool(pool, () => this.#checkNesting());
    this.#listener = listener;
    this.db = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool.shared }) });
    sendRightAway(this.db, (statements) => this.#pool.query(statements));
    this.#transactions = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool.exclusive }) });
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const transaction = this.#transactions.transaction().setIsolationLevel('read committed');
    if (this.#open === undefined) return transaction.execute(work);
    this.#checkNesting();
    const open = this.#open;
    return transaction.execute(async (tx) => {
      const state = { done: false };
      try {
        return await open.run(state, () => work(tx));
      } finally {
        state.done = true;
      }
    });
  }

  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onPayload);
  }

  onStatement(observer: (sql: string) => void): () => void {
    return this.#pool.observe(observer);
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db);
  }

  close(): Promise<void> {
    this.#closed ??= this.shutDown();
    return this.#closed;
  }

  protected async shutDown(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
  }

  #checkNesting(): void {
    if (this.#open?.getStore()?.done !== false) return;
    throw new Error(
      'a statement inside a transaction must go through that transaction, not through the database',
    );
  }
}

class EmbeddedDatabase extends PooledDatabase {
  readonly #engine: Engine;
  readonly #release: () => void;

  constructor(
    pool: pg.Pool,
    listener: Listener,
    engine: Engine,
    options: DatabaseOptions,
    release: () => void,
  ) {
    super('embedded', pool, listener, options);
    this.#engine = engine;
    this.#release = release;
  }

  snapshot(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#engine.dump();
  }

  protected override async shutDown(): Promise<void> {
    try {
      await super.shutDown();
    } finally {
      await this.#engine.close();
      this.#release();
    }
  }
}

/** The content of an embedded database, to start others from. */
export function snapshotOf(database: Database): Promise<Uint8Array<ArrayBuffer>> {
  if (!(database instanceof EmbeddedDatabase))
    throw new TypeError('only an embedded database has a snapshot');
  return database.snapshot();
}
