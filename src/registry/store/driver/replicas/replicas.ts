import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { stopwatch } from '../../../../base/clock.ts';
import { SingleFlight } from '../../../../base/single-flight.ts';
import type { ConnectionPool } from '../connections/connection-pool.ts';
import type { Db, Reader } from '../connections/pool.ts';
import { DatabaseUnavailable } from '../connections/trouble.ts';
import type { Replica } from './replica.ts';

const lookEveryMs = 1_000;
/** How long to wait for the primary's position. */
const patienceMs = 750;

type Observer = (replica: string, isAsked: boolean) => void;

interface Place {
  readonly position: number;
  readonly timeline: string;
}

/** The state of the primary at a check. */
interface Look {
  readonly position: number;
  readonly age: () => number;
}

/** The component that knows whether the primary answers. */
interface Watch {
  readonly isAway: boolean;
  suspect(): void;
}

/**
 * Replicas without stale reads: a read goes to a replica that has replayed all commits that the primary had when the
 * read arrived, from any process; otherwise to the primary. So no session has to keep track of its own
 * writes. One short statement asks for the primary's position, for all reads that arrive together. While the primary is
 * away, a replica answers that has everything from the primary's last check, and the answer says how old that is.
 */
export class Replicas {
  readonly #primary: ConnectionPool;
  readonly #replicas: readonly Replica[];
  readonly #watch: Watch;
  readonly #place = new SingleFlight(() => this.#ask());
  readonly #observers = new Set<Observer>();
  #known: readonly boolean[];
  #timeline = '';
  #turn = 0;
  /** The last two checks: a replica may be one check behind. */
  #looks: readonly Look[] = [];
  #isLate = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(primary: ConnectionPool, replicas: readonly Replica[], watch: Watch) {
    this.#primary = primary;
    this.#replicas = replicas;
    this.#watch = watch;
    this.#known = replicas.map(() => false);
    this.#lookIn(0);
  }

  get pools(): readonly ConnectionPool[] {
    return this.#replicas.flatMap(({ pools }) => pools);
  }

  /** The names of the replicas in use. */
  get fitness(): readonly (readonly [string, boolean])[] {
    return this.#replicas.map(({ name, isFit }) => [name, isFit]);
  }

  /** Calls back when a replica comes into use or goes out of use. */
  onChange(observer: Observer): void {
    this.#observers.add(observer);
  }

  /** True if the primary is away or does not answer, and a replica answers in its place. */
  get standIn(): boolean {
    return (this.#watch.isAway || this.#isLate) && this.#replicas.some(({ isFit }) => isFit);
  }

  /** Returns a replica to read from; undefined if the primary has to be read. */
  async reader(): Promise<Reader | undefined> {
    if (!this.#replicas.some(({ isFit }) => isFit)) return undefined;
    const place = await this.#placeSoon();
    if (!place) return this.#stale();
    const { position, timeline } = place;
    if (timeline !== this.#timeline) {
      for (const replica of this.#replicas) replica.leaveOut();
      return undefined;
    }
    this.#turn += 1;
    for (let step = 0; step < this.#replicas.length; step += 1) {
      const replica = this.#replicas[(this.#turn + step) % this.#replicas.length];
      if (replica?.isFit && (await replica.reaches(position))) return replica;
    }
    return undefined;
  }

  /** A small read at the beginning of a request: from the primary, or from a replica while the primary is away. */
  async lookUp<T>(primary: Db, read: (db: Db) => Promise<T>): Promise<T> {
    if (!this.standIn) {
      const asked = read(primary);
      const known = asked.then((value) => ({ value }));
      const answer = await soon(known).catch((error: unknown) => this.#forgive(error));
      if (answer) return answer.value;
      // The primary may be busy.
      if (await this.#placeSoon()) return asked;
      asked.catch(() => {});
    }
    return read(this.#stale()?.requests.db ?? primary);
  }

  /** A replica that has everything from the primary's last check. */
  #stale(): Reader | undefined {
    this.#turn += 1;
    const fit = this.#replicas.filter(({ isFit }) => isFit);
    const replica = fit[this.#turn % fit.length];
    if (!replica) return undefined;
    replica.standIn(this.#looks[0]?.position ?? 0);
    const look = this.#looks.findLast(({ position }) => replica.position >= position) ?? this.#looks[0];
    const { requests, graphqlReads } = replica;
    const snapshot = () => replica.snapshot();
    return { requests, graphqlReads, snapshot, staleMs: look?.age() ?? 0 };
  }

  /** Returns the primary's position; undefined if the primary is away or does not answer soon. */
  async #placeSoon(): Promise<Place | undefined> {
    if (this.#watch.isAway || this.#isLate) return undefined;
    const place = await soon(this.#place.get()).catch((error: unknown) => this.#forgive(error));
    if (place) return place;
    this.#isLate = true;
    this.#watch.suspect();
    return undefined;
  }

  #forgive(error: unknown): undefined {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }

  /**
   * A position after every visible commit: these were flushed, and a replica has them once it has replayed up to
   * here.
   */
  async #ask(): Promise<Place> {
    const { rows } = await sql<Place>`
      select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as position,
        left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`.execute(this.#primary.db);
    const [place] = rows;
    if (!place) throw new Error('the primary said nothing');
    this.#isLate = false;
    return place;
  }

  async #look(): Promise<void> {
    const age = stopwatch();
    const asked = this.#watch.isAway ? undefined : this.#place.get().catch(() => undefined);
    const place = asked && (await soon(asked));
    if (!place) return this.#lookWithoutPrimary();
    const { position, timeline } = place;
    if (timeline !== this.#timeline) await this.#mark(timeline);
    for (const replica of this.#replicas) replica.followAgain();
    const states = await Promise.all(
      this.#replicas.map((replica) => replica.look(timeline, this.#looks.at(-1)?.position ?? 0)),
    );
    this.#looks = [...this.#looks.slice(-1), { position, age }];
    // The mark is missing after tables were emptied.
    if (states.some((state) => state?.is_standby && !state.same_timeline)) await this.#mark(timeline);
    this.#tell();
  }

  /** A replica that was promoted in the meantime has all of this, too. */
  async #lookWithoutPrimary(): Promise<void> {
    const [oldest] = this.#looks;
    if (!oldest) return;
    await Promise.all(
      this.#replicas.map((replica) => {
        replica.standIn(oldest.position);
        return replica.look(this.#timeline, oldest.position);
      }),
    );
    this.#tell();
  }

  #tell(): void {
    const now = this.#replicas.map(({ isFit }) => isFit);
    for (const [index, { name, isFit }] of this.#replicas.entries())
      if (isFit !== this.#known[index]) for (const observer of this.#observers) observer(name, isFit);
    this.#known = now;
  }

  /** A row that only replicas of this primary can have, whatever positions they report. */
  async #mark(timeline: string): Promise<void> {
    await sql`insert into database_timelines (system, timeline)
      select system_identifier, ${timeline} from pg_control_system() on conflict do nothing`.execute(
      this.#primary.db,
    );
    this.#timeline = timeline;
  }

  #lookIn(milliseconds: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        // Reported elsewhere; the next check tries again.
        .catch(() => {})
        .finally(() => this.#lookIn(lookEveryMs));
    }, milliseconds).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }
}

/**
 * Returns the answer; undefined if it takes longer. Answers that arrived while this process was paused are read
 * first.
 */
async function soon<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => void nextTurn().then(() => resolve(undefined)), patienceMs);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
