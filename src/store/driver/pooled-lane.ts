import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db, Lane, Snapshot } from './lane.ts';
import { NamedPool, type Notice, type PoolLimits } from './named-pool.ts';
import { sendRightAway } from './prepared.ts';

export class PooledLane implements Lane {
  readonly db: Db;
  readonly #transactions: Db;
  readonly #pool: NamedPool;
  readonly #nesting: Nesting | undefined;

  /** `check` is asked before each use of a connection and may throw; `notice` is told what the database could not do. */
  constructor(
    open: () => pg.Pool,
    limits: PoolLimits,
    nesting: Nesting | undefined,
    notice: Notice,
    check?: () => void,
  ) {
    this.#nesting = nesting;
    this.#pool = new NamedPool(
      open,
      limits,
      () => {
        nesting?.check();
        check?.();
      },
      notice,
    );
    this.db = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool.shared }) });
    sendRightAway(this.db, (statements) => this.#pool.query(statements));
    this.#transactions = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool.exclusive }) });
  }

  async transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const transaction = this.#transactions.transaction().setIsolationLevel('read committed');
    if (this.#nesting === undefined) return transaction.execute(work);
    this.#nesting.check();
    const nesting = this.#nesting;
    return transaction.execute((tx) => nesting.inside(() => work(tx)));
  }

  /** With `writes` it may be written to as well; else the server sees to it that it is not. */
  async snapshot({ writes, longestMs }: { writes: boolean; longestMs: number }): Promise<Snapshot> {
    const begin = this.#transactions.startTransaction().setIsolationLevel('repeatable read');
    const tx = await (writes ? begin : begin.setAccessMode('read only')).execute();
    // Rolling back never fails: where it does, the connection is given up.
    const undo = () => tx.rollback().execute();
    let ended: Promise<void> | undefined;
    return {
      db: tx,
      writes: writes ? tx : undefined,
      longestMs,
      end: () => {
        ended ??= writes ? tx.commit().execute().catch(undo) : undo();
        return ended;
      },
    };
  }

  onStatement(observer: (sql: string) => void): () => void {
    return this.#pool.observe(observer);
  }

  ping(): Promise<void> {
    return this.#pool.ping();
  }

  /** New connections from now on. */
  renew(): void {
    this.#pool.renew();
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** Unheard error events end the process; a broken connection must not. */
export function heard(pool: pg.Pool, report: (error: Error) => void): pg.Pool {
  pool.on('error', report);
  pool.on('connect', (connected) => connected.on('error', report));
  return pool;
}

/** Knows whether a call comes from inside a transaction, and refuses what must not. */
export class Nesting {
  readonly #open = new AsyncLocalStorage<{ done: boolean }>();

  check(): void {
    if (this.#open.getStore()?.done !== false) return;
    throw new Error(
      'a statement inside a transaction must go through that transaction, not through the database',
    );
  }

  async inside<T>(work: () => Promise<T>): Promise<T> {
    const state = { done: false };
    try {
      return await this.#open.run(state, work);
    } finally {
      state.done = true;
    }
  }
}
