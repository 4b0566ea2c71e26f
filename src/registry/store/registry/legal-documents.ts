import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import type { LegalDocumentTable } from '../tables/legal-document-schema.ts';

/** All columns except the content, which is read for a download. */
export type LegalDocumentRow = Omit<Selectable<LegalDocumentTable>, 'body'>;

const columns = [
  'id',
  'object_type',
  'object_id',
  'object_key',
  'operation',
  'registrar_id',
  'actor_name',
  'request_id',
  'type',
  'size',
  'sha256',
  'created_at',
] as const;

export async function insertLegalDocument(db: Db, row: Insertable<LegalDocumentTable>): Promise<void> {
  await db.insertInto('legal_documents').values(row).execute();
}

/** Newest first. */
const documentsOf =
  (type: LegalDocumentTable['object_type']) =>
  (db: Db, ids: readonly number[]): Promise<LegalDocumentRow[]> =>
    db
      .selectFrom('legal_documents')
      .select(columns)
      .where('object_type', '=', type)
      .where('object_id', '=', sql<number>`any(${ids})`)
      .orderBy('id', 'desc')
      .execute();

export const documentsOfDomains = documentsOf('domain');
export const documentsOfContacts = documentsOf('contact');

export const legalDocumentsById = (db: Db, ids: readonly number[]): Promise<LegalDocumentRow[]> =>
  db.selectFrom('legal_documents').select(columns).where('id', '=', sql<number>`any(${ids})`).execute();

export function legalDocumentById(db: Db, id: number): Promise<Selectable<LegalDocumentTable> | undefined> {
  return db.selectFrom('legal_documents').selectAll().where('id', '=', id).executeTakeFirst();
}
