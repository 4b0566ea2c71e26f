import type { Selectable } from 'kysely';
import type { Db } from '../driver/lane.ts';
import type { BlockedNameTable } from '../tables/schema.ts';

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
