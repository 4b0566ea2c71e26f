import { sql } from 'kysely';
import type { SlotRequest } from '../../../../base/fair-semaphore.ts';
import type { Replicas } from '../replicas/replicas.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { DiskFull } from './disk-full.ts';
import type { Change, HealthMonitor } from './health-monitor.ts';
import { identityOfServer } from './identity.ts';
import type { Listener } from './listener.ts';
import type { Observer } from './named-client.ts';
import type { Db, Last, Pool, Snapshot } from './pool.ts';
import { snapshots } from './timeouts.ts';

type Pools = Readonly<Record<'requests' | 'graphqlReads' | 'background' | 'health', ConnectionPool>>;

/** Monitors a server and its replicas. */
export interface Watched {
  readonly watch?: HealthMonitor | undefined;
  readonly replicas?: Replicas | undefined;
}

export class PooledDatabase {
  readonly kind: 'embedded' | 'postgres';
  readonly gone: Promise<Error> = new Promise(() => {});
  readonly db: Pool['db'];
  readonly requests: Pool;
  readonly graphqlReads: Pool;
  readonly background: Pool;
  readonly health: Pool;
  readonly #reads: ConnectionPool;
  readonly #pools: ReadonlySet<ConnectionPool>;
  readonly #listener: Listener;
  readonly #diskFull: DiskFull;
  readonly #watch: HealthMonitor | undefined;
  readonly replicas: Replicas | undefined;
  #closed: Promise<void> | undefined;

  constructor(
    kind: 'embedded' | 'postgres',
    pools: Pools,
    listener: Listener,
    diskFull: DiskFull,
    { watch, replicas }: Watched = {},
  ) {
    this.kind = kind;
    this.requests = pools.requests;
    this.#reads = pools.graphqlReads;
    this.db = pools.requests.db;
    this.graphqlReads = pools.graphqlReads;
    this.background = pools.background;
    this.health = pools.health;
    this.#pools = new Set(Object.values(pools));
    this.#listener = listener;
    this.#diskFull = diskFull;
    this.#watch = watch;
    this.replicas = replicas;
  }

  transaction<T>(work: (tx: Pool['db'], last: Last) => Promise<T>, slot?: SlotRequest): Promise<T> {
    return this.requests.transaction(work, slot);
  }

  snapshot(): Promise<Snapshot> {
    return this.#reads.snapshot(snapshots[this.kind]);
  }

  lookUp<T>(read: (db: Db) => Promise<T>): Promise<T> {
    return this.replicas ? this.replicas.lookUp(this.db, read) : read(this.db);
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

  /** A connection may be available a moment before the watch knows that the database answers again. */
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

  onStatement(observer: Observer): () => void {
    const pools = [...this.#pools, ...(this.replicas?.pools ?? [])];
    const stops = pools.map((pool) => pool.onStatement(observer));
    return () => {
      for (const stop of stops) stop();
    };
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.health.db);
  }

  /**
   * A log record without effect: it is flushed like any commit, and leaves no row behind. The data's own disk
   * is tried only after it was full: it may be another one than the log's.
   */
  async pingWrites(): Promise<void> {
    await sql`select pg_logical_emit_message(true, 'zonegraph', 'ready')`.execute(this.health.db);
    await this.#diskFull.check(this.health.db);
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
    await Promise.all([this.replicas?.close(), ...[...this.#pools].map((pool) => pool.end())]);
  }
}
