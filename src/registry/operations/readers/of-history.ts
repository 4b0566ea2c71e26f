import type { ObjectType } from '../../../base/events.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import {
  historyOf as historyPages,
  historyCounts as historySizes,
  lastSnapshots,
} from '../../store/registry/history.ts';
import { historyStarts, type PastReading } from '../../store/registry/past-entries.ts';

export { historyPages, historySizes, historyStarts, type PastReading };

/** The code of the last registrar of each object; null where it is unknown. */
export async function lastRegistrarCodes(
  db: Db,
  type: ObjectType,
  ids: readonly number[],
): Promise<unknown[]> {
  const last = await lastSnapshots(db, type, ids);
  return ids.map((id) => last.get(id)?.registrar ?? null);
}
