import { type Selectable, sql } from 'kysely';
import { operator } from '../../entities/operator.ts';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsById, updateRow } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import type { OperatorTable } from '../tables/self-service-schema.ts';

export type Operator = Selectable<OperatorTable>;

export const operatorList = entityList(operator);
export const operatorsById = rowsById('operators');
export const insertOperator = insertRow('operators');
export const updateOperatorRow = updateRow('operators');

/** Locks the operator until the transaction ends. */
export const lockOperator = (db: Db, id: number): Promise<Operator | undefined> =>
  db.selectFrom('operators').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** One of those who may sign in, by e-mail address in any case of letters. */
export const operatorByEmail = (db: Db, email: string): Promise<Operator | undefined> =>
  db
    .selectFrom('operators')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/**
 * Returns the operator with this address who may sign in, and whether the person has signed in from that network
 * before.
 */
export async function operatorSigningIn(
  db: Db,
  email: string,
  network: string,
): Promise<{ readonly person: Operator | undefined; readonly isFamiliar: boolean }> {
  const found = await db
    .selectFrom('operators')
    .leftJoin('operator_networks as seen', (join) =>
      join.onRef('seen.operator_id', '=', 'operators.id').on('seen.network', '=', network),
    )
    .selectAll('operators')
    .select('seen.network as seen')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!found) return { person: undefined, isFamiliar: false };
  const { seen, ...person } = found;
  return { person, isFamiliar: seen !== null };
}

/** Tells whether one of those who may sign in has this name, in any case of letters. */
export async function isOperatorName(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('operators')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Tells whether somebody with this address was disabled: a provider must not add such a person again. */
export async function isDisabledEmail(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('operators')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The operator that a link was made for, if it has not ended. */
export const operatorByLink = (db: Db, hash: string, now: Date): Promise<Operator | undefined> =>
  db
    .selectFrom('operators')
    .selectAll()
    .where('link_hash', '=', hash)
    .where('link_ends_at', '>', now)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
