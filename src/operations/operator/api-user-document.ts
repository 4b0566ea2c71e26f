import type { Document } from '../../core/events.ts';
import type { ApiUser } from '../../store/registry/registrars.ts';

/** An API user as history keeps it; of the password only that it changed. */
export const apiUserDocument = (
  user: Omit<ApiUser, 'id' | 'created_at' | 'updated_at' | 'last_login_at'>,
): Document => ({
  username: user.username,
  registrarId: user.registrar_id,
  passwordHash: user.password_hash,
  roles: user.roles,
  active: user.active,
  certificateFingerprints: user.certificate_fingerprints,
  allowedIps: user.allowed_ips,
});
