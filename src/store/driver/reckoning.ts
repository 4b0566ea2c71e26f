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
/** Where the database is slow, its planner is not kept busy as well: who comes then pays nothing beyond the page. */
const mostAtOnce = 2;
let underWay = 0;

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Total Cost': number } }];
}

/**
 * Reads, and afterwards asks the planner what that was worth, where it took long: a condition or an order that no index
 * knows, or a count of very many. Only what took long is asked about, and its price goes by the plan alone: a busy
 * machine makes nothing dearer.
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
    // The answer is there: whatever comes of this must not take it away.
    if (elapsed() > longMs && underWay < mostAtOnce)
      this.#looked.push(rowsLookedAt(db, statements).catch(() => 0));
    return answer;
  }
}

async function rowsLookedAt(db: Db, statements: readonly Statement[]): Promise<number> {
  underWay += 1;
  try {
    const costs = await Promise.all(statements.map((statement) => costOf(db, statement)));
    const reckoned = costs.reduce((sum, cost) => sum + Math.max(0, cost - freeCost), 0) * rowsOfCost;
    return Math.ceil(Math.min(mostRowsPaid, reckoned));
  } finally {
    underWay -= 1;
  }
}

async function costOf(db: Db, { sql, parameters }: Statement): Promise<number> {
  const { rows } = await db.executeQuery<Explained>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0;
}
