import { type RawBuilder, type Selectable, sql } from 'kysely';
import { registrar } from '../../entities/registrar.ts';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsById, updateRow } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { RegistrarTable } from '../tables/schema.ts';

export type Registrar = Selectable<RegistrarTable>;

export const registrarsById = rowsById('registrars');

const listWith = (balance: RawBuilder<unknown>) =>
  entityList(registrar, {
    of: 'own',
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

/** The list for callers who may not see balances: its filters and sums do not see them either. */
export const registrarListWithoutBalances = listWith(sql`null::numeric`);

export function registrarByCode(db: Db, code: string): Promise<Registrar | undefined> {
  return db.selectFrom('registrars').selectAll().where('code', '=', code).executeTakeFirst();
}

export function registrarsByCode(db: Db, codes: readonly string[]): Promise<Registrar[]> {
  return db.selectFrom('registrars').selectAll().where('code', '=', sql<string>`any(${codes})`).execute();
}

export const insertRegistrar = insertRow('registrars');

/** Locks the row until the transaction ends. */
export function lockRegistrar(db: Db, id: number): Promise<Registrar> {
  return db
    .selectFrom('registrars')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export const updateRegistrar = updateRow('registrars');
