import { nameOf, registrarOf } from '../../../base/actor.ts';
import { insertLegalDocument } from '../../store/registry/legal-documents.ts';
import type { Call, RunningContext } from './running-context.ts';

/** The object that a command with a legal document is about. */
interface Snapshot {
  readonly id: number;
  readonly name?: string;
  readonly code?: string;
}

/** Stored in the transaction of the command it belongs to; a dry run stores none. */
export async function storeDocument(
  { db, now, request }: RunningContext,
  operation: string,
  value: unknown,
  { actor, legalDocument, dryRun }: Call,
): Promise<void> {
  if (!legalDocument || dryRun) return;
  const { id, name, code } = value as Snapshot;
  const { type, bytes, sha256 } = legalDocument;
  await insertLegalDocument(db, {
    object_type: operation.startsWith('contact.') ? 'contact' : 'domain',
    object_id: id,
    object_key: name ?? code ?? '',
    operation,
    registrar_id: registrarOf(actor).registrarId,
    actor_name: nameOf(actor),
    request_id: request.id,
    type,
    size: bytes.length,
    sha256,
    body: bytes,
    created_at: now,
  });
}
