import { nameOf } from '../../../base/actor.ts';
import { type Certificate, updateCertificate } from '../../store/registry/certificates.ts';
import type { OperationContext } from '../operation.ts';
import { certificateChange } from './certificate-document.ts';

/** RFC 5280, 5.3.1. */
export const revocationReasons = { UNSPECIFIED: 0, KEY_COMPROMISE: 1, CESSATION: 5 } as const;
export type RevocationReason = keyof typeof revocationReasons;

/** The certificate can no longer be used to sign in; a pending request is withdrawn. */
export async function revoke(
  { db, now, actor, record }: OperationContext,
  certificate: Certificate,
  reason: RevocationReason,
): Promise<void> {
  const after = await updateCertificate(db, certificate.id, {
    revoked_at: now,
    revoked_reason: revocationReasons[reason],
    updated_by: nameOf(actor),
    updated_at: now,
  });
  record(certificateChange(certificate, after));
}
