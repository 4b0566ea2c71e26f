import type { ObjectType } from '../../core/events.ts';
import type { Db } from '../../store/driver/pool.ts';
import { type HistoryEntry, historyCounts, historyOf, lastSnapshots } from '../../store/registry/history.ts';
import { eachOf } from './keyed.ts';

/** The same page of each object's history. */
export const historyPages = async (
  db: Db,
  type: ObjectType,
  ids: readonly number[],
  page: { readonly limit: number; readonly beforeId: number | undefined },
): Promise<HistoryEntry[][]> => eachOf(ids, await historyOf(db, type, ids, page), (row) => row.object_id);

export async function historySizes(
  db: Db,
  type: ObjectType,
  ids: readonly number[],
  beforeId: number | undefined,
): Promise<number[]> {
  const found = await historyCounts(db, type, ids, beforeId);
  return ids.map((id) => found.get(id) ?? 0);
}

/** The code of the last registrar of each object; null where it is unknown. */
export async function lastRegistrarCodes(
  db: Db,
  type: ObjectType,
  ids: readonly number[],
): Promise<unknown[]> {
  const last = await lastSnapshots(db, type, ids);
  return ids.map((id) => last.get(id)?.registrar ?? null);
}
