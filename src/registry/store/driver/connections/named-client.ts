import { Socket } from 'node:net';
import pg from 'pg';
import type { StatementNames } from './statement-names.ts';
import { statementSpan } from './statement-span.ts';
import { asDatabaseTrouble, codeOf, DatabaseUnavailable, isDeadlock, isStalePlan, lost } from './trouble.ts';

type Answer = Pick<pg.QueryResult<Record<string, unknown>>, 'rows'>;
/** Called with each statement and its round trip, which lasts until everything sent is answered. */
export type Observer = (sql: string, trip: object) => void;
/** Called with the database's problems. */
export type Notice = (trouble: DatabaseUnavailable) => void;

export const TRANSACTION_CONTROL = /^\s*(?:begin|start\s+transaction|commit|rollback|savepoint|release)\b/i;
const COMMIT = /^\s*commit\b/i;
export const ROLLBACK = /^\s*rollback\s*$/i;
/** Connection exceptions, and a server that is shutting down. */
const CONNECTION_LOST = /^(?:08|57P)/;
/** A COMMIT whose wait for the standbys was cancelled: it is durable here, and elsewhere unknown. */
const NOT_REPLICATED = new Set(['01000', '57P01']);

/** A COMMIT that the server answered with a rollback because a statement before it had failed. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted';
}

/** One connection, whose statements are observed, named and repeated where that is safe. */
export class NamedClient {
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
   * One timer of the socket for everything that goes over it. One for each statement, as the driver has it,
   * kept the rows of answers alive until the next full garbage collection: a tenth of a page's time.
   */
  timeOutAfter(silenceMs: number): void {
    const { stream } = this.#client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(silenceMs).on('timeout', () => {
      if (this.#asked > 0) stream.destroy(new Error(`Connection terminated: no answer in ${silenceMs} ms`));
    });
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
    inside?: 'transaction' | 'snapshot',
    retries = 3,
  ): Promise<Answer> {
    if (TRANSACTION_CONTROL.test(sql)) return this.#control(sql);
    const trip = this.#along();
    for (const observe of this.#observers) observe(sql, trip);
    const name = this.#isCurrent && inside !== 'snapshot' ? this.#names.nameOf(sql) : undefined;
    try {
      return await this.#send(sql, parameters, name);
    } catch (error) {
      // The driver's own error only says that the connection is not queryable, and not why.
      if (this.#lost !== undefined) throw lost(this.#lost);
      const stale = name !== undefined && isStalePlan(error);
      if (stale || CONNECTION_LOST.test(codeOf(error) ?? '')) this.#spoiled = true;
      // Other connections have the same plans: no statement prepared before is used again on any of them.
      if (stale && this.#isCurrent) this.#names.forget();
      if (stale && !inside) return this.#send(sql, parameters);
      // A deadlock with a migration, which locks tables in another order than a statement that joins them; nothing
      // of the statement was kept.
      if (isDeadlock(error) && !inside && retries > 0)
        return this.query(sql, parameters, inside, retries - 1);
      throw this.#asDatabaseTrouble(error);
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
      return await this.#submit(sql, parameters, name);
    } catch (error) {
      span?.fail(error);
      // The error was created where the answer was read; this adds the caller's stack.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      this.#asked -= 1;
      span?.end();
    }
  }

  /**
   * An instance of the driver's own query class, which it uses as it is: it would copy a plain object property by
   * property.
   */
  #submit(sql: string, parameters: readonly unknown[], name: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const query = new pg.Query(sql, [...parameters], (error, result) =>
        error ? reject(error) : resolve(result as Answer),
      );
      if (name !== undefined) Object.assign(query, { name });
      this.#client.query(query);
    });
  }

  /** All statements of this tick are sent in one packet. */
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
      if (!ROLLBACK.test(sql)) throw this.#reportedOf(sql, error);
      // Closing the connection rolls back as well, and the caller wants the first error.
      this.#spoiled = true;
      return { rows: [] };
    } finally {
      this.#asked -= 1;
      span?.end();
    }
  }

  /** Returns the error to report. If the connection is lost during a COMMIT, its outcome is unknown. */
  #reportedOf(sql: string, error: unknown): unknown {
    const reported = this.#asDatabaseTrouble(error);
    if (!(reported instanceof DatabaseUnavailable)) return reported;
    this.#spoiled = true;
    return COMMIT.test(sql) && reported.trouble === 'away'
      ? new DatabaseUnavailable('unknown', error)
      : reported;
  }

  #asDatabaseTrouble(error: unknown): unknown {
    const reported = asDatabaseTrouble(error);
    if (reported instanceof DatabaseUnavailable) this.#notice(reported);
    return reported;
  }

  release(): void {
    const clean = this.#client.getTransactionStatus() === 'I' && !this.#spoiled;
    this.#client.release(!clean || !this.#isCurrent);
  }
}
