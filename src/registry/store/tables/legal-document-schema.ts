import type { GeneratedAlways } from 'kysely';

export interface LegalDocumentTables {
  legal_documents: LegalDocumentTable;
}

export interface LegalDocumentTable {
  id: GeneratedAlways<number>;
  object_type: 'domain' | 'contact';
  object_id: number;
  object_key: string;
  operation: string;
  registrar_id: number;
  actor_name: string;
  request_id: string;
  type: string;
  size: number;
  sha256: string;
  body: Buffer;
  created_at: Date;
}
