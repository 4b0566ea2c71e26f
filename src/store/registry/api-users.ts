import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ListQuery } from '../../core/filter.ts';
import { applyList, type Columns } from '../driver/filters.ts';
import type { Db } from '../driver/lane.ts';
import type { ApiUserTable } from '../tables/schema.ts';

export type ApiUser = Selectable<ApiUserTable>;

/** By number or by name. */
export type UserKey = { readonly id: number } | { readonly username: string };

const columns: Columns = { username: sql`api_users.username` };

/** Those that are there; of undefined: everybody's. */
const usersOf = (db: Db, registrarId: number | undefined) =>
  db
    .selectFrom('api_users')
    .where('deleted_at', 'is', null)
    .$if(registrarId !== undefined, (query) => query.where('registrar_id', '=', Number(registrarId)));

const called = (db: Db, key: UserKey) => {
  const users = usersOf(db, undefined);
  return 'id' in key ? users.where('id', '=', key.id) : users.where('username', '=', key.username);
};

export function listApiUsers(db: Db, registrarId: number | undefined, list: ListQuery): Promise<ApiUser[]> {
  return applyList(usersOf(db, registrarId).selectAll(), list, columns, sql`api_users.id`).execute();
}

export async function countApiUsers(db: Db, registrarId: number | undefined): Promise<number> {
  const counted = usersOf(db, registrarId).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

export function apiUserBy(db: Db, key: UserKey): Promise<ApiUser | undefined> {
  return called(db, key).selectAll().executeTakeFirst();
}

export const apiUserByName = (db: Db, username: string): Promise<ApiUser | undefined> =>
  apiUserBy(db, { username });

/** Locks the row until the transaction ends. */
export function lockApiUser(db: Db, key: UserKey): Promise<ApiUser | undefined> {
  return called(db, key).selectAll().forUpdate().executeTakeFirst();
}

/** Who may do everything for a registrar, and is let in. */
export async function superUsers(db: Db, registrarId: number): Promise<number[]> {
  const rows = await usersOf(db, registrarId)
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`'super' = any(roles)`)
    .execute();
  return rows.map(({ id }) => id);
}

export function insertApiUser(db: Db, user: Insertable<ApiUserTable>): Promise<ApiUser> {
  return db.insertInto('api_users').values(user).returningAll().executeTakeFirstOrThrow();
}

export function updateApiUser(db: Db, id: number, fields: Updateable<ApiUserTable>): Promise<ApiUser> {
  return db
    .updateTable('api_users')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function apiUsersById(db: Db, ids: readonly number[]): Promise<ApiUser[]> {
  return db.selectFrom('api_users').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}
