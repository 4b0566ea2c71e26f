import { z } from 'zod';
import { nameOf } from '../../../base/actor.ts';
import { Problems } from '../../../base/errors.ts';
import { callerInterfaces } from '../../rules/registrar/allowed-ips.ts';
import { insertCertificate } from '../../store/registry/certificates.ts';
import { lockOwnUser } from '../api-users/own-user.ts';
import { oneOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { certificateChange } from './certificate-document.ts';
import { certificateConflicts, readValidCertificate, signedColumns } from './keep-certificate.ts';

/**
 * Adds a client certificate for a user without a signing request, for an operator: locks the user, and checks that
 * the certificate can be read and has not expired. It is valid at once in every process
 * (docs/rules/self-service.md#certificates).
 */
export const addCertificate = defineCommand({
  name: 'certificate.add',
  summary: 'Adds a certificate for a user without a signing request; it is valid at once.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({
    username: text('The user that will sign in with it.'),
    crt: text('The certificate as PEM.'),
    interface: oneOf(
      callerInterfaces,
      'CallerInterface',
      'The interface it will be used on; API when left out.',
    ).default('api'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_POLICY', 'OBJECT_EXISTS', 'OBJECT_DOES_NOT_EXIST'],
  conflicts: certificateConflicts,
  graphql: 'Mutation.certificateAdd',
  run: async ({ db, now, actor, record, publish }, input) => {
    const problems = new Problems();
    const found = await problems.attempt(
      () => lockOwnUser(db, actor, { username: input.username }),
      'username',
    );
    const signed = await problems.further().attempt(async () => readValidCertificate(input.crt, now));
    problems.refuseIfAny();
    if (!found || !signed) throw new Error('a problem went unnoticed');
    const { user } = found;
    const row = await insertCertificate(db, {
      api_user_id: user.id,
      interface: input.interface,
      csr: null,
      ...signedColumns(signed),
      common_name: signed.commonName,
      revoked_at: null,
      revoked_reason: null,
      created_by: nameOf(actor),
      updated_by: nameOf(actor),
      created_at: now,
      updated_at: now,
    });
    record(certificateChange(undefined, row));
    publish('api_user', user.username);
    return { id: row.id };
  },
});
