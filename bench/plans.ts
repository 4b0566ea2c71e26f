import type pg from 'pg';
import type { Sent } from './statements.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly Node[];
}

/** How PostgreSQL goes about a statement. */
export interface Plan {
  readonly cost: number;
  /** How it comes to its rows, the costliest way first. */
  readonly ways: readonly string[];
  /** Large tables that it looks through from one end to the other. */
  readonly scanned: readonly string[];
}

/** The plan of a statement with the values that it was sent with. Nothing is executed. */
export async function planOf(
  client: pg.Client,
  { text, values }: Sent,
  large: ReadonlySet<string>,
): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${text}`, [
    ...values,
  ]);
  const top = rows[0]?.['QUERY PLAN'][0].Plan;
  const nodes = top ? below(top) : [];
  const leaves = nodes
    .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
    .sort((one, other) => other['Total Cost'] - one['Total Cost']);
  return {
    cost: top?.['Total Cost'] ?? 0,
    ways: [
      ...new Set(
        leaves.map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`),
      ),
    ],
    scanned: [
      ...new Set(
        leaves.flatMap((node) =>
          node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? '')
            ? [node['Relation Name'] ?? '']
            : [],
        ),
      ),
    ],
  };
}

const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)];

/** Tables of which nobody wants to see every row for one answer. */
export async function largeTables(client: pg.Client, rows: number): Promise<Set<string>> {
  const found = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and reltuples >= $1`,
    [rows],
  );
  return new Set(found.rows.map(({ name }) => name));
}
