import { changesOf, type Document } from '../../../base/events.ts';
import type { Certificate } from '../../store/registry/certificates.ts';

/** A certificate as history keeps it. */
const certificateDocument = (row: Certificate): Document => ({
  apiUserId: row.api_user_id,
  interface: row.interface,
  commonName: row.common_name,
  sha256: row.sha256,
  serial: row.serial,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  revokedReason: row.revoked_reason,
});

export const certificateChange = changesOf('certificate', ({ id }) => String(id), certificateDocument);
