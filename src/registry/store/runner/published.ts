import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Entity } from '../../entities/entity.ts';
import { board, question } from '../../entities/published.ts';
import { readingsAnHour } from '../../rules/published.ts';
import { groupKeys, listColumns } from '../driver/entity-columns.ts';
import { registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { insertRow, rowsById } from '../driver/rows.ts';
import { registrarColumns, storedList } from '../driver/stored-list.ts';
import type { BoardTable, PublishedTables, QuestionTable } from '../tables/published-schema.ts';
import { isStillLinked } from './access-tokens.ts';

export type Question = Selectable<QuestionTable>;
export type Board = Selectable<BoardTable>;

type Table = keyof PublishedTables;
type MakerColumns = Pick<Question, 'maker' | 'maker_name' | 'registrar_id'>;

/** Any number will do, as long as nothing else of ours locks under it. */
const PUBLISHED = 20103;

/** How many are open of one registrar, portal or client, which publishes one at a time from here on. */
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

/** Locked until the transaction ends; undefined: revoked, or never there. */
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

/** Refused by every process from the commit on: none remembers who may read. */
export async function revokePublished(db: Db, table: Table, id: number, now: Date): Promise<void> {
  await db.updateTable(table).set({ revoked_at: now }).where('id', '=', id).execute();
}

export function changeBoard(
  db: Db,
  id: number,
  change: Pick<Board, 'name' | 'question_ids' | 'expires_at'>,
): Promise<Board> {
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
 * Counts a reading, unless there were too many in the hour that began with the first of them. Returns the seconds until
 * that hour is over; undefined: it is counted.
 */
export async function countReading(db: Db, id: number, now: Date): Promise<number | undefined> {
  const since = new Date(now.getTime() - hourMs);
  // The sandbox's clock can go back; a little later than now is another reading of this moment.
  const later = new Date(now.getTime() + hourMs);
  const isNew = sql<boolean>`(hour_from is null or hour_from <= ${since} or hour_from > ${later})`;
  const counted = await sql`
    update questions set reads = reads + 1, last_read_at = ${now},
      hour_from = case when ${isNew} then ${now} else hour_from end,
      hour_reads = case when ${isNew} then 1 else hour_reads + 1 end
    where id = ${id} and (${isNew} or hour_reads < ${readingsAnHour})`.execute(db);
  if (counted.numAffectedRows === 1n) return undefined;
  const row = await db.selectFrom('questions').select('hour_from').where('id', '=', id).executeTakeFirst();
  const endsAt = (row?.hour_from ?? now).getTime() + hourMs;
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}

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
export async function forgetOldQuestions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptForMs);
  for (const table of ['questions', 'boards'] as const)
    await db
      .deleteFrom(table)
      .where(({ eb, or }) => or([eb('expires_at', '<=', before), eb('revoked_at', '<=', before)]))
      .execute();
}
