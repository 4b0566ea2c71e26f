import { changesOf, type Document } from '../../../base/events.ts';
import type { ApiUser } from '../../store/registry/api-users.ts';

/** An API user as history keeps it; for the password only that it changed. */
const apiUserDocument = (user: ApiUser): Document => ({
  username: user.username,
  registrarId: user.registrar_id,
  passwordHash: user.password_hash,
  roles: user.roles,
  active: user.active,
  email: user.email,
  identityCode: user.identity_code,
  confirmedIdentityCode: user.subject,
  certificateFingerprints: user.certificate_fingerprints,
  allowedIps: user.allowed_ips,
});

export const apiUserChange = changesOf('api_user', ({ username }) => username, apiUserDocument);
