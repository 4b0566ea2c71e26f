import { z } from 'zod';
import { nameOf, registrarOf } from '../../../base/actor.ts';
import { type Failure, failure, Problems } from '../../../base/errors.ts';
import {
  type CertificateRequest,
  mostOpenRequests,
  readRequest,
  requestFailure,
} from '../../rules/registrar/certificates.ts';
import { isBlank } from '../../rules/text.ts';
import type { ApiUser } from '../../store/registry/api-users.ts';
import { countOpenRequests, insertCertificate } from '../../store/registry/certificates.ts';
import type { Registrar } from '../../store/registry/registrars.ts';
import { lockOwnUser, userKey } from '../api-users/own-user.ts';
import { text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { writeToOperators } from '../registrar/letters.ts';
import { registrySettings } from '../settings.ts';
import { certificateChange } from './certificate-document.ts';

/**
 * Stores a registrar's PKCS #10 request for one of its users: locks the user, and checks the request, which proves
 * possession of the key, and the number of open requests. An operator gets a mail and signs the certificate
 * (docs/rules/self-service.md#certificates).
 */
export const submitCertificateRequest = defineCommand({
  name: 'certificate.request',
  summary: "Asks for a certificate for one of the registrar's users, with a PKCS #10 request.",
  permits: ['registrar:super'],
  scope: 'SIGN_IN',
  input: z.object({ user: userKey, csr: text('The request as PEM.') }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  rest: 'POST /registry/v1/certificates',
  graphql: 'Mutation.certificateRequestSubmit',
  run: async (context, input) => {
    const { db, now, actor, record } = context;
    const problems = new Problems();
    const found = await problems.attempt(() => lockOwnUser(db, actor, input.user), 'user', 'username');
    const request = readRequest(input.csr);
    problems.further().direct(isBlank(input.csr) ? noRequest() : await wrongRequest(context, request, found));
    const open = found ? await countOpenRequests(db, found.user.id) : 0;
    problems
      .further()
      .direct(open >= mostOpenRequests ? failure('OBJECT_STATUS_PROHIBITS') : undefined)
      .refuseIfAny();
    if (!found) throw new Error('a missing user went unnoticed');
    const { user, registrar } = found;
    const row = await insertCertificate(db, {
      api_user_id: user.id,
      requested_by: registrarOf(actor).userId,
      interface: 'registrar',
      csr: request?.pem ?? null,
      crt: null,
      sha256: null,
      common_name: user.username,
      serial: null,
      expires_at: null,
      revoked_at: null,
      revoked_reason: null,
      created_by: nameOf(actor),
      updated_by: nameOf(actor),
      created_at: now,
      updated_at: now,
    });
    record(certificateChange(undefined, row));
    await writeToOperators(context, registrar, {
      subject: 'New Certificate Signing Request Received',
      paragraphs: [
        `${registrar.name} asks for a certificate for its user ${user.username}: request no. ${row.id}.`,
      ],
    });
    return { id: row.id, userId: user.id };
  },
});

const noRequest = () =>
  failure('REQUIRED_PARAMETER_MISSING', 'CRT or CSR must be present', { path: ['csr'] });

async function wrongRequest(
  { db }: OperationContext,
  request: CertificateRequest | undefined,
  owner: { readonly user: ApiUser; readonly registrar: Registrar } | undefined,
): Promise<Failure | undefined> {
  if (!owner) return requestFailure(request, undefined);
  const { user, registrar } = owner;
  const countryCode = registrar.country_code ?? (await registrySettings(db)).issuerCountryCode;
  return requestFailure(request, { username: user.username, countryCode });
}
