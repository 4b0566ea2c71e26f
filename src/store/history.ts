import { type Selectable, sql } from 'kysely';
import type { ObjectType } from '../core/events.ts';
import type { Db } from './database.ts';
import type { HistoryTable } from './schema.ts';

export type HistoryEntry = Selectable<HistoryTable>;

export interface HistoryPage {
  readonly limit: number;
  /** Only entries older than this one. */
  readonly beforeId?: number | undefined;
}

/** The newest entries of each of several objects, a page for each, in one statement. */
export async function historyOf(
  db: Db,
  type: ObjectType,
  objectIds: readonly number[],
  { limit, beforeId }: HistoryPage,
): Promise<HistoryEntry[]> {
  const { rows } = await sql<HistoryEntry>`
    select entry.* from unnest(${objectIds}::int[]) as wanted (object_id)
    cross join lateral (
      select * from history
      where history.object_type = ${type} and history.object_id = wanted.object_id
        and history.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
      order by history.id desc limit ${limit}
    ) entry
    order by entry.object_id, entry.id desc`.execute(db);
  return rows;
}

export async function historyCounts(
  db: Db,
  type: ObjectType,
  objectIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('history')
    .select(['object_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('object_type', '=', type)
    .where('object_id', '=', sql<number>`any(${objectIds})`)
    .groupBy('object_id')
    .execute();
  return new Map(rows.map((row) => [row.object_id, row.count]));
}

export function historyById(db: Db, ids: readonly number[]): Promise<HistoryEntry[]> {
  return db.selectFrom('history').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

/** The entries of one name after an id, oldest first; null: the newest entry alone. */
export async function historyAfter(
  db: Db,
  type: ObjectType,
  key: string,
  after: number | null,
  limit: number,
): Promise<HistoryEntry[]> {
  const entries = db
    .selectFrom('history')
    .selectAll()
    .where('object_type', '=', type)
    .where('object_key', '=', key);
  if (after === null) return entries.orderBy('id', 'desc').limit(1).execute();
  return entries.where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** The object as it was at a moment: what its last change before it left behind. */
export async function snapshotAt(
  db: Db,
  type: ObjectType,
  key: string,
  at: Date,
): Promise<HistoryEntry | undefined> {
  return db
    .selectFrom('history')
    .selectAll()
    .where('object_type', '=', type)
    .where('object_key', '=', key)
    .where('at', '<=', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
