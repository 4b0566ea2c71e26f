import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../driver/pool.ts';
import { rowsById } from '../driver/rows-by-id.ts';
import type { CertificateTable } from '../tables/self-service-schema.ts';

export type Certificate = Selectable<CertificateTable>;

export const certificatesById = rowsById('certificates');

/** Oldest first, the revoked ones too. */
export function certificatesOfUsers(db: Db, userIds: readonly number[]): Promise<Certificate[]> {
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('api_user_id', '=', sql<number>`any(${userIds})`)
    .orderBy('id')
    .execute();
}

/** Locks the row until the transaction ends. */
export function lockCertificate(db: Db, id: number): Promise<Certificate | undefined> {
  return db.selectFrom('certificates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** How many requests of a user wait to be signed. */
export async function countOpenRequests(db: Db, userId: number): Promise<number> {
  const counted = db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('api_user_id', '=', userId)
    .where('crt', 'is', null)
    .where('revoked_at', 'is', null);
  return (await counted.executeTakeFirstOrThrow()).count;
}

export function insertCertificate(db: Db, row: Insertable<CertificateTable>): Promise<Certificate> {
  return db.insertInto('certificates').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateCertificate(
  db: Db,
  id: number,
  fields: Updateable<CertificateTable>,
): Promise<Certificate> {
  return db
    .updateTable('certificates')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
