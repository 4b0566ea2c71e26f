import { CompiledQuery, type QueryResult } from 'kysely';
import { stopwatch } from '../../core/clock.ts';
import { mostRowsPaid } from '../../core/filter.ts';
import type { Db } from './lane.ts';
import { through } from './pooled-lane.ts';
import { type Statement, sendRightAway, shortWayOf } from './prepared.ts';

/** What is answered sooner has looked at little. */
const longMs = 200;
/** In the planner's own measure, in which a page read in order costs 1: a page of any list costs less. */
const freeCost = 5000;
/** Rows of a list that are looked at one after the other for each of it. */
const rowsOfCost = 5;
/** Nobody waits so long for what is soon found, however busy the machine is: then the planner was mistaken. */
const veryLongMs = 2000;
/** Looked at in a millisecond; in the ten seconds that a statement has, as many as it is priced at that takes longer. */
const rowsOfMs = 100;

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Total Cost': number } }];
}

/**
 * Reads, and afterwards asks the planner what that was worth, where it took long: a condition or an order that no index
 * knows, or a count of very many. Only what took long is asked about, and its price goes by the plan: a busy machine
 * makes hardly anything dearer.
 */
export class Reckoning {
  readonly db: Db;
  readonly #looked: Promise<number>[] = [];

  constructor(db: Db) {
    this.db = through(db, {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
        this.#watch(db, [query], () => db.executeQuery(query as CompiledQuery<R>)),
    });
    const send = shortWayOf(db);
    if (send) sendRightAway(this.db, (statements) => this.#watch(db, statements, () => send(statements)));
  }

  /** So many rows beyond those that a page may look at. */
  async rows(): Promise<number> {
    return (await Promise.all(this.#looked)).reduce((sum, rows) => sum + rows, 0);
  }

  async #watch<T>(db: Db, statements: readonly Statement[], send: () => Promise<T>): Promise<T> {
    const elapsed = stopwatch();
    const answer = await send();
    const ms = elapsed();
    if (ms > longMs) this.#looked.push(rowsLookedAt(db, statements, ms));
    return answer;
  }
}

async function rowsLookedAt(db: Db, statements: readonly Statement[], ms: number): Promise<number> {
  const costs = await Promise.all(statements.map((statement) => costOf(db, statement)));
  const reckoned = costs.reduce((sum, cost) => sum + Math.max(0, cost - freeCost), 0) * rowsOfCost;
  return Math.ceil(Math.min(mostRowsPaid, Math.max(reckoned, ms > veryLongMs ? ms * rowsOfMs : 0)));
}

async function costOf(db: Db, { sql, parameters }: Statement): Promise<number> {
  const { rows } = await db.executeQuery<Explained>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0;
}
