import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { registrar } from '../../entities/registrar.ts';
import type { Db } from '../driver/pool.ts';
import { rowsById } from '../driver/rows-by-id.ts';
import { entityList } from '../driver/stored-list.ts';
import type { RegistrarTable } from '../tables/schema.ts';

export type Registrar = Selectable<RegistrarTable>;

export const registrarsById = rowsById('registrars');

const listWith = (balance: RawBuilder<unknown>) =>
  entityList(registrar, {
    columns: { balance },
    keys: {
      countryCode: { value: sql`registrars.country_code` },
      suspended: { value: sql`registrars.suspended_at is not null` },
    },
    amount: balance,
  });

export const registrarList = listWith(
  sql`(select balance from accounts where accounts.registrar_id = registrars.id)`,
);

/** For callers who do not see balances here: filters and sums find none. */
export const registrarListWithoutBalances = listWith(sql`null::numeric`);

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
