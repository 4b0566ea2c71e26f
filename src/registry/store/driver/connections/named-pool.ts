import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { FairSemaphore, SlotRequest } from '../../../../base/fair-semaphore.ts';
import { settleAll } from '../../../../base/settle-all.ts';
import { NamedClient, type Notice, type Observer, ROLLBACK, TRANSACTION_CONTROL } from './named-client.ts';
import type { Statement } from './prepared.ts';
import { type TransactionLimits, transactionSlots } from './semaphore.ts';
import { StatementNames } from './statement-names.ts';
import { asDatabaseTrouble, codeOf, DatabaseUnavailable } from './trouble.ts';

const ENDS = /^\s*(?:commit|rollback)\s*$/i;
const UNDOES = /^\s*rollback\s+to\b/i;
/** "current transaction is aborted, commands ignored until end of transaction block" */
const ALREADY_FAILED = '25P02';
export interface PoolLimits extends TransactionLimits {
  /** The longest wait for an answer, after which the connection is closed. */
  readonly longestSilenceMs?: number;
  /** Called with a connection before it is used; throws if it must not be used now. */
  readonly admit?: ((client: pg.PoolClient) => Promise<void>) | undefined;
}

/**
 * The pool as Kysely sees it: every statement is observed, named and checked. Statements that are issued together
 * outside of transactions are pipelined over one connection: one round trip instead of many, and one connection
 * instead of many.
 */
export class NamedPool {
  readonly #open: () => pg.Pool;
  readonly #check: () => void;
  readonly #notice: Notice;
  readonly #limits: PoolLimits;
  readonly #slots: FairSemaphore;
  readonly #names = new StatementNames();
  readonly #observers = new Set<Observer>();
  readonly #clients = new WeakMap<pg.PoolClient, NamedClient>();
  readonly #connected = new Set<pg.PoolClient>();
  #pool: pg.Pool;
  #gathering: Gathering | undefined;

  /** `check` is called before a connection is acquired and may throw. */
  constructor(open: () => pg.Pool, limits: PoolLimits, check: () => void, notice: Notice) {
    this.#open = open;
    this.#pool = open();
    this.#check = check;
    this.#notice = notice;
    this.#limits = limits;
    this.#slots = transactionSlots(limits);
  }

  /**
   * The pool of snapshots: each gets a dedicated connection, whose statements are not prepared. One that was prepared
   * before a migration cannot be prepared again inside a transaction.
   */
  readonly unprepared: PostgresPool = {
    connect: () => this.reserve({}, 'snapshot'),
    end: () => this.end(),
  };

