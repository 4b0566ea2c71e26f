import { type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Entity } from '../../../registry/entities/entity.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { groupKeys, listColumns } from '../../../registry/store/driver/lists/entity-columns.ts';
import { registrarKey } from '../../../registry/store/driver/lists/group-keys.ts';
import { insertRow, rowsById } from '../../../registry/store/driver/lists/rows.ts';
import { registrarColumns, storedList } from '../../../registry/store/driver/lists/stored-list.ts';
import { warnBeforeEnd } from '../../../registry/store/registry/ending-rows.ts';
import { isStillLinked, secretsAreKeptIn } from '../../../registry/store/runner/access-tokens.ts';
import { forgetToo } from '../../../registry/store/runner/forgotten.ts';
import { board, question } from '../questions/entity.ts';
import { readingsAnHour } from '../questions/published-rules.ts';
import type { BoardTable, QuestionTable } from './published-schema.ts';

export type Question = Selectable<QuestionTable>;
export type Board = Selectable<BoardTable>;

type Table = 'questions' | 'boards';
type MakerColumns = Pick<Question, 'maker' | 'maker_name' | 'registrar_id'>;

for (const table of ['questions', 'boards'] as const) secretsAreKeptIn(table);
warnBeforeEnd({ kind: 'question', called: 'Published question', table: 'questions', name: 'name' });
warnBeforeEnd({ kind: 'board', called: 'Published board', table: 'boards', name: 'name' });

/** An arbitrary number for advisory locks that nothing else uses. */
const PUBLISHED = 20103;

/** The number of open ones of a registrar, portal or client; locks, so that each publishes one at a time. */
export async function countOpen(
  db: Db,
  table: Table,
  { maker, maker_name, registrar_id }: MakerColumns,
  now: Date,
): Promise<number> {
  const owner = registrar_id === null ? `${maker} ${maker_name}` : `registrar ${registrar_id}`;
  await sql`select pg_advisory_xact_lock(${PUBLISHED}, hashtext(${owner}))`.execute(db);
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, and }) =>
      registrar_id === null
        ? and([eb('maker', '=', maker), eb('maker_name', '=', maker_name)])
        : eb('registrar_id', '=', registrar_id),
    )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertQuestion = insertRow('questions');

export const insertBoard = insertRow('boards');

