import { z } from 'zod';
import { nameOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { readRequest } from '../../rules/registrar/certificates.ts';
import { updateApiUser } from '../../store/registry/api-users.ts';
import { updateCertificate } from '../../store/registry/certificates.ts';
import { noteMaker } from '../../store/registry/user-makers.ts';
import { endTokens } from '../access-tokens/end-tokens.ts';
import { apiUserChange } from '../api-users/api-user-document.ts';
import { tellOfEndedLink } from '../api-users/end-link.ts';
import { lockOwnUser } from '../api-users/own-user.ts';
import { rowId, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { certificateChange } from './certificate-document.ts';
import { certificateConflicts, readValidCertificate, signedColumns } from './keep-certificate.ts';
import { ownCertificate } from './own-certificate.ts';

/**
 * Stores the certificate that an operator has signed for a request: locks the user and the request, checks that the
 * certificate fits the key of the request, and mails the registrar. The registry's CA key is not kept here; a
 * certificate that somebody else requested for a user also ends the user's links to other users.
 */
export const signCertificate = defineCommand({
  name: 'certificate.sign',
  summary: 'Stores the certificate that was signed for a request; it is valid at once.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Certificate', 'The id of the request.'),
    crt: text('The certificate as PEM, for the key of the request.'),
  }),
  errors: [
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  conflicts: certificateConflicts,
  graphql: 'Mutation.certificateSign',
  run: async (context, input) => {
    const { db, now, actor, record, publish } = context;
    // Users are locked before their certificates, in the same order as when a user is deleted.
    const { user: found } = await ownCertificate(db, actor, input.id, 'read');
    const { user, registrar } = await lockOwnUser(db, actor, { id: found.id });
    const { certificate: before } = await ownCertificate(db, actor, input.id, 'lock');
    if (before.crt !== null || before.revoked_at) refuseWith(failure('OBJECT_STATUS_PROHIBITS'));
    const signed = readValidCertificate(input.crt, now);
    const requested = readRequest(before.csr ?? '');
    if (!requested?.key.equals(signed.key))
      refuseWith(
        failure('PARAMETER_VALUE_POLICY', 'Certificate does not belong to the key of the request', {
          path: ['crt'],
        }),
      );
    const after = await updateCertificate(db, before.id, {
      ...signedColumns(signed),
      updated_by: nameOf(actor),
      updated_at: now,
    });
    record(certificateChange(before, after));
    if (before.requested_by !== user.id && user.subject !== null) {
      await tellOfEndedLink(context, user);
      await endTokens(context, { switchedBy: user.id });
      const by = { updated_by: nameOf(actor), updated_at: now };
      record(apiUserChange(user, await updateApiUser(db, user.id, { subject: null, ...by })));
    }
    if (before.requested_by !== null && before.requested_by !== user.id)
      await noteMaker(db, { userId: user.id, makerId: before.requested_by, at: now });
    publish('api_user', user.username);
    writeToRegistrar(context, registrar, {
      subject: 'Certificate Signing Confirmation',
      paragraphs: [`The certificate of your API user ${user.username} was signed and can be used now.`],
    });
    return { id: after.id };
  },
});
