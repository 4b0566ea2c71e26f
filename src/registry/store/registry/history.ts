import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ObjectType } from '../../../base/events.ts';
import { groupBy } from '../../../base/grouping.ts';
import { historyEntry } from '../../entities/history-entry.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { HistoryTable } from '../tables/schema.ts';

export type HistoryEntry = Selectable<HistoryTable>;

/** The changes that operators made. */
export const operatorLogList = entityList(historyEntry, { only: sql`history.actor_kind = 'operator'` });

/** The history of an object, or the part of it before an entry. */
export interface HistoryOf {
  readonly objectId: number;
  readonly beforeId?: number | undefined;
  /** Entries up to this one are left out. */
  readonly afterId?: number | undefined;
}

const wantedFrom = (wanted: readonly HistoryOf[]) => sql`
  unnest(${wanted.map(({ objectId }) => objectId)}::bigint[],
    ${wanted.map(({ beforeId }) => beforeId ?? Number.MAX_SAFE_INTEGER)}::bigint[],
    ${wanted.map(({ afterId }) => afterId ?? 0)}::bigint[])
    with ordinality as wanted (object_id, before_id, after_id, place)`;

/** The newest entries of each of several objects, a page for each, in one statement. */
export async function historyOf(
  db: Db,
  type: ObjectType,
  wanted: readonly HistoryOf[],
  limit: number,
): Promise<HistoryEntry[][]> {
  const { rows } = await sql<HistoryEntry & { readonly place: number }>`
    select entry.*, wanted.place from ${wantedFrom(wanted)}
    cross join lateral (
      select * from history
      where history.object_type = ${type} and history.object_id = wanted.object_id and history.id < wanted.before_id
        and history.id > wanted.after_id
      order by history.id desc limit ${limit}
    ) entry
    order by wanted.place, entry.id desc`.execute(db);
  const found = groupBy(rows, ({ place }) => place);
  return wanted.map((_, index) => [...(found.get(index + 1) ?? [])]);
}

export async function historyCounts(
  db: Db,
  type: ObjectType,
  wanted: readonly HistoryOf[],
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from history where history.object_type = ${type}
      and history.object_id = wanted.object_id and history.id < wanted.before_id
        and history.id > wanted.after_id) as count
    from ${wantedFrom(wanted)} order by wanted.place`.execute(db);
  return rows.map(({ count }) => count);
}

export const historyById = rowsById('history');

interface Followed {
  readonly type: ObjectType;
  readonly key: string;
  /** The registrar that had the object before or after each change; undefined for all changes. */
  readonly registrarCode?: string | undefined;
}

/** True if a registrar had the object of an entry before or after it. */
export const concerns = (registrarCode: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${registrarCode} in (snapshot->>'registrar', changes->'registrar'->>'from')`;

/** The entries of one name after an id, oldest first; null for the newest entry alone. */
export async function historyAfter(
  db: Db,
  { type, key, registrarCode }: Followed,
  after: number | null,
  limit: number,
): Promise<HistoryEntry[]> {
  const entries = db
    .selectFrom('history')
    .selectAll()
    .where('object_type', '=', type)
    .where('object_key', '=', key)
    .$if(registrarCode !== undefined, (query) => query.where(concerns(registrarCode ?? '')));
  if (after === null) return entries.orderBy('id', 'desc').limit(1).execute();
  return entries.where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** The range of entry ids: from the first since the last reset to the newest, of any object. */
export async function entryNumbers(db: Db): Promise<{ readonly first: number; readonly newest: number }> {
  const { rows } = await sql<{ first: number; newest: number }>`
    select coalesce(max(id), 0) as newest, (select seqstart from pg_sequence
      where seqrelid = pg_get_serial_sequence('history', 'id')::regclass) as first from history`.execute(db);
  return rows[0] ?? { first: 1, newest: 0 };
}

/**
 * The entry of an object that a request has written, or else the last one at that time: entries of requests that
 * waited for this one may have an earlier time.
 */
export async function entryAnswered(
  db: Db,
  type: ObjectType,
  objectId: number,
  { at, requestId = '' }: { readonly at: Date; readonly requestId?: string | undefined },
): Promise<HistoryEntry | undefined> {
  const { rows } = await sql<HistoryEntry>`
    select * from history where object_type = ${type} and object_id = ${objectId} and at <= ${at}
    order by request_id = ${requestId} desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** The last snapshot of each deleted object. */
export async function lastSnapshots(
  db: Db,
  type: ObjectType,
  objectIds: readonly number[],
): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
  const { rows } = await sql<{ object_id: number; snapshot: Record<string, unknown> }>`
    select distinct on (object_id) object_id, snapshot from history
    where object_type = ${type} and object_id = any(${objectIds}) and snapshot <> 'null'::jsonb
    order by object_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.object_id, row.snapshot]));
}
