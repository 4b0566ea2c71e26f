import { stringify } from 'csv-stringify/sync';
import type { ExecutionResult } from 'graphql';

/** A connection's items as CSV, for analysts to take away; undefined when the answer is not one connection. */
export function toCsv({ data }: ExecutionResult): string | undefined {
  const [connection, ...others] = Object.values(data ?? {});
  const items = others.length === 0 ? itemsOf(connection) : undefined;
  if (!items) return undefined;
  const rows = items.map((item) => flatten(item));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify(rows, { header: true, columns, cast: { string: keptText }, bom: true });
}

/**
 * What a spreadsheet would take for a formula, also after blanks, also in the wide letters of East Asia, is kept text
 * by a leading apostrophe; a negative number is a number (docs/rules/graph.md#csv).
 */
function keptText(cell: string): string {
  const begin = cell.trimStart();
  const isFormula =
    /^[=+@\uFF1D\uFF0B\uFF20]/.test(begin) ||
    (/^[-\uFF0D]/.test(begin) && !/^-\d+(\.\d+)?$/.test(cell)) ||
    /^ *[\t\r]/.test(cell);
  return isFormula ? `'${cell}` : cell;
}

function itemsOf(connection: unknown): readonly object[] | undefined {
  if (typeof connection !== 'object' || connection === null) return undefined;
  if ('nodes' in connection && Array.isArray(connection.nodes)) return connection.nodes;
  if ('edges' in connection && Array.isArray(connection.edges))
    return connection.edges.map((edge: { node?: object }) => edge.node ?? {});
  return undefined;
}

/** Nested objects become dotted columns; lists become one cell. */
function flatten(value: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, string][] => {
      const name = `${prefix}${key}`;
      if (item === null || item === undefined) return [[name, '']];
      if (Array.isArray(item)) return [[name, item.map(cell).join('; ')]];
      if (typeof item === 'object') return Object.entries(flatten(item, `${name}.`));
      return [[name, String(item)]];
    }),
  );
}

function cell(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item ?? '');
  return Object.values(flatten(item)).join(' ');
}
