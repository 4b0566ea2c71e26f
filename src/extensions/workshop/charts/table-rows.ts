// The rows in an answer, for tables and charts: the same as in a CSV file (src/apis/graphql/files).

import { cellAt } from '../../../apis/graphql/files/cell.ts';
import type { Row } from './chart-columns.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The only list in an answer, at any depth; undefined if there is none or several. */
export function theList(data: unknown): readonly unknown[] | undefined {
  const found = [...listsIn(data)];
  const ofObjects = found.filter((items) => items.some(isObject));
  const [list, ...others] = ofObjects.length > 0 ? ofObjects : found;
  return others.length === 0 ? list : undefined;
}

/** The nodes and edges of a connection are the same list. */
function* listsIn(value: unknown): Generator<readonly unknown[]> {
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value))
    if (!Array.isArray(item)) yield* listsIn(item);
    else if (key !== 'edges') yield item;
    else if (!Array.isArray(value.nodes)) yield withoutEdges(item);
}

/** An edge is shown whole if more than its node is selected. */
const withoutEdges = (edges: readonly unknown[]): readonly unknown[] =>
  edges.every((edge) => Object.keys(edge ?? {}).join() === 'node')
    ? edges.map((edge) => (isObject(edge) ? (edge.node ?? {}) : {}))
    : edges;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of texts, and their columns: those of nested objects have dots in their names. */
export function rowsOf(items: readonly unknown[]): { rows: Row[]; columns: string[] } {
  const objects = items.map((item) => (isObject(item) ? item : { value: item }));
  const paths = pathsIn(objects);
  const rows = objects.map((object) =>
    Object.fromEntries(paths.map((path) => [path.join('.'), cellAt(object, path)])),
  );
  return { rows, columns: paths.map((path) => path.join('.')) };
}

function pathsIn(objects: readonly Fields[]): string[][] {
  const keys = [...new Set(objects.flatMap(Object.keys))];
  return keys.flatMap((key) => {
    const inner = objects.map((object) => object[key]).filter(isObject);
    return inner.length > 0 ? pathsIn(inner).map((path) => [key, ...path]) : [[key]];
  });
}
