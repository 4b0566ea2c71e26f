import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../driver/pool.ts';
import { rowsById } from '../driver/rows-by-id.ts';
import type { AllowedIpTable } from '../tables/self-service-schema.ts';

export type AllowedIp = Selectable<AllowedIpTable>;

export const allowedIpsById = rowsById('allowed_ips');

/** Oldest first. */
export function allowedIpsOfRegistrars(db: Db, registrarIds: readonly number[]): Promise<AllowedIp[]> {
  return db
    .selectFrom('allowed_ips')
    .selectAll()
    .where('registrar_id', '=', sql<number>`any(${registrarIds})`)
    .orderBy('id')
    .execute();
}

export function insertAllowedIp(db: Db, row: Insertable<AllowedIpTable>): Promise<AllowedIp> {
  return db.insertInto('allowed_ips').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateAllowedIp(db: Db, id: number, fields: Updateable<AllowedIpTable>): Promise<AllowedIp> {
  return db
    .updateTable('allowed_ips')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAllowedIp(db: Db, id: number): Promise<void> {
  await db.deleteFrom('allowed_ips').where('id', '=', id).execute();
}
