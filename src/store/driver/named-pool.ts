import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { allDone } from '../../core/all-done.ts';
import type { Slots, Turn } from '../../core/slots.ts';
import type { Statement } from './prepared.ts';
import { StatementNames } from './statement-names.ts';
import { statementSpan } from './statement-span.ts';
import { codeOf, DatabaseUnavailable, inItsWords, isDeadlock, isStalePlan, lost } from './trouble.ts';
import { type TurnLimits, turnsOf } from './turns.ts';

type Answer = Pick<pg.QueryResult<Record<string, unknown>>, 'rows'>;
/** Told of a statement, and which trip it goes with: the same one until everything sent is answered. */
export type Observer = (sql: string, trip: object) => void;
/** Told of what the database could not do. */
export type Notice = (trouble: DatabaseUnavailable) => void;

const TRANSACTION_CONTROL = /^\s*(?:begin|start\s+transaction|commit|rollback|savepoint|release)\b/i;
const COMMIT = /^\s*commit\b/i;
const ROLLBACK = /^\s*rollback\s*$/i;
const ENDS = /^\s*(?:commit|rollback)\s*$/i;
const UNDOES = /^\s*rollback\s+to\b/i;
/** "current transaction is aborted, commands ignored until end of transaction block" */
const ALREADY_FAILED = '25P02';
/** Connection exceptions, and a server that is shutting down. */
const CONNECTION_LOST = /^(?:08|57P)/;
/** A COMMIT that was told to wait no longer for the standbys: it holds here, and nobody knows where else. */
const NOT_REPLICATED = new Set(['01000', '57P01']);

/** A COMMIT that the server answered with a rollback because a statement before it had failed. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
}

export interface PoolLimits extends TurnLimits {
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
  readonly #turns: Slots;
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
    this.#turns = turnsOf(limits);
  }

  /** For transactions: a connection of their own. */
  readonly exclusive: PostgresPool = { connect: () => this.reserve(), end: () => this.end() };

  /** For statements on their own. */
  readonly shared: PostgresPool = { connect: () => this.#share(), end: () => this.end() };

  async reserve(turn: Turn = {}): Promise<PostgresPoolClient> {
    this.#check();
    const wait = this.#turns.enter(turn);
    if (wait) await wait;
    const giveBack = (): void => this.#turns.leave(turn);
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
      throw inItsWords(error);
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
    return (await allDone(answers)).map(({ rows }) => rows);
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

class NamedClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #generation: number;
  readonly #observers: ReadonlySet<Observer>;
  readonly #notice: Notice;
  #spoiled = false;
  #warning: string | undefined;
  #lost: Error | undefined;
  /** Statements that are not answered yet. */
  #asked = 0;
  #trip: object = {};

  constructor(
    client: pg.PoolClient,
    names: StatementNames,
    observers: ReadonlySet<Observer>,
    notice: Notice,
  ) {
    this.#client = client;
    client.on('error', (error) => {
      this.#lost ??= error;
    });
    client.on('notice', ({ code }) => {
      this.#warning = code;
    });
    this.#names = names;
    this.#generation = names.generation;
    this.#observers = observers;
    this.#notice = notice;
  }

  /**
   * One timer of the socket's own for everything that goes over it. One for each statement, as the driver would have
   * it, kept the rows of answers alive until the next full collection: a tenth of a page's time.
   */
  giveUpAfter(silenceMs: number): void {
    const { stream } = this.#client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs).on('timeout', () => {
      if (this.#asked > 0) stream.destroy(new Error(`Connection terminated: no answer in ${silenceMs} ms`));
    });
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
    insideTransaction: boolean,
    retries = 3,
  ): Promise<Answer> {
    if (TRANSACTION_CONTROL.test(sql)) return this.#control(sql);
    const trip = this.#along();
    for (const observe of this.#observers) observe(sql, trip);
    const name = this.#isCurrent ? this.#names.nameOf(sql) : undefined;
    try {
      return await this.#send(sql, parameters, name);
    } catch (error) {
      // The driver itself would only say that the connection is not queryable, and not why.
      if (this.#lost !== undefined) throw lost(this.#lost);
      const stale = name !== undefined && isStalePlan(error);
      if (stale || CONNECTION_LOST.test(codeOf(error) ?? '')) this.#spoiled = true;
      // Other connections have the same plans: what was prepared before is used on none of them.
      if (stale && this.#isCurrent) this.#names.forget();
      if (stale && !insideTransaction) return this.#send(sql, parameters);
      // A migration locks tables in another order than a statement that joins them; nothing of the statement was kept.
      if (isDeadlock(error) && !insideTransaction && retries > 0)
        return this.query(sql, parameters, insideTransaction, retries - 1);
      throw this.#inItsWords(error);
    }
  }

  get #isCurrent(): boolean {
    return this.#generation === this.#names.generation;
  }

  #along(): object {
    if (this.#asked === 0) this.#trip = {};
    return this.#trip;
  }

  async #send(sql: string, parameters: readonly unknown[], name?: string): Promise<Answer> {
    const span = statementSpan(sql);
    this.#asked += 1;
    try {
      return await this.#client.query({
        text: sql,
        values: [...parameters],
        ...(name === undefined ? {} : { name }),
      });
    } catch (error) {
      span?.fail(error);
      // It was made where the answer was read; who asked is told here.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      this.#asked -= 1;
      span?.end();
    }
  }

  /** What is said now goes out in one packet. */
  holdBack(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  async #control(sql: string): Promise<Answer> {
    const span = statementSpan(sql);
    this.#along();
    this.#asked += 1;
    this.#warning = undefined;
    try {
      const result = await this.#client.query(sql);
      // PostgreSQL answers COMMIT in a failed transaction with a rollback and without an error.
      if (COMMIT.test(sql) && result.command === 'ROLLBACK') {
        throw new TransactionAborted('nothing was committed: a statement of this transaction had failed');
      }
      if (COMMIT.test(sql) && NOT_REPLICATED.has(this.#warning ?? ''))
        throw new DatabaseUnavailable('unknown', new Error('no standby has confirmed the commit'));
      return result;
    } catch (error) {
      span?.fail(error);
      if (!ROLLBACK.test(sql)) throw this.#toldOf(sql, error);
      // Dropping the connection rolls back as well, and the caller wants the error that came first.
      this.#spoiled = true;
      return { rows: [] };
    } finally {
      this.#asked -= 1;
      span?.end();
    }
  }

  /** A connection that is lost while it commits leaves nobody knowing whether it has. */
  #toldOf(sql: string, error: unknown): unknown {
    const told = this.#inItsWords(error);
    if (!(told instanceof DatabaseUnavailable)) return told;
    this.#spoiled = true;
    return COMMIT.test(sql) && told.trouble === 'away' ? new DatabaseUnavailable('unknown', error) : told;
  }

  #inItsWords(error: unknown): unknown {
    const told = inItsWords(error);
    if (told instanceof DatabaseUnavailable) this.#notice(told);
    return told;
  }

  release(): void {
    const clean = this.#client.getTransactionStatus() === 'I' && !this.#spoiled;
    this.#client.release(!clean || !this.#isCurrent);
  }
}
