import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/pool.ts';
import { storedList, zoneOf } from '../driver/stored-list.ts';
import type { BlockedNameTable } from '../tables/schema.ts';

export type BlockedName = Selectable<BlockedNameTable>;

export const blockedNameList = storedList('blocked_names', {
  columns: { name: sql`blocked_names.name`, createdAt: sql`blocked_names.created_at` },
  groups: {
    keys: {
      zone: { value: zoneOf(sql`blocked_names.name`) },
      createdAt: { value: sql`blocked_names.created_at` },
    },
  },
});

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
