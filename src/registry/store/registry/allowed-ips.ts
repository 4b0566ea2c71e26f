import type { Selectable } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsBy, rowsById, updateRow } from '../driver/lists/rows.ts';
import type { AllowedIpTable } from '../tables/self-service-schema.ts';

export type AllowedIp = Selectable<AllowedIpTable>;

export const allowedIpsById = rowsById('allowed_ips');

/** Oldest first. */
export const allowedIpsOfRegistrars = rowsBy('allowed_ips', 'registrar_id');

export const insertAllowedIp = insertRow('allowed_ips');

export const updateAllowedIp = updateRow('allowed_ips');

export async function deleteAllowedIp(db: Db, id: number): Promise<void> {
  await db.deleteFrom('allowed_ips').where('id', '=', id).execute();
}
