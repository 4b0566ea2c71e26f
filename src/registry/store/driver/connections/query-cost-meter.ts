import { CompiledQuery, type QueryResult } from 'kysely';
import { stopwatch } from '../../../../base/clock.ts';
import { mostRowsPaid } from '../../../../base/filter.ts';
import { limit } from '../../../../base/limits.ts';
import { withExecutor } from './connection-pool.ts';
import type { Db } from './pool.ts';
import { fastPathOf, type Statement, setFastPath } from './prepared.ts';

/** A faster query has read little. */
const longMs = 200;
/**
 * The cost that is free, in the planner's units, in which a sequential page costs 1: a page of any list costs less.
 */
const freeCost = 5000;
/** Rows of a list that are read one after the other for each unit of cost. */
const rowsOfCost = 5;
const mostAtOnce = limit(
  'estimates of the planner at once',
  2,
  'While the database is slow, its planner is spared: then queries cost nothing beyond the page.',
);
let underWay = 0;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Plan[];
  readonly [detail: string]: unknown;
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
}

/**
 * Runs the query, and afterwards asks the planner for its cost if it took long: a condition or an order without an
 * index, or a count of very many rows. Only slow queries are examined, and the price depends on the plan and the rows
 * read, so a busy machine does not raise it.
 */
export class QueryCostMeter {
  readonly db: Db;
  readonly #looked: Promise<number>[] = [];

  constructor(db: Db) {
    this.db = withExecutor(db, {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
        this.#watch(db, [query], () => db.executeQuery(query as CompiledQuery<R>)),
    });
    const send = fastPathOf(db);
    if (send) setFastPath(this.db, (statements) => this.#watch(db, statements, () => send(statements)));
  }

  /** The number of rows beyond those that a page may read. */
  async rows(): Promise<number> {
    return (await Promise.all(this.#looked)).reduce((sum, rows) => sum + rows, 0);
  }

  async #watch<T>(db: Db, statements: readonly Statement[], send: () => Promise<T>): Promise<T> {
    const elapsed = stopwatch();
    const answer = await send();
    // The answer exists, and an error here must not lose it.
    if (elapsed() > longMs && underWay < mostAtOnce)
      this.#looked.push(rowsLookedAt(db, statements).catch(() => 0));
    return answer;
  }
}

async function rowsLookedAt(db: Db, statements: readonly Statement[]): Promise<number> {
  underWay += 1;
  try {
    const looked = await Promise.all(statements.map((statement) => rowsOf(db, statement)));
    const counted = looked.reduce((sum, rows) => sum + Math.max(0, rows - freeCost * rowsOfCost), 0);
    return Math.ceil(Math.min(mostRowsPaid, counted));
  } finally {
    underWay -= 1;
  }
}

/**
 * Estimated by the planner's cost. If a search ends as soon as the page is full, its length is unknown in advance:
 * then the search runs once more, and the rows read are counted.
 */
async function rowsOf(db: Db, statement: Statement): Promise<number> {
  const plan = await planOf(db, statement, '');
  const isCounted = searchesIn(plan).some((search) => search['Total Cost'] > freeCost);
  return isCounted
    ? countedIn(await planOf(db, statement, 'analyze, timing off, '))
    : (plan?.['Total Cost'] ?? 0) * rowsOfCost;
}

/** The planner's estimate of the rows of a query, which does not run. */
export const expectedRows = async (db: Db, query: Statement): Promise<number> =>
  (await planOf(db, query, ''))?.['Plan Rows'] ?? 0;

async function planOf(db: Db, { sql, parameters }: Statement, options: string): Promise<Plan | undefined> {
  const { rows } = await db.executeQuery<Explained>(
    CompiledQuery.raw(`explain (${options}format json) ${sql}`, [...parameters]),
  );
  return rows[0]?.['QUERY PLAN'][0].Plan;
}

/** The rows of a list that a condition leaves, cut by a limit. */
function searchesIn(plan: Plan | undefined): Plan[] {
  const { Plans = [] } = plan ?? {};
  if (plan?.['Node Type'] === 'Limit' && Plans.some(leavesOut)) return [...Plans];
  return Plans.flatMap(searchesIn);
}

const leavesOut = (plan: Plan): boolean =>
  'Filter' in plan || 'Join Filter' in plan || (plan.Plans ?? []).some(leavesOut);

/** Rows that were read, returned or not. */
function countedIn(plan: Plan | undefined): number {
  if (!plan) return 0;
  const { Plans = [], ...node } = plan;
  const loops = node['Actual Loops'] ?? 1;
  const removed = Object.entries(node)
    .filter(([name]) => name.startsWith('Rows Removed by'))
    .reduce((sum, [, rows]) => sum + Number(rows), 0);
  const read = Plans.length === 0 ? (node['Actual Rows'] ?? 0) : 0;
  return Plans.reduce((sum, part) => sum + countedIn(part), (removed + read) * loops);
}