  /** The pool of statements outside of transactions. */
  readonly shared: PostgresPool = { connect: () => this.#share(), end: () => this.end() };

  /** A dedicated connection. */
  async reserve(
    slot: SlotRequest = {},
    inside: 'transaction' | 'snapshot' = 'transaction',
  ): Promise<PostgresPoolClient> {
    this.#check();
    const wait = this.#slots.enter(slot);
    if (wait) await wait;
    const giveBack = (): void => this.#slots.leave(slot);
    try {
      return new ExclusiveClient(await this.#connect(), inside, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  async #connect(): Promise<NamedClient> {
    this.#check();
    if (this.#pool.waitingCount >= this.#limits.queue) throw new DatabaseUnavailable('busy');
    const raw = await this.#pool.connect().catch((error: unknown) => {
      throw asDatabaseTrouble(error);
    });
    let client = this.#clients.get(raw);
    if (client === undefined) {
      client = new NamedClient(raw, this.#names, this.#observers, this.#notice);
      this.#connected.add(raw);
      raw.once('end', () => this.#connected.delete(raw));
      const { longestSilenceMs } = this.#limits;
      if (longestSilenceMs !== undefined) client.timeOutAfter(longestSilenceMs);
      this.#clients.set(raw, client);
    }
    const { admit } = this.#limits;
    if (!admit) return client;
    try {
      await admit(raw);
      return client;
    } catch (error) {
      client.release();
      throw asDatabaseTrouble(error);
    }
  }

  /** Statements outside of transactions, like others on `shared`; returns the rows of each. */
  async query(statements: readonly Statement[]): Promise<unknown[][]> {
    const client = await this.#share();
    try {
      return await client.queryAll(statements);
    } finally {
      client.release();
    }
  }

  #share(): Promise<SharedClient> {
    this.#check();
    if (this.#gathering === undefined) {
      const gathering = { size: 0, client: this.#connect() };
      this.#gathering = gathering;
      // Resolves after all statements of this tick were issued.
      process.nextTick(() => {
        this.#gathering = undefined;
      });
    }
    const gathering = this.#gathering;
    gathering.size += 1;
    return gathering.client.then((client) => {
      client.holdBack();
      return new SharedClient(client, gathering);
    });
  }

  observe(observer: Observer): () => void {
    // Wrapped, so that the same function observed twice is called twice and stopped separately.
    const entry: Observer = (sql, trip) => observer(sql, trip);
    this.#observers.add(entry);
    return () => this.#observers.delete(entry);
  }

  /**
   * Opens new connections from now on: idle ones may have lost their peer. Connections in use are closed when
   * they are released; abandoned ones, at once.
   */
  renew({ abandon = false } = {}): void {
    const old = this.#pool;
    this.#pool = this.#open();
    void old.end();
    if (!abandon) return;
    for (const client of this.#connected)
      client.connection.stream.destroy(new Error('Connection terminated: another server is asked now'));
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

interface Gathering {
  /** The number of its current users. */
  size: number;
  readonly client: Promise<NamedClient>;
}

/** One of several users of a connection at the same time; the last one releases it. */
class SharedClient implements PostgresPoolClient {
  readonly #client: NamedClient;
  readonly #gathering: Gathering;

  constructor(client: NamedClient, gathering: Gathering) {
    this.#client = client;
    this.#gathering = gathering;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: never): never;
  async query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    if (TRANSACTION_CONTROL.test(sql))
      throw new Error('a transaction needs a connection of its own: use Database.transaction');
    return this.#client.query(sql, parameters);
  }

  async queryAll(statements: readonly Statement[]): Promise<unknown[][]> {
    const answers = statements.map(({ sql, parameters }) => this.#client.query(sql, parameters));
    // The connection is held until the last of them is answered.
    return (await settleAll(answers)).map(({ rows }) => rows);
  }

  release(): void {
    this.#gathering.size -= 1;
    if (this.#gathering.size === 0) this.#client.release();
  }
}

/** The connection of a transaction; its place in the semaphore ends when it is released. */
class ExclusiveClient implements PostgresPoolClient {
  readonly #client: NamedClient;
  readonly #inside: 'transaction' | 'snapshot';
  readonly #giveBack: () => void;
  #isOver = false;
  /** The answer to the previous statement, whatever it was. */
  #before: Promise<unknown> = Promise.resolve();
  /** Why the transaction has failed. */
  #failure: unknown;

  constructor(client: NamedClient, inside: 'transaction' | 'snapshot', giveBack: () => void) {
    this.#client = client;
    this.#inside = inside;
    this.#giveBack = giveBack;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: never): never;
  query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    // Statements issued together may go on after one has failed: they must not be written outside of the
    // transaction.
    if (this.#isOver && !ROLLBACK.test(sql)) return Promise.reject(new Error('this transaction is over'));
    this.#isOver ||= ENDS.test(sql);
    this.#client.holdBack();
    const before = this.#before;
    const answer = this.#client
      .query(sql, parameters, this.#inside)
      .catch((error: unknown) => this.#failed(error, before));
    this.#before = answer.then(
      () => {
        if (UNDOES.test(sql)) this.#failure = undefined;
      },
      () => {},
    );
    return answer;
  }

  /**
   * All statements that were issued together get the error of the first that failed: PostgreSQL only tells
   * the later ones that the transaction is aborted.
   */
  async #failed(error: unknown, before: Promise<unknown>): Promise<never> {
    if (codeOf(error) !== ALREADY_FAILED) {
      this.#failure ??= error;
      throw error;
    }
    await before;
    throw this.#failure ?? error;
  }

  release(): void {
    this.#isOver = true;
    this.#client.release();
    this.#giveBack();
  }
}
