import { addCertificate } from '../../operations/certificates/add-certificate.ts';
import { revokeCertificate } from '../../operations/certificates/revoke-certificate.ts';
import { signCertificate } from '../../operations/certificates/sign-certificate.ts';
import { submitCertificateRequest } from '../../operations/certificates/submit-certificate-request.ts';
import { certificateRows } from '../../operations/readers/rows.ts';
import type { Certificate } from '../../operations/readers/shown.ts';
import { builder, type Types } from '../builder.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { CallerInterfaceEnum, CertificateRef } from './type.ts';

const RevocationReasonEnum = builder.enumType('RevocationReason', {
  description: 'Why a certificate is taken back.',
  values: {
    UNSPECIFIED: { value: 'UNSPECIFIED', description: 'Nobody has to know.' },
    KEY_COMPROMISE: { value: 'KEY_COMPROMISE', description: 'Somebody else may have its key.' },
    CESSATION: { value: 'CESSATION', description: 'It is not needed any more.' },
  } as const,
});

const certificate =
  (description: string) => (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<Certificate | null>>) => ({
    certificate: t.field({
      type: CertificateRef,
      nullable: true,
      description: `${description}; null when it was refused.`,
      resolve: ({ shown }) => shown,
    }),
  });

defineMutationByHand(submitCertificateRequest, {
  more: 'The name in the request is the name of the user; its key is RSA of at least 2048 bits, P-256 or P-384.',
  input: (t) => ({
    username: t.string({ required: true, description: 'The user that will come with the certificate.' }),
    csr: t.string({ required: true, description: 'The request as PEM.' }),
  }),
  translate: ({ username, csr }) => ({ user: { username }, csr }),
  show: certificateRows.one,
  payload: certificate('The request, which waits for an operator now'),
});

defineMutationByHand(signCertificate, {
  input: (t) => ({
    id: t.int({ required: true, description: 'The number of the request.' }),
    crt: t.string({ required: true, description: 'The certificate as PEM, for the key of the request.' }),
  }),
  translate: ({ id, crt }) => ({ id, crt }),
  show: certificateRows.one,
  payload: certificate('The certificate, which can be used now'),
});

defineMutationByHand(addCertificate, {
  input: (t) => ({
    username: t.string({ required: true, description: 'The user that will come with it.' }),
    crt: t.string({ required: true, description: 'The certificate as PEM.' }),
    interface: t.field({
      type: CallerInterfaceEnum,
      defaultValue: 'api',
      description: 'On which way it will be shown; API when left out.',
    }),
  }),
  translate: ({ username, crt, interface: way }) => ({ username, crt, interface: way ?? 'api' }),
  show: certificateRows.one,
  payload: certificate('The certificate, which can be used now'),
});

defineMutationByHand(revokeCertificate, {
  input: (t) => ({
    id: t.int({ required: true, description: 'The number of the certificate or request.' }),
    reason: t.field({
      type: RevocationReasonEnum,
      defaultValue: 'UNSPECIFIED',
      description: 'Why; UNSPECIFIED when left out.',
    }),
  }),
  translate: ({ id, reason }) => ({ id, reason: reason ?? 'UNSPECIFIED' }),
  show: certificateRows.one,
  payload: certificate('The certificate, which signs nobody in any more'),
});
