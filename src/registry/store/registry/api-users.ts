import { type Selectable, sql } from 'kysely';
import { apiUser } from '../../entities/api-user.ts';
import type { Db } from '../driver/connections/pool.ts';
import { registrarKey } from '../driver/lists/group-keys.ts';
import { insertRow, rowsById, updateRow } from '../driver/lists/rows.ts';
import { eachOf, entityList, registrarColumns } from '../driver/lists/stored-list.ts';
import type { ApiUserTable } from '../tables/schema.ts';

export type ApiUser = Selectable<ApiUserTable>;

/** The id or the name of a user. */
export type UserKey = { readonly id: number } | { readonly username: string };

/** The users of a registrar, or of all registrars, that are not deleted. */
const usersOf = (db: Db, registrarId: number | undefined) =>
  db
    .selectFrom('api_users')
    .where('deleted_at', 'is', null)
    .$if(registrarId !== undefined, (query) => query.where('registrar_id', '=', Number(registrarId)));

const called = (db: Db, key: UserKey) => {
  const users = usersOf(db, undefined);
  return 'id' in key ? users.where('id', '=', key.id) : users.where('username', '=', key.username);
};

export const apiUserList = entityList(apiUser, {
  only: sql`api_users.deleted_at is null`,
  columns: registrarColumns('api_users'),
  keys: {
    registrar: registrarKey(sql`api_users.registrar_id`),
    role: eachOf(sql`api_users.roles`),
  },
});

export function apiUserBy(db: Db, key: UserKey): Promise<ApiUser | undefined> {
  return called(db, key).selectAll().executeTakeFirst();
}

export const apiUserByName = (db: Db, username: string): Promise<ApiUser | undefined> =>
  apiUserBy(db, { username });

/** Locks the row until the transaction ends. */
export function lockApiUser(db: Db, key: UserKey): Promise<ApiUser | undefined> {
  return called(db, key).selectAll().forUpdate().executeTakeFirst();
}

export const usersOfRegistrar = (db: Db, registrarId: number): Promise<ApiUser[]> =>
  db
    .selectFrom('api_users')
    .selectAll()
    .where('registrar_id', '=', registrarId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export async function countApiUsers(db: Db, registrarId: number): Promise<number> {
  const { count } = await usersOf(db, registrarId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Tells whether a user of another registrar has this name, or had it: names stay taken. */
export async function isNameOfOthers(db: Db, username: string, registrarId: number): Promise<boolean> {
  const row = await db
    .selectFrom('api_users')
    .select('id')
    .where('username', '=', username)
    .where('registrar_id', '<>', registrarId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Frees a user name for a dry run, whose transaction is rolled back. */
export async function renameUsersOfOthers(db: Db, username: string, registrarId: number): Promise<void> {
  await sql`update api_users set username = username || ' ' || gen_random_uuid()
    where username = ${username} and registrar_id <> ${registrarId}`.execute(db);
}

/** The active super users of a registrar. */
export async function superUsers(db: Db, registrarId: number): Promise<number[]> {
  const rows = await usersOf(db, registrarId)
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`'super' = any(roles)`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Another user of the same person. */
export type LinkedUser = ApiUser & { readonly registrar_code: string; readonly registrar_name: string };

/** The active users with the same confirmed identity code, of any registrar. */
export function linkedUsers(db: Db, userId: number): Promise<LinkedUser[]> {
  return db
    .selectFrom('api_users as own')
    .innerJoin('api_users', 'api_users.subject', 'own.subject')
    .innerJoin('registrars', 'registrars.id', 'api_users.registrar_id')
    .selectAll('api_users')
    .select(['registrars.code as registrar_code', 'registrars.name as registrar_name'])
    .where('own.id', '=', userId)
    .where('api_users.id', '<>', userId)
    .where('api_users.deleted_at', 'is', null)
    .where('api_users.active', '=', true)
    .where('api_users.verified_at', 'is not', null)
    .orderBy('api_users.id')
    .execute();
}

export const insertApiUser = insertRow('api_users');

export const updateApiUser = updateRow('api_users');

export const apiUsersById = rowsById('api_users');
