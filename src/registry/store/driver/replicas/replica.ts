import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { stopwatch } from '../../../../base/clock.ts';
import { hostOf } from '../../../../base/database-url.ts';
import { SingleFlight } from '../../../../base/single-flight.ts';
import type { ConnectionPool } from '../connections/connection-pool.ts';
import type { Db, Pool, Reader, Snapshot } from '../connections/pool.ts';
import { setFastPath } from '../connections/prepared.ts';
import { snapshots } from '../connections/timeouts.ts';
import { DatabaseUnavailable } from '../connections/trouble.ts';

type Reading = Readonly<Record<'requests' | 'graphqlReads', ConnectionPool>>;

/** How long a read waits for a replica to catch up before it goes to the primary instead. */
const catchUpWithinMs = 100;
const pollMs = 2;
const READ_ONLY = '25006';

interface State {
  readonly is_standby: boolean;
  /** The position up to which it has replayed the primary's log. */
  readonly position: number | null;
  /**
   * True if it has the mark that was written on the primary's timeline; without it, it may have diverged earlier.
   */
  readonly same_timeline: boolean;
}

const askState = `
  select pg_is_in_recovery() as is_standby,
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as position,
    exists (select from database_timelines
      where system = (select system_identifier from pg_control_system()) and timeline = $1) as same_timeline`;

/** A replica of the primary, to read from. The primary answers what it cannot. */
export class Replica implements Reader {
  readonly name: string;
  readonly pools: readonly ConnectionPool[];
  readonly requests: Pick<Pool, 'db'>;
  readonly graphqlReads: Pick<Pool, 'db'>;
  readonly #own: Reading;
  readonly #health: ConnectionPool;
  readonly #primary: Reading;
  readonly #state = new SingleFlight(() => this.#ask());
  /** The position that each connection last reported: behind one URL a balancer may lead to different servers. */
  readonly #seen = new WeakMap<pg.PoolClient, { readonly timeline: string; readonly position: number }>();
  #timeline = '';
  #position = 0;
  /** The position that every read needs since the latest request. */
  #wanted = 0;
  #isFit = false;
  /**
   * True while the primary is away: then a promoted replica is as good, because it has the primary's commits too.
   */
  #isAlone = false;

  constructor(url: string, own: Reading & { readonly health: ConnectionPool }, primary: Reading) {
    this.name = hostOf(url);
    const { health, ...reading } = own;
    this.#own = reading;
    this.#health = health;
    this.#primary = primary;
    this.pools = Object.values(own);
    this.requests = this.#pool('requests');
    this.graphqlReads = this.#pool('graphqlReads');
  }

  get isFit(): boolean {
    return this.#isFit;
  }

  /** The position in the primary's log up to which it has replayed, as last reported. */
  get position(): number {
    return this.#position;
  }

  /** Stops using it until the next check. */
  leaveOut(): void {
    this.#isFit = false;
  }

  /** It failed: its statements in progress are not awaited either. */
  suspect(): void {
    if (!this.#isFit) return;
    this.leaveOut();
    for (const pool of Object.values(this.#own)) pool.renew({ abandon: true });
  }

  /** Checks whether it answers, follows this timeline, and has replayed up to the primary's recent position. */
  async look(timeline: string, position: number): Promise<State | undefined> {
    if (timeline !== this.#timeline) this.#wanted = 0;
    this.#timeline = timeline;
    const state = await this.#state.get().catch(() => undefined);
    const isFit = this.#follows(state) && state.same_timeline && this.#position >= position;
    if (isFit) this.#isFit = true;
    else if (state) this.leaveOut();
    else this.suspect();
    return state;
  }

  /** While the primary is away, reads need the log only up to this position. */
  standIn(position: number): void {
    this.#isAlone = true;
    this.#wanted = Math.min(this.#wanted, position);
  }

  /** The primary is back. */
  followAgain(): void {
    this.#isAlone = false;
  }

  /** Waits shortly until it has replayed the log up to this position, and tells whether it has. */
  async reaches(position: number): Promise<boolean> {
    const waited = stopwatch();
    this.followAgain();
    this.#wanted = Math.max(this.#wanted, position);
    while (this.#isFit && this.#position < position) {
      if (waited() > catchUpWithinMs) this.leaveOut();
      else await this.#state.get().catch(() => this.suspect());
      if (this.#position < position) await sleep(pollMs);
    }
    return this.#isFit;
  }

  /**
   * Asks the connection that is about to read for its position, unless an earlier one is enough; refuses it if its
   * server does not catch up shortly.
   */
  async admit(client: pg.PoolClient): Promise<void> {
    const waited = stopwatch();
    for (;;) {
      const [timeline, wanted] = [this.#timeline, this.#wanted];
      const seen = this.#seen.get(client);
      if (seen?.timeline === timeline && seen.position >= wanted) return;
      const { rows } = await client.query<State>(askState, [timeline]);
      const position = (this.#follows(rows[0]) && rows[0].same_timeline && rows[0].position) || 0;
      this.#seen.set(client, { timeline, position });
      if (position >= wanted) return;
      // Like a conflict with recovery: the primary answers, and the other connections stay.
      if (waited() > catchUpWithinMs) throw new DatabaseUnavailable('locked');
      await sleep(pollMs);
    }
  }

  #follows(state: State | undefined): state is State {
    return state !== undefined && (state.is_standby || this.#isAlone);
  }

  async #ask(): Promise<State> {
    const { rows } = await this.#health.db.executeQuery<State>(CompiledQuery.raw(askState, [this.#timeline]));
    const [state] = rows;
    if (!state) throw new Error('a replica said nothing');
    this.#position = state.same_timeline ? (state.position ?? 0) : 0;
    return state;
  }

  async snapshot(): Promise<Snapshot> {
    try {
      return await this.#own.graphqlReads.snapshot(snapshots.postgres);
    } catch (error) {
      this.#forgive(error);
      return this.#primary.graphqlReads.snapshot(snapshots.postgres);
    }
  }

  #pool(kind: keyof Reading): { readonly db: Db } {
    const [own, primary] = [this.#own[kind], this.#primary[kind]];
    const orElse = async <T>(ask: (pool: ConnectionPool) => Promise<T>): Promise<T> => {
      try {
        return await ask(own);
      } catch (error) {
        this.#forgive(error);
        return ask(primary);
      }
    };
    const client: PostgresPoolClient = {
      query: ((text: string, parameters: readonly unknown[]) =>
        orElse((pool) => pool.statement(text, parameters))) as PostgresPoolClient['query'],
      release: () => {},
    };
    const pool = { connect: async () => client, end: async () => {} };
    const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    setFastPath(db, (statements) => orElse((pool) => pool.query(statements)));
    return { db };
  }

  /**
   * Reads go to the primary when this one is unavailable, or has a conflict with recovery (40001), or is
   * asked to write; other errors would be the same there.
   */
  #forgive(error: unknown): void {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    if (error.trouble !== 'away' && error.trouble !== 'locked') throw error;
    if (error.trouble === 'away' && error.code !== READ_ONLY) this.suspect();
  }

  async close(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }
}
