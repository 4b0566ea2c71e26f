import type { Selectable } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsBy, rowsById, updateRow } from '../driver/lists/rows.ts';
import type { CertificateTable } from '../tables/self-service-schema.ts';

export type Certificate = Selectable<CertificateTable>;

export const certificatesById = rowsById('certificates');

/** Oldest first, including revoked ones. */
export const certificatesOfUsers = rowsBy('certificates', 'api_user_id');

/** Locks the row until the transaction ends. */
export function lockCertificate(db: Db, id: number): Promise<Certificate | undefined> {
  return db.selectFrom('certificates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** How many requests of a user are waiting to be signed. */
export async function countOpenRequests(db: Db, userId: number): Promise<number> {
  const counted = db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('api_user_id', '=', userId)
    .where('crt', 'is', null)
    .where('revoked_at', 'is', null);
  return (await counted.executeTakeFirstOrThrow()).count;
}

export const insertCertificate = insertRow('certificates');

export const updateCertificate = updateRow('certificates');
