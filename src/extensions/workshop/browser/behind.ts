// A press on a number of groups opens its rows in a new tab: the query is read as the steps of /ask, which find them.
import type { List } from '../ask/list.ts';
import { type Words, wordFor } from '../charts/chart-columns.ts';
import { kindOfCaller } from './caller.ts';
import { execute } from './editors.ts';
import { load, today } from './facts.ts';
import { listsFor } from './lists.ts';
import { openQuestion, presentCaller } from './questions.ts';
import type { Behind } from './table.ts';

/** The body of a request to the graph. */
export interface Body {
  readonly query: string;
  readonly variables?: object | null;
  readonly operationName?: string | null;
}

/** The question that a query asks, as the steps of /ask; throws if it is none of one list. */
async function stepsOf({ query, variables }: Body, kind: string) {
  const [steps, lists] = await Promise.all([
    load<typeof import('../ask/browser/queries.ts')>('reading.js'),
    listsFor(kind),
  ]);
  const { question } = steps.questionOf(query, JSON.stringify(variables ?? {}), lists);
  const list: List | undefined = lists.find(({ name }) => name === question.data);
  if (!list) throw new Error(`There is no list ${question.data}.`);
  return { steps, lists, question, list };
}

/** Returns the question in SQL, and the way to /sql; undefined if no table has its rows. */
export async function statementFor(
  body: Body,
  title: string,
): Promise<{ readonly sql: string; readonly href: string } | undefined> {
  const as = presentCaller();
  const kind = kindOfCaller(as);
  try {
    const { steps, list, question } = await stepsOf(body, kind);
    const asked = steps.fitting(question, list);
    const sql = steps.statementOf(asked, list, { title, today, isRegistrar: kind === 'registrar' });
    const view: Record<string, string> = asked.rows === 'groups' ? { view: 'chart' } : {};
    if (sql === undefined) return undefined;
    return { sql, href: `/sql#${new URLSearchParams({ sql, ...view, ...(as && { as }) })}` };
  } catch {
    return undefined;
  }
}

/** Returns what people call the columns of this answer, as in /ask: a function for charts. */
export async function wordsFor(body: Body): Promise<Words> {
  try {
    const { list } = await stepsOf(body, kindOfCaller(presentCaller()));
    return (column) => wordFor(column, list);
  } catch {
    return () => undefined;
  }
}

interface Found {
  readonly behind: Behind;
  /** The query that counts all rows. */
  readonly total: string | undefined;
}

/**
 * Returns what is behind the numbers of an answer; undefined for answers without groups, and for queries that the
 * steps do not have.
 */
export async function behindAnswer({ query, variables }: Body): Promise<Found | undefined> {
  if (!/\b(groups|domainStatistics|balances)\b/.test(query)) return undefined;
  const as = presentCaller();
  const kind = kindOfCaller(as);
  try {
    const { steps, lists, question, list } = await stepsOf({ query, variables: variables ?? {} }, kind);
    const total = steps.totalOf(question, list);
    const behind: Behind = (row, column) => {
      const asked = { question, list, lists, row, column, isRegistrar: kind === 'registrar', today };
      const found = steps.rowsBehind(asked);
      const its = found && lists.find(({ name }) => name === found.data);
      if (!its) return undefined;
      const rows = steps.documentOf(steps.fitting(found, its), its, today).replace('query Ask', 'query Rows');
      return () => {
        openQuestion({ query: rows, variables: '', view: 'table', as });
        // The tab is there a moment later.
        setTimeout(execute, 300);
      };
    };
    return { behind, total };
  } catch {
    // It is not a question of one list; its numbers do not lead to their rows.
    return undefined;
  }
}
