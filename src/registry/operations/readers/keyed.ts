import { groupBy } from '../../../base/grouping.ts';
import type { Db } from '../../store/driver/connections/pool.ts';

/** Reads the rows of many objects in one statement. */
type Batch<Row> = (db: Db, ids: readonly number[]) => Promise<readonly Row[]>;

/** The rows that a batch found for each key, in the order of the keys. */
export function eachOf<Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key | null,
): Row[][] {
  const groups = groupBy(rows, keyOf);
  return keys.map((key) => [...(groups.get(key) ?? [])]);
}

/** The one row that a batch found for each key, null where there is none. */
export const oneOf = <Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key | null,
): (Row | null)[] => eachOf(keys, rows, keyOf).map(([first]) => first ?? null);

/** Reads lists of rows that belong to objects, for many objects at once. */
export const lists =
  <Row>(batch: Batch<Row>, keyOf: (row: Row) => number | null) =>
  async (db: Db, ids: readonly number[]): Promise<Row[][]> =>
    eachOf(ids, await batch(db, ids), keyOf);
