import { sql } from 'kysely';
import { SingleFlight } from '../../../core/single-flight.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { Reader } from './pool.ts';
import type { Replica } from './replica.ts';

const lookEveryMs = 1_000;

type Observer = (replica: string, isAsked: boolean) => void;

interface Place {
  readonly position: number;
  readonly timeline: string;
}

/**
 * Replicas without stale reads: a read gets one that has replayed all commits that the primary had when the
 * read arrived, whichever process wrote them; else the primary. So no session has to keep track of its own
 * writes. The primary's position is one short statement for all reads of the same time.
 */
export class Replicas {
  readonly #primary: ConnectionPool;
  readonly #replicas: readonly Replica[];
  readonly #place = new SingleFlight(() => this.#ask());
  readonly #observers = new Set<Observer>();
  #known: readonly boolean[];
  #timeline = '';
  #turn = 0;
  #lookedFrom = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;

  constructor(primary: ConnectionPool, replicas: readonly Replica[]) {
    this.#primary = primary;
    this.#replicas = replicas;
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

  /** Calls back when one is used from now on, or is not any more. */
  onChange(observer: Observer): void {
    this.#observers.add(observer);
  }

  /** Undefined: read from the primary. */
  async reader(): Promise<Reader | undefined> {
    if (!this.#replicas.some(({ isFit }) => isFit)) return undefined;
    // A replica that does not report its position now is checked again when it is used.
    const { position = Number.POSITIVE_INFINITY, timeline } =
      (await this.#place.get().catch(() => undefined)) ?? {};
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

  /** A position behind every visible commit: it was flushed, and a replica has it once it has replayed so far. */
  async #ask(): Promise<Place> {
    const { rows } = await sql<Place>`
      select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::int8 as position,
        left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline`.execute(this.#primary.db);
    const [place] = rows;
    if (!place) throw new Error('the primary said nothing');
    return place;
  }

  async #look(): Promise<void> {
    const { position, timeline } = await this.#place.get();
    if (timeline !== this.#timeline) await this.#mark(timeline);
    const states = await Promise.all(
      this.#replicas.map((replica) => replica.look(timeline, this.#lookedFrom)),
    );
    this.#lookedFrom = position;
    // The mark is gone where tables were emptied.
    if (states.some((state) => state?.is_standby && !state.same_timeline)) await this.#mark(timeline);
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
        // The primary is unavailable, which is reported elsewhere; nobody reads possibly stale data.
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
