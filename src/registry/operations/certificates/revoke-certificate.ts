import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import { oneOf, rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { ownCertificate } from './own-certificate.ts';
import { type RevocationReason, revocationReasons, revoke } from './revoke.ts';

const reasons = Object.keys(revocationReasons) as [RevocationReason, ...RevocationReason[]];

/**
 * Revokes a certificate of one of the registrar's users, or withdraws the request for one: locks it and stores the
 * reason. Every process hears of it, so nobody signs in with it any more (docs/rules/self-service.md#certificates).
 */
export const revokeCertificate = defineCommand({
  name: 'certificate.revoke',
  summary: 'Revokes a certificate at once, or withdraws the request for one.',
  permits: ['registrar:super', 'operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Certificate', 'The id of the certificate or request.'),
    reason: oneOf(reasons, 'RevocationReason', 'Why; UNSPECIFIED when left out.').default('UNSPECIFIED'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.certificateRevoke',
  run: async (context, { id, reason }) => {
    const { certificate, user } = await ownCertificate(context.db, context.actor, id, 'lock');
    if (certificate.revoked_at) refuseWith(failure('OBJECT_STATUS_PROHIBITS'));
    await revoke(context, certificate, reason);
    context.publish('api_user', user.username);
    return { id };
  },
});
