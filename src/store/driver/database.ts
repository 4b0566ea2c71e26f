import { resolve } from 'node:path';
import pg from 'pg';
import { claimDataDir } from '../embedded/data-dir.ts';
import { Engine } from '../embedded/engine.ts';
import { preparedDatabase } from '../embedded/prepared.ts';
import { cannotUseDirectory } from './cannot-open.ts';
import { ConnectionPool, heard, Nesting } from './connection-pool.ts';
import { DiskFull } from './disk-full.ts';
import { identityOfDirectory } from './identity.ts';
import { type Listener, SharedListener } from './listener.ts';
import type { Observer } from './named-client.ts';
import type { Pool, Reader, Snapshot } from './pool.ts';
import { PooledDatabase } from './pooled-database.ts';
import type { Replicas } from './replicas.ts';
import { client, openServer, type ServerOptions } from './server.ts';
import type { Change } from './watch.ts';

/** The database; itself the lane of requests, which waits for nothing long. */
export interface Database extends Pool, Reader {
  readonly kind: 'embedded' | 'postgres';
  /** For what the graph is asked: no statement runs longer than the limit for queries. */
  readonly graphqlReads: Pool;
  /** For what reads whole lists to add them up: nobody who wants a page waits behind it. */
  readonly aggregates: Pool;
  /** For what may take its time: jobs, exports, migrations. */
  readonly background: Pool;
  /** For questions about health, which nothing else may hold up and which hold up nothing. */
  readonly health: Pool;
  /** For files, which are read from one moment's state: each has a connection for as long as it takes. */
  snapshot(): Promise<Snapshot>;
  /** Others that may be read from instead; undefined: there are none. */
  readonly replicas: Replicas | undefined;
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
  onStatement(observer: Observer): () => void;
  ping(): Promise<void>;
  /** Throws when nothing can be written, although reading may work: a full disk, a standby. */
  pingWrites(): Promise<void>;
  /** The same for every process on this database, and another for every other one, also for a copy of it. */
  identity(): Promise<string>;
  /** Resolves when it has stopped for good and only a new process can open it again; a server comes back. */
  readonly gone: Promise<Error>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ServerOptions {
  /** A PostgreSQL server, or several of which one takes writes; without it the embedded one. */
  url?: string | undefined;
  /** Where the embedded database keeps its data; without it they are in memory. */
  dataDir?: string | undefined;
  /** An embedded database that somebody else has started and ends. */
  engine?: Engine | undefined;
  /** The in-memory database starts from what `snapshotOf` gave. */
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

  constructor(connections: ConnectionPool, listener: Listener, diskFull: DiskFull, held: Held) {
    super(
      'embedded',
      {
        requests: connections,
        graphqlReads: connections,
        aggregates: connections,
        files: connections,
        background: connections,
        health: connections,
      },
      listener,
      diskFull,
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
