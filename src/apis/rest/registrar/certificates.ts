import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { showCertificate } from '../../../registry/operations/certificates/show-certificate.ts';
import { submitCertificateRequest } from '../../../registry/operations/certificates/submit-certificate-request.ts';
import type { Certificate } from '../../../registry/operations/readers/shown.ts';
import {
  decimalSerial,
  readCertificate,
  readRequest,
} from '../../../registry/rules/registrar/certificates.ts';
import { fields, isHash, oneOf, orFlat, unvalidated, word, wrapper } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { data, flag, moment, number, orNull, text } from '../shapes.ts';
import { success } from './envelope.ts';
import { idIn, selfService } from './self-service.ts';

const subject = text('Its subject', '/C=EE/CN=alpha');
const alg = text('How it is signed', 'sha256WithRSAEncryption');
const certificateShape = z.object({
  id: number('The number of the certificate', 1),
  api_user_id: number('The number of its user', 1),
  creator_str: text('The user or operator who requested or added it', 'alpha'),
  updator_str: text('The user or operator who changed it last', 'alpha'),
  created_at: moment('When it was requested'),
  updated_at: moment('When it was last changed'),
  common_name: text('The name in it', 'alpha'),
  md5: z.null().meta({ description: 'Nothing: see `sha256`' }),
  sha256: orNull(text('Its fingerprint, once it is signed', 'ab'.repeat(32))),
  interface: z.enum(['api', 'registrar']).meta({ description: 'The interface that it is for' }),
  revoked: flag('Whether it was revoked'),
  expires_at: orNull(moment('When it expires')),
  serial: orNull(text('The number that its issuer gave it', '1234')),
  revoked_at: orNull(moment('When it was revoked')),
  revoked_reason: orNull(number('Why it was revoked (RFC 5280)', 1)),
  csr: z
    .object({ version: number('Always 0', 0), subject, alg })
    .optional()
    .meta({ description: 'The signing request, if there was one' }),
  crt: z
    .object({
      version: number('2 is X.509 version 3', 2),
      serial: text('The number that its issuer gave it', '1234'),
      alg,
      issuer: text('Its issuer', '/C=EE/CN=Registry CA'),
      not_before: moment('When it becomes valid'),
      not_after: moment('When it expires'),
      subject,
      extensions: z
        .array(z.string())
        .meta({ description: 'Its extensions', examples: [['basicConstraints = CA:FALSE']] }),
    })
    .optional()
    .meta({ description: 'The certificate, once it is signed' }),
});

const requestFields = {
  api_user_id: word({ description: 'The number of the user' }),
  csr: unvalidated({
    type: 'object',
    description: 'The request',
    properties: {
      body: { type: 'string', description: 'The PEM text in base64' },
      type: { type: 'string', description: 'Not read' },
    },
  }).optional(),
};
const requestBody = orFlat(fields({ certificate: wrapper(requestFields) }), 'certificate', requestFields);

const path = '/api_users/:api_user_id/certificates/:certificate_id';
const certificateIn = (call: RestCall) =>
  call.run(showCertificate, { id: idIn(call.path.certificate_id), userId: idIn(call.path.api_user_id) });

/** docs/rules/self-service.md#certificates. */
export const certificateRoutes: readonly RestRoute[] = [
  {
    method: 'GET' as const,
    path,
    operation: showCertificate,
    docs: { data: data({ cert: certificateShape }) },
    handle: async (call: RestCall) =>
      success({ cert: certificateView((await certificateIn(call)).certificate, call.calendar) }),
  },
  route({
    method: 'GET',
    path: `${path}/download`,
    operation: showCertificate,
    produces: ['application/octet-stream'],
    docs: { id: 'certificatesDownload' },
    request: {
      query: fields({ type: oneOf(['csr', 'crt'], { description: 'The request or the certificate' }) }),
    },
    handle: async (call) => {
      const { certificate, user } = await certificateIn(call);
      const pem = certificate[call.query.type] ?? refuseWith(objectDoesNotExist());
      const day = call.calendar.dateOf(call.now).slice(2).replaceAll('-', '');
      // A username may contain characters that are not allowed in a header or a file name.
      const name = user.username.replaceAll(/[^\w.-]/g, '_');
      return {
        bytes: Buffer.from(pem),
        contentType: 'application/octet-stream',
        headers: {
          'content-disposition': `attachment; filename="${name}_${day}_portal.${call.query.type}.pem"`,
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/certificates',
    operation: submitCertificateRequest,
    request: { body: requestBody },
    docs: { data: data({ api_user: z.object({ id: number('The number of the user', 1) }) }) },
    handle: async ({ run, body: { certificate } }) => {
      const { userId } = await run(submitCertificateRequest, {
        user: { id: idIn(certificate.api_user_id) },
        csr: pemIn(certificate.csr),
      });
      return success({ api_user: { id: userId } });
    },
  }),
].map(selfService);

/** Base64 of the file, or the file; portals send the word `invalid` for one that they could not read. */
function pemIn(csr: unknown): string {
  const sent = isHash(csr) ? csr.body : csr;
  if (typeof sent !== 'string' || sent === 'invalid') return '';
  return sent.startsWith('-----BEGIN') ? sent : Buffer.from(sent, 'base64').toString('latin1');
}

export const subjectOf = ({ crt, csr }: Certificate): string =>
  (readCertificate(crt ?? '') ?? readRequest(csr ?? ''))?.subject ?? '';

function certificateView(row: Certificate, calendar: Calendar): z.infer<typeof certificateShape> {
  const csr = readRequest(row.csr ?? '');
  const crt = readCertificate(row.crt ?? '');
  return {
    id: row.id,
    api_user_id: row.api_user_id,
    creator_str: row.created_by,
    updator_str: row.updated_by,
    created_at: calendar.format(row.created_at),
    updated_at: calendar.format(row.updated_at),
    common_name: row.common_name,
    md5: null,
    sha256: row.sha256,
    interface: row.interface,
    revoked: row.revoked_at !== null,
    expires_at: row.expires_at && calendar.format(row.expires_at),
    serial: row.serial && decimalSerial(row.serial),
    revoked_at: row.revoked_at && calendar.format(row.revoked_at),
    revoked_reason: row.revoked_reason,
    ...(csr && { csr: { version: csr.version, subject: csr.subject, alg: csr.alg } }),
    ...(crt && {
      crt: {
        version: crt.version,
        serial: decimalSerial(crt.serial),
        alg: crt.alg,
        issuer: crt.issuer,
        not_before: calendar.format(crt.notBefore),
        not_after: calendar.format(crt.notAfter),
        subject: crt.subject,
        extensions: [...crt.extensions],
      },
    }),
  };
}
