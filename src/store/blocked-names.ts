import { type Selectable, sql } from 'kysely';
import type { Db } from './database.ts';
import type { BlockedNameTable } from './schema.ts';

export type BlockedName = Selectable<BlockedNameTable>;

export function insertBlockedName(db: Db, name: string, puny: string, now: Date): Promise<BlockedName> {
  return db
    .insertInto('blocked_names')
    .values({ name, name_puny: puny, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function deleteBlockedName(db: Db, name: string): Promise<BlockedName | undefined> {
  return db.deleteFrom('blocked_names').where('name', '=', name).returningAll().executeTakeFirst();
}

export function blockedNamesById(db: Db, ids: readonly number[]): Promise<BlockedName[]> {
  return db.selectFrom('blocked_names').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}
