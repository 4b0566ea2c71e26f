import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { SlotRequest } from '../../../../base/fair-semaphore.ts';
import type { Tables } from '../../tables/schema.ts';
import type { Notice, Observer } from './named-client.ts';
import { NamedPool, type PoolLimits } from './named-pool.ts';
import type { Db, Last, Pool, Snapshot } from './pool.ts';
import { type Statement, setFastPath } from './prepared.ts';
import { isStalePlan, isUnreachable } from './trouble.ts';

export class ConnectionPool implements Pool {
  readonly db: Db;
  readonly #snapshots: Db;
  readonly #pool: NamedPool;
  readonly #nesting: Nesting | undefined;

  /**
   * `check` is called before each use of a connection and may throw; `notice` is called with the database's
   * problems.
   */
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
    setFastPath(this.db, (statements) => this.#pool.query(statements));
    this.#snapshots = new Kysely({ dialect: new PostgresDialect({ pool: this.#pool.unprepared }) });
  }

  /**
   * Retried once when a migration has changed the tables since its statements were prepared: nothing of it
   * was kept.
   */
  async transaction<T>(work: (tx: Db, last: Last) => Promise<T>, slot?: SlotRequest): Promise<T> {
    try {
      return await this.#transact(work, slot);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      return this.#transact(work, slot);
    }
  }

  async #transact<T>(work: (tx: Db, last: Last) => Promise<T>, slot?: SlotRequest): Promise<T> {
    const client = await this.#pool.reserve(slot);
    let isCommitting = false;
    try {
      // `begin` is sent with the first statement; if it fails, so do all later statements.
      const begun = client.query('begin isolation level read committed', []);
      begun.catch(() => {});
      const tx = pipelined(this.db, client);
      const lastly: CompiledQuery[] = [];
      const last: Last = (statement) => void lastly.push(statement);
      try {
        const value = await (this.#nesting === undefined
          ? work(tx, last)
          : this.#nesting.inside(() => work(tx, last)));
        await begun;
        isCommitting = true;
        await commit(client, lastly);
        return value;
      } catch (error) {
        // A failed commit has rolled the transaction back.
        if (!isCommitting) await client.query('rollback', []);
        throw error;
      }
    } finally {
      client.release();
    }
  }

  /** Begins a snapshot. With `writes` it may be written to as well; otherwise the server forbids writes. */
  async snapshot({ writes, longestMs }: { writes: boolean; longestMs: number }): Promise<Snapshot> {
    const begin = this.#snapshots.startTransaction().setIsolationLevel('repeatable read');
    const tx = await (writes ? begin : begin.setAccessMode('read only')).execute();
    // A rollback never throws: where it fails, the connection is closed.
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

  onStatement(observer: Observer): () => void {
    return this.#pool.observe(observer);
  }

  /** One statement outside of transactions, with all options. */
  async statement(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const client = await this.#pool.shared.connect();
    try {
      return await client.query(text, parameters);
    } finally {
      client.release();
    }
  }

  /** Statements outside of transactions, sent together; returns the rows of each. */
  query(statements: readonly Statement[]): Promise<unknown[][]> {
    return this.#pool.query(statements);
  }

  /** Opens new connections from now on; `abandon` also drops the old ones without waiting for their statements. */
  renew(how?: { readonly abandon: boolean }): void {
    this.#pool.renew(how);
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * The server answers a COMMIT after a failed statement with a rollback, and that statement is the cause.
 * Where both answers were lost, it is unknown whether the transaction was committed.
 */
async function commit(client: PostgresPoolClient, lastly: readonly CompiledQuery[]): Promise<void> {
  const written = lastly.map(({ sql, parameters }) => client.query(sql, parameters));
  const outcomes = await Promise.allSettled([...written, client.query('commit', [])]);
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !isUnreachable(reason)) ?? reasons.at(-1);
}

/**
 * Sends statements on one connection in the order of the calls, each without waiting for the answers to those
 * before it: independent statements of the same moment are one round trip. (Kysely's own transactions wait
 * for each answer.)
 */
function pipelined(db: Db, client: PostgresPoolClient): Db {
  const tx = withExecutor(db, {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows } = await client.query<R>(sql, parameters);
      return { rows };
    },
  });
  setFastPath(tx, async (statements) => {
    const answers = statements.map(({ sql, parameters }) => client.query<unknown>(sql, parameters));
    return (await Promise.all(answers)).map(({ rows }) => rows);
  });
  return tx;
}

/** The database with a replaced executor. */
export function withExecutor(db: Db, sender: Pick<DatabaseConnection, 'executeQuery'>): Db {
  const connection: DatabaseConnection = {
    ...sender,
    streamQuery() {
      throw new Error('nothing is read through a cursor');
    },
  };
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) });
  return new Kysely<Tables>({ ...unused, executor });
}

/** A connection provider that Kysely requires and only uses when it opens connections itself. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its own connection')),
});
const unused = { config: { dialect }, dialect, driver: dialect.createDriver() };

/** Unhandled error events end the process; a broken connection must not. */
export function withErrorHandler(pool: pg.Pool, report: (error: Error) => void): pg.Pool {
  pool.on('error', report);
  pool.on('connect', (connected) => connected.on('error', report));
  return pool;
}

/** Detects calls from inside a transaction, and refuses forbidden ones. */
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
