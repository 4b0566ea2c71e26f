import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../driver/lane.ts';
import type { ApiUserTable, RegistrarTable } from '../tables/schema.ts';

export type Registrar = Selectable<RegistrarTable>;
export type ApiUser = Selectable<ApiUserTable>;

/** An API user with what authentication needs of its registrar. */
export type ApiUserWithRegistrar = ApiUser & { readonly registrar_code: string };

export function registrarsById(db: Db, ids: readonly number[]): Promise<Registrar[]> {
  return db.selectFrom('registrars').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

export function allRegistrars(db: Db): Promise<Registrar[]> {
  return db.selectFrom('registrars').selectAll().orderBy('code').execute();
}

export function registrarByCode(db: Db, code: string): Promise<Registrar | undefined> {
  return db.selectFrom('registrars').selectAll().where('code', '=', code).executeTakeFirst();
}

export function registrarsByCode(db: Db, codes: readonly string[]): Promise<Registrar[]> {
  return db.selectFrom('registrars').selectAll().where('code', '=', sql<string>`any(${codes})`).execute();
}

export function insertRegistrar(db: Db, registrar: Insertable<RegistrarTable>): Promise<Registrar> {
  return db.insertInto('registrars').values(registrar).returningAll().executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends. */
export function lockRegistrar(db: Db, id: number): Promise<Registrar> {
  return db
    .selectFrom('registrars')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function updateRegistrar(db: Db, id: number, fields: Updateable<RegistrarTable>): Promise<Registrar> {
  return db
    .updateTable('registrars')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function apiUserByName(db: Db, username: string): Promise<ApiUserWithRegistrar | undefined> {
  return db
    .selectFrom('api_users')
    .innerJoin('registrars', 'registrars.id', 'api_users.registrar_id')
    .selectAll('api_users')
    .select('registrars.code as registrar_code')
    .where('username', '=', username)
    .executeTakeFirst();
}

export function insertApiUser(db: Db, user: Insertable<ApiUserTable>): Promise<ApiUser> {
  return db.insertInto('api_users').values(user).returningAll().executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends. */
export function lockApiUser(db: Db, username: string): Promise<ApiUser | undefined> {
  return db
    .selectFrom('api_users')
    .selectAll()
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst();
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
