import { sql } from 'kysely';
import type { Turn } from '../../core/slots.ts';
import { identityOfServer } from './identity.ts';
import type { Lane, Last, Snapshot } from './lane.ts';
import type { Listener } from './listener.ts';
import type { Observer } from './named-pool.ts';
import { snapshots } from './patience.ts';
import type { PooledLane } from './pooled-lane.ts';
import type { Replicas } from './replicas.ts';
import type { Space } from './space.ts';
import type { Change, Watch } from './watch.ts';

type Lanes = Readonly<
  Record<'requests' | 'questions' | 'totals' | 'files' | 'patient' | 'health', PooledLane>
>;

/** What watches over a server, and over those that stand in for it. */
export interface Watched {
  readonly watch?: Watch | undefined;
  readonly replicas?: Replicas | undefined;
}

export class PooledDatabase {
  readonly kind: 'embedded' | 'postgres';
  readonly gone: Promise<Error> = new Promise(() => {});
  readonly db: Lane['db'];
  readonly requests: Lane;
  readonly questions: Lane;
  readonly totals: Lane;
  readonly patient: Lane;
  readonly health: Lane;
  readonly #files: PooledLane;
  readonly #lanes: ReadonlySet<PooledLane>;
  readonly #listener: Listener;
  readonly #space: Space;
  readonly #watch: Watch | undefined;
  readonly replicas: Replicas | undefined;
  #closed: Promise<void> | undefined;

  constructor(
    kind: 'embedded' | 'postgres',
    lanes: Lanes,
    listener: Listener,
    space: Space,
    { watch, replicas }: Watched = {},
  ) {
    this.kind = kind;
    this.requests = lanes.requests;
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
    this.replicas = replicas;
  }

  transaction<T>(work: (tx: Lane['db'], last: Last) => Promise<T>, turn?: Turn): Promise<T> {
    return this.requests.transaction(work, turn);
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

  onStatement(observer: Observer): () => void {
    const lanes = [...this.#lanes, ...(this.replicas?.lanes ?? [])];
    const stops = lanes.map((lane) => lane.onStatement(observer));
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
    await Promise.all([this.replicas?.close(), ...[...this.#lanes].map((lane) => lane.end())]);
  }
}
