import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { defineQuery } from '../operation.ts';
import { ownCertificate } from './own-certificate.ts';

/**
 * Shows a certificate of one of the registrar's users, or the request for it. An operator sees the certificates of
 * all registrars (docs/rules/self-service.md#certificates).
 */
export const showCertificate = defineQuery({
  name: 'certificate.show',
  summary: "Shows a certificate of one of the registrar's users, or the request for it.",
  permits: ['registrar:super', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ id: z.number(), userId: z.number().optional() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/api_users/:api_user_id/certificates/:certificate_id',
  graphql: 'Query.certificate',
  run: async ({ db, actor }, { id, userId }) => {
    const found = await ownCertificate(db, actor, id, 'read');
    return [undefined, found.user.id].includes(userId) ? found : refuseWith(objectDoesNotExist());
  },
});
