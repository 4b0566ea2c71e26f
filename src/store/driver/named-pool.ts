import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { FairSemaphore, SlotRequest } from '../../core/fair-semaphore.ts';
import { settleAll } from '../../core/settle-all.ts';
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
  /** How long a server that was asked something may say nothing; then its connection is given up. */
  readonly longestSilenceMs?: number;
}

/**
 * The pool as Kysely sees it: every statement is observed, named and checked on its way through. What is asked for at
 * one moment outside of transactions goes on one connection, one statement behind the other without waiting: one trip
 * to the database instead of many, and one connection instead of many.
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

  /** `check` is asked before a connection is handed out and may throw. */
  constructor(open: () => pg.Pool, limits: PoolLimits, check: () => void, notice: Notice) {
    this.#open = open;
    this.#pool = open();
    this.#check = check;
    this.#notice = notice;
    this.#limits = limits;
    this.#slots = transactionSlots(limits);
  }

  /** For transactions: a connection of their own. */
  readonly exclusive: PostgresPool = { connect: () => this.reserve(), end: () => this.end() };

  /** For statements on their own. */
  readonly shared: PostgresPool = { connect: () => this.#share(), end: () => this.end() };

  async reserve(slot: SlotRequest = {}): Promise<PostgresPoolClient> {
    this.#check();
    const wait = this.#slots.enter(slot);
    if (wait) await wait;
    const giveBack = (): void => this.#slots.leave(slot);
    try {
      return new ExclusiveClient(await this.#connect(), giveBack);
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
      if (longestSilenceMs !== undefined) client.giveUpAfter(longestSilenceMs);
      this.#clients.set(raw, client);
    }
    return client;
  }

  /** Whether the server answers, and takes writes if it must; nobody is told of it. */
  async ping(mustTakeWrites: boolean): Promise<void> {
    const { rows } = await this.#pool.query<{ read_only: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as read_only`,
    );
    if (mustTakeWrites && rows[0]?.read_only) throw new DatabaseUnavailable('away');
  }

  /** Statements on their own, like others on `shared`; the rows of each. */
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
      // When everything that could be said at this moment has been said.
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
    // Wrapped, so that the same function observed twice is told twice and stopped separately.
    const entry: Observer = (sql, trip) => observer(sql, trip);
    this.#observers.add(entry);
    return () => this.#observers.delete(entry);
  }

  /**
   * From now on new connections: of those that stand idle nobody knows whether anybody still listens at their end.
   * Those in use end as they come back; abandoned ones, at once.
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
  /** How many still use it. */
  size: number;
  readonly client: Promise<NamedClient>;
}

/** One of several that use a connection at the same time; the last one gives it back. */
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
    return this.#client.query(sql, parameters, false);
  }

  async queryAll(statements: readonly Statement[]): Promise<unknown[][]> {
    const answers = statements.map(({ sql, parameters }) => this.#client.query(sql, parameters, false));
    // The connection is theirs until the last of them is answered.
    return (await settleAll(answers)).map(({ rows }) => rows);
  }

  release(): void {
    this.#gathering.size -= 1;
    if (this.#gathering.size === 0) this.#client.release();
  }
}

/** A transaction's own connection; its turn ends when it gives it back. */
class ExclusiveClient implements PostgresPoolClient {
  readonly #client: NamedClient;
  readonly #giveBack: () => void;
  #isOver = false;
  /** The answer to the statement before, whatever it was. */
  #before: Promise<unknown> = Promise.resolve();
  /** Why the transaction has failed. */
  #failure: unknown;

  constructor(client: NamedClient, giveBack: () => void) {
    this.#client = client;
    this.#giveBack = giveBack;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: never): never;
  query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    // What was asked for together may go on after one part has failed: it must not be written on its own.
    if (this.#isOver && !ROLLBACK.test(sql)) return Promise.reject(new Error('this transaction is over'));
    this.#isOver ||= ENDS.test(sql);
    this.#client.holdBack();
    const before = this.#before;
    const answer = this.#client
      .query(sql, parameters, true)
      .catch((error: unknown) => this.#failed(error, before));
    this.#before = answer.then(
      () => {
        if (UNDOES.test(sql)) this.#failure = undefined;
      },
      () => {},
    );
    return answer;
  }

  /** Of several that were asked for together, all tell what has failed: who comes behind it is only told that something has. */
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
