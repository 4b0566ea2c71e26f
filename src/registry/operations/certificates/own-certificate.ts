import type { Actor } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import type { ApiUser } from '../../store/registry/api-users.ts';
import { type Certificate, certificatesById, lockCertificate } from '../../store/registry/certificates.ts';
import { ownUser } from '../api-users/own-user.ts';
import type { Db } from '../operation.ts';

/** A certificate of one of the caller's users, or of any user for an operator; locked for a change. */
export async function ownCertificate(
  db: Db,
  actor: Actor,
  id: number,
  how: 'read' | 'lock',
): Promise<{ certificate: Certificate; user: ApiUser }> {
  const certificate =
    how === 'lock' ? await lockCertificate(db, id) : (await certificatesById(db, [id])).at(0);
  if (!certificate) return refuseWith(objectDoesNotExist());
  return { certificate, user: await ownUser(db, actor, { id: certificate.api_user_id }) };
}