/** Locked until the transaction ends; undefined if it is revoked or never existed. */
export function lockQuestion(db: Db, id: number): Promise<Question | undefined> {
  return db
    .selectFrom('questions')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function lockBoard(db: Db, id: number): Promise<Board | undefined> {
  return db
    .selectFrom('boards')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Every process refuses it from the commit on, because none caches who may read. */
export async function revokePublished(db: Db, table: Table, id: number, now: Date): Promise<void> {
  await db.updateTable(table).set({ revoked_at: now }).where('id', '=', id).execute();
}

export function changeQuestion(db: Db, id: number, change: Updateable<QuestionTable>): Promise<Question> {
  return db
    .updateTable('questions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function changeBoard(db: Db, id: number, change: Updateable<BoardTable>): Promise<Board> {
  return db.updateTable('boards').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Found by the hash of its address, or later by its id; neither revoked nor ended. */
type PublishedKey = { readonly hash: string } | { readonly id: number };

export function openQuestion(db: Db, key: PublishedKey, now: Date): Promise<Question | undefined> {
  return db
    .selectFrom('questions')
    .selectAll()
    .where((eb) => ('hash' in key ? eb('hash', '=', key.hash) : eb('id', '=', key.id)))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isStillLinked('questions'))
    .executeTakeFirst();
}

export function openBoard(db: Db, hash: string, now: Date): Promise<Board | undefined> {
  return db
    .selectFrom('boards')
    .selectAll()
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isStillLinked('boards'))
    .executeTakeFirst();
}

const hourMs = 60 * 60 * 1000;

/**
 * Tells whether the hour that began with its first read is over. The sandbox's clock can be set back; a time slightly
 * after now is a concurrent read.
 */
const isOver = (from: RawBuilder<unknown>, now: Date) =>
  sql<boolean>`(${from} is null or ${from} <= ${new Date(now.getTime() - hourMs)}
    or ${from} > ${new Date(now.getTime() + hourMs)})`;

/**
 * Counts a read, unless the reader, or all readers together, have read too often in the hour that began with the
 * first read. Returns the seconds until that hour is over; undefined if it was counted.
 */
export async function countReading(
  db: Db,
  { id, reader, now }: { readonly id: number; readonly reader: string; readonly now: Date },
): Promise<number | undefined> {
  const isNew = isOver(sql`question_readers.hour_from`, now);
  const isNewForAll = isOver(sql`questions.hour_from`, now);
  const isOpenForAll = sql<boolean>`(${isNewForAll} or questions.hour_reads < ${readingsAnHour.ofAll})`;
  // A reader who comes when all reads are used up leaves no row, so there are never more rows than reads in an hour.
  const own = await sql`
    insert into question_readers (question_id, reader, hour_from, hour_reads)
    select id, ${reader}, ${now}, 1 from questions where id = ${id} and ${isOpenForAll}
    on conflict (question_id, reader) do update set
      hour_from = case when ${isNew} then excluded.hour_from else question_readers.hour_from end,
      hour_reads = case when ${isNew} then 1 else question_readers.hour_reads + 1 end
    where ${isNew} or question_readers.hour_reads < ${readingsAnHour.ofOne}`.execute(db);
  const counted =
    own.numAffectedRows === 1n &&
    (await sql`
      update questions set reads = reads + 1, last_read_at = ${now},
        hour_from = case when ${isNewForAll} then ${now} else hour_from end,
        hour_reads = case when ${isNewForAll} then 1 else hour_reads + 1 end
      where id = ${id} and ${isOpenForAll}`.execute(db));
  if (counted && counted.numAffectedRows === 1n) return undefined;
  const { rows } = await sql<{ hour_from: Date }>`
    select hour_from from question_readers where question_id = ${id} and reader = ${reader}
      and hour_reads >= ${readingsAnHour.ofOne} and not ${isNew}
    union all select hour_from from questions where id = ${id} limit 1`.execute(db);
  return secondsOf(rows[0]?.hour_from, now);
}

/** Takes back a read that was counted; a reader without any other leaves no row. */
export async function uncountReading(
  db: Db,
  { id, reader }: { readonly id: number; readonly reader: string },
): Promise<void> {
  await sql`
    with own as (delete from question_readers where question_id = ${id} and reader = ${reader} and hour_reads <= 1)
    update question_readers set hour_reads = hour_reads - 1
    where question_id = ${id} and reader = ${reader} and hour_reads > 1`.execute(db);
  await sql`
    update questions set reads = greatest(reads - 1, 0), hour_reads = greatest(hour_reads - 1, 0)
    where id = ${id}`.execute(db);
}

/** The reads of a question that were answered from the cache. */
export interface FreeReads {
  readonly id: number;
  readonly reads: number;
  readonly lastAt: Date;
}

/**
 * Adds them to what is recorded. Rows are locked in the order of their ids, so that two processes never wait for each
 * other.
 */
export async function noteFreeReads(db: Db, free: readonly FreeReads[]): Promise<void> {
  await sql`update questions set reads = questions.reads + free.reads, last_read_at = greatest(last_read_at, free.last_at)
    from (select id, given.reads, last_at from questions join unnest(${free.map(({ id }) => id)}::int8[],
        ${free.map(({ reads }) => reads)}::int8[], ${free.map(({ lastAt }) => lastAt)}::timestamptz[]) as given (id, reads, last_at) using (id)
      order by id for no key update of questions) free
    where questions.id = free.id`.execute(db);
}

const secondsOf = (from: Date | null | undefined, now: Date): number =>
  Math.max(1, Math.ceil(((from ?? now).getTime() + hourMs - now.getTime()) / 1000));

const listOf = <T extends Table>(table: T, entity: Entity) =>
  storedList(table, {
    only: sql<SqlBool>`${sql.ref(`${table}.revoked_at`)} is null`,
    columns: {
      ...listColumns(entity),
      ...registrarColumns(table),
      maker: sql.ref(`${table}.maker`),
      makerName: sql.ref(`${table}.maker_name`),
    },
    groups: {
      keys: { ...groupKeys(entity), registrar: registrarKey(sql.ref(`${table}.registrar_id`)) },
    },
  });

export const questionList = listOf('questions', question);
export const boardList = listOf('boards', board);

export const questionsById = rowsById('questions');

export const boardsById = rowsById('boards');

const keptForMs = 30 * 24 * hourMs;

/** Ended ones are kept for a month: expired ones are still listed, and a request for the address is not a guess. */
async function forgetOldQuestions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('question_readers')
    .where('hour_from', '<=', new Date(now.getTime() - hourMs))
    .execute();
  const before = new Date(now.getTime() - keptForMs);
  for (const table of ['questions', 'boards'] as const)
    await db
      .deleteFrom(table)
      .where(({ eb, or }) => or([eb('expires_at', '<=', before), eb('revoked_at', '<=', before)]))
      .execute();
}

forgetToo(forgetOldQuestions);
