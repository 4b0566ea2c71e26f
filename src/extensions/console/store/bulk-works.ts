import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { insertRow, rowsById, updateRow } from '../../../registry/store/driver/lists/rows.ts';
import { entityList } from '../../../registry/store/driver/lists/stored-list.ts';
import { forgetToo } from '../../../registry/store/runner/forgotten.ts';
import { bulkRow, bulkWork } from '../bulk/entity.ts';
import type { BulkRowTable, BulkWorkTable } from './schema.ts';

export type BulkWork = Selectable<BulkWorkTable>;
export type BulkRow = Selectable<BulkRowTable>;

export const bulkWorkList = entityList(bulkWork, { columns: { number: sql.ref('bulk_works.id') } });
export const bulkRowList = entityList(bulkRow, { columns: { work: sql.ref('bulk_rows.work_id') } });

export const bulkWorksById = rowsById('bulk_works');
export const bulkRowsById = rowsById('bulk_rows');
export const insertBulkWork = insertRow('bulk_works');
export const updateBulkWork = updateRow('bulk_works');

/** Locks it until the transaction ends: no row of it is done meanwhile. */
export const lockBulkWork = (db: Db, id: number): Promise<BulkWork | undefined> =>
  db.selectFrom('bulk_works').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The works that go on, oldest first. */
export const runningWorks = (db: Db): Promise<BulkWork[]> =>
  db.selectFrom('bulk_works').selectAll().where('finished_at', 'is', null).orderBy('id').execute();

/** Since when the work that has stood still the longest has not done a row; undefined if none goes on. */
export async function bulkStandsSince(db: Db): Promise<Date | undefined> {
  // Rows are done in the order of their ids, so the last one that is done precedes the first one that waits.
  const { rows } = await sql<{ since: Date | null }>`
    select min(greatest(started_at, (
      select done_at from bulk_rows where work_id = bulk_works.id and id < coalesce((
        select min(id) from bulk_rows where work_id = bulk_works.id and state = 'WAITING'), 9223372036854775807)
      order by id desc limit 1))) as since
    from bulk_works where finished_at is null`.execute(db);
  return rows[0]?.since ?? undefined;
}

/** An object of a work, and how the write names it. */
export interface NewBulkRow {
  readonly subject: string;
  readonly names: Readonly<Record<string, unknown>>;
  readonly registrarId: number | null;
}

export async function insertBulkRows(db: Db, workId: number, rows: readonly NewBulkRow[]): Promise<void> {
  await sql`insert into bulk_rows (work_id, subject, names, registrar_id)
    select ${workId}, subject, names::jsonb, registrar_id
    from unnest(${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ names }) => JSON.stringify(names))}::text[],
      ${rows.map(({ registrarId }) => registrarId)}::bigint[]) as given (subject, names, registrar_id)`.execute(
    db,
  );
}

/** The first rows of a work that are neither done nor refused. */
export const waitingRows = (db: Db, workId: number, limit: number): Promise<BulkRow[]> =>
  db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('work_id', '=', workId)
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Tells whether a row waits and its work goes on; a stop of the work waits until the transaction ends. It serves a
 * write that asks another service: its row is marked when that has answered.
 */
export async function holdBulkRow(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select bulk_rows.id from bulk_works join bulk_rows on work_id = bulk_works.id
    where bulk_rows.id = ${id} and bulk_rows.state = 'WAITING' and finished_at is null
    for share of bulk_works`.execute(db);
  return rows.length > 0;
}

/**
 * Marks a row as done, in the transaction that does it. False if somebody else has done it, or the work was stopped;
 * the lock on the work makes a stop wait for this row, and this row for a stop. What has begun is marked after a stop
 * as well.
 */
export async function takeBulkRow(
  db: Db,
  { id, now, hasBegun = false }: { readonly id: number; readonly now: Date; readonly hasBegun?: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with going as (
      update bulk_works set done = done + 1
      where id = (select work_id from bulk_rows where id = ${id} and state = 'WAITING')
        and (finished_at is null or ${hasBegun})
      returning id)
    update bulk_rows set state = 'DONE', done_at = ${now}
    from going where bulk_rows.id = ${id} and work_id = going.id and bulk_rows.state = 'WAITING'
    returning bulk_rows.id`.execute(db);
  return rows.length > 0;
}

/** Marks a row as refused, unless it was done or refused meanwhile, or the work was stopped. */
export async function refuseBulkRow(
  db: Db,
  { id, message, now }: { readonly id: number; readonly message: string; readonly now: Date },
): Promise<void> {
  await sql`
    with gone as (
      update bulk_rows set state = 'REFUSED', message = ${message}, done_at = ${now}
      where id = ${id} and state = 'WAITING'
        and exists (select from bulk_works where bulk_works.id = work_id and finished_at is null)
      returning work_id)
    update bulk_works set refused = refused + 1 from gone where bulk_works.id = gone.work_id`.execute(db);
}

/** Returns for how many objects of each registrar a work is done. */
export async function doneByRegistrar(
  db: Db,
  workId: number,
): Promise<{ readonly registrar_id: number; readonly count: number }[]> {
  const { rows } = await sql<{ registrar_id: number; count: number }>`
    select registrar_id, count(*) as count from bulk_rows
    where work_id = ${workId} and state = 'DONE' and registrar_id is not null
    group by registrar_id order by registrar_id`.execute(db);
  return rows;
}

const keptForMs = 90 * 24 * 60 * 60 * 1000;

/** The report of a work is kept as long as the runs of jobs. */
async function forgetOldWorks(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('bulk_works')
    .where('finished_at', '<=', new Date(now.getTime() - keptForMs))
    .execute();
}

forgetToo(forgetOldWorks);
