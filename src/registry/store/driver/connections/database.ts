import { resolve } from 'node:path';
import pg from 'pg';
import { claimDataDir } from '../../embedded/data-dir.ts';
import { Engine } from '../../embedded/engine.ts';
import { preparedDatabase } from '../../embedded/prepared.ts';
import type { Replicas } from '../replicas/replicas.ts';
import { cannotUseDirectory } from './cannot-open.ts';
import { ConnectionPool, Nesting, withErrorHandler } from './connection-pool.ts';
import { DiskFull } from './disk-full.ts';
import type { Change } from './health-monitor.ts';
import { identityOfDirectory } from './identity.ts';
import { type Listener, SharedListener } from './listener.ts';
import type { Observer } from './named-client.ts';
import type { Db, Pool, Reader, Snapshot } from './pool.ts';
import { PooledDatabase } from './pooled-database.ts';
import { client, openServer, type ServerOptions } from './server.ts';

/** The database; itself the pool of requests, which has short timeouts. */
export interface Database extends Pool, Reader {
  readonly kind: 'embedded' | 'postgres';
  /** The pool of GraphQL reads: no statement runs longer than the limit for queries. */
  readonly graphqlReads: Pool;
  /** The pool of long-running work: jobs, exports, migrations. */
  readonly background: Pool;
  /** The pool of health checks, which nothing else may block and which block nothing. */
  readonly health: Pool;
  /** Begins the snapshot from which a file is read: it holds a connection for GraphQL reads until it ends. */
  snapshot(): Promise<Snapshot>;
  /** A small read that identifies the caller: from a replica while the primary is away. */
  lookUp<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Replicas to read from, if there are any. */
  readonly replicas: Replicas | undefined;
  /** True if the database is known to be unavailable: then everything is refused at once. */
  readonly isAway: boolean;
  /** Calls back when it becomes unavailable and when it is back. */
  onChange(observer: (change: Change) => void): () => void;
  /**
   * Calls back for each NOTIFY on the channel; notifications during a lost connection are missed, and `onGap`
   * is called once there is a new one.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  /** Calls back for each statement sent, except those that only open or close a transaction. */
  onStatement(observer: Observer): () => void;
  ping(): Promise<void>;
  /** Throws when nothing can be written, although reading may work: a full disk, a standby. */
  pingWrites(): Promise<void>;
  /**
   * Returns an id that is the same for every process on this database, and different for every other database, also
   * for a copy of it.
   */
  identity(): Promise<string>;
  /** Resolves when it has stopped for good and only a new process can open it again; a server comes back. */
  readonly gone: Promise<Error>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ServerOptions {
  /** A PostgreSQL server, or several of which one accepts writes; without it the embedded one. */
  url?: string | undefined;
  /** The data directory of the embedded database; without it the data are in memory. */
  dataDir?: string | undefined;
  /** An embedded database that the caller has started and closes. */
  engine?: Engine | undefined;
  /** The in-memory database starts from a result of `snapshotOf`. */
  snapshot?: Uint8Array<ArrayBuffer> | undefined;
}

const SECOND = 1000;

export function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openServer(options.url, options);
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
      // These are not used, but otherwise the driver would read them from the environment.
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
    withErrorHandler(pool, options.onConnectionError ?? (() => {}));
    const listener: SharedListener = new SharedListener(pool);
    const limits = { transactions: 1, queue: 10_000, longestWaitMs: 60 * SECOND };
    const diskFull = new DiskFull();
    const nesting = options.refuseNesting ? new Nesting() : undefined;
    const connections = new ConnectionPool(
      () => pool,
      limits,
      nesting,
      (trouble) => diskFull.notice(trouble),
    );
    const held = { engine, lent: options.engine !== undefined, dataDir: options.dataDir };
    return new EmbeddedDatabase(connections, listener, diskFull, {
      ...held,
      release: () => claim?.release(),
    });
  } catch (error) {
    claim?.release();
    throw options.dataDir === undefined ? error : cannotUseDirectory(resolve(options.dataDir), error);
  }
}

/** The resources of an embedded database. */
interface EmbeddedResources {
  readonly engine: Engine;
  /** The engine was passed in, so its owner closes it. */
  readonly lent: boolean;
  readonly dataDir: string | undefined;
  readonly release: () => void;
}

class EmbeddedDatabase extends PooledDatabase {
  override readonly gone: Promise<Error>;
  readonly #held: EmbeddedResources;

  constructor(connections: ConnectionPool, listener: Listener, diskFull: DiskFull, held: EmbeddedResources) {
    super(
      'embedded',
      {
        requests: connections,
        graphqlReads: connections,
        background: connections,
        health: connections,
      },
      listener,
      diskFull,
    );
    this.#held = held;
    // Releases the lock now, so that the next start need not detect a dead holder first.
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
