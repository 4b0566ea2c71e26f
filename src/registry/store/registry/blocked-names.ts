import { type Selectable, sql } from 'kysely';
import { blockedName } from '../../entities/names.ts';
import type { Db } from '../driver/connections/pool.ts';
import { rowsById } from '../driver/lists/rows.ts';
import { entityList, zoneOf } from '../driver/lists/stored-list.ts';
import type { BlockedNameTable } from '../tables/schema.ts';

export type BlockedName = Selectable<BlockedNameTable>;

export const blockedNameList = entityList(blockedName, {
  keys: { zone: { value: zoneOf(sql`blocked_names.name`) } },
});

export const blockedNamesById = rowsById('blocked_names');

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
