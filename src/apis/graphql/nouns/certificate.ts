import { getOrCreate } from '../../../base/get-or-create.ts';
import { certificate } from '../../../registry/entities/certificate.ts';
import { addCertificate } from '../../../registry/operations/certificates/add-certificate.ts';
import { revokeCertificate } from '../../../registry/operations/certificates/revoke-certificate.ts';
import { showCertificate } from '../../../registry/operations/certificates/show-certificate.ts';
import { signCertificate } from '../../../registry/operations/certificates/sign-certificate.ts';
import { submitCertificateRequest } from '../../../registry/operations/certificates/submit-certificate-request.ts';
import { text } from '../../../registry/operations/input.ts';
import { certificateRows } from '../../../registry/operations/readers/rows.ts';
import type { Certificate } from '../../../registry/operations/readers/shown.ts';
import type { callerInterfaces } from '../../../registry/rules/registrar/allowed-ips.ts';
import {
  certificateStatus,
  decimalSerial,
  readCertificate,
  readRequest,
} from '../../../registry/rules/registrar/certificates.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { rowOf } from '../loading.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { rowNode } from '../row-node.ts';
import { runQuery } from '../run.ts';
import { databaseId } from '../state-fields.ts';

export const CallerInterfaceEnum = enumOf<(typeof callerInterfaces)[number]>(
  'CallerInterface',
  'The interfaces through which the users of a registrar reach the registry.',
  {
    api: 'Programs of the registrar that call directly.',
    registrar: 'People who work with the portal for registrars.',
  },
);

const StatusEnum = enumOf('CertificateStatus', 'Whether a certificate can be used, or why not.', {
  unsigned: 'It was requested; an operator has not signed it yet.',
  signed: 'It can be used.',
  revoked: 'It was revoked and can no longer be used to sign in.',
  expired: 'Its validity period is over.',
});

const certificates = new WeakMap<Certificate, ReturnType<typeof readCertificate>>();
const signed = (row: Certificate) => getOrCreate(certificates, row, () => readCertificate(row.crt ?? ''));

export const CertificateRef = rowNode<Certificate>('Certificate', certificateRows.many);

CertificateRef.implement({
  description: 'A client certificate of a user, or the request for one.',
  fields: (t) => ({
    databaseId: databaseId(t),
    ...plainFields(t, certificate),
    interface: t.expose('interface', {
      type: CallerInterfaceEnum,
      description: 'The interface it is used on.',
    }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether it can be used.',
      resolve: (row, _, { clock }) => certificateStatus(row, clock.now()),
    }),
    serial: t.string({
      nullable: true,
      description: 'The serial number from its issuer, in decimal digits; null until it is signed.',
      resolve: ({ serial }) => serial && decimalSerial(serial),
    }),
    subject: t.string({
      description: 'Its subject, such as /C=EE/CN=alpha.',
      resolve: (row) => signed(row)?.subject ?? readRequest(row.csr ?? '')?.subject ?? '',
    }),
    issuer: t.string({
      nullable: true,
      description: 'The issuer, in the form of the subject; null until it is signed.',
      resolve: (row) => signed(row)?.issuer ?? null,
    }),
    notBefore: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it becomes valid; null until it is signed.',
      resolve: (row, _, { calendar }) => {
        const notBefore = signed(row)?.notBefore;
        return notBefore ? calendar.format(notBefore) : null;
      },
    }),
  }),
});

builder.queryField('certificate', (t) =>
  t.field({
    type: CertificateRef,
    nullable: true,
    description: `${showCertificate.summary} Null when there is none.`,
    args: {
      id: t.arg.globalID({
        required: true,
        description: 'Its id, from ApiUser.certificates, or its number in the REST API.',
      }),
    },
    resolve: async (_, { id }, context) =>
      (await runQuery(context, showCertificate, { id: rowOf(CertificateRef.name, id) }))?.certificate ?? null,
  }),
);

enumOf('RevocationReason', 'Why a certificate is revoked.', {
  UNSPECIFIED: 'No reason given.',
  KEY_COMPROMISE: 'Its key may be known to others.',
  CESSATION: 'It is not needed any more.',
});

const shown = (description: string) => result('certificate', CertificateRef, description);

defineMutation(submitCertificateRequest, {
  more: 'The name in the request is the name of the user; its key is RSA of at least 2048 bits, P-256 or P-384.',
  input: submitCertificateRequest.input
    .omit({ user: true })
    .extend({ username: text('The user that will sign in with the certificate.') }),
  fieldNames: { 'user.username': 'username' },
  translate: ({ username, csr }) => ({ user: { username }, csr }),
  show: certificateRows.one,
  payload: shown('The request, which waits for an operator now'),
});

defineMutation(signCertificate, {
  show: certificateRows.one,
  payload: shown('The certificate, which can be used now'),
});

defineMutation(addCertificate, {
  show: certificateRows.one,
  payload: shown('The certificate, which can be used now'),
});

defineMutation(revokeCertificate, {
  show: certificateRows.one,
  payload: shown('The certificate, which can no longer be used to sign in'),
});
