import { addCertificate } from '../../../registry/operations/certificates/add-certificate.ts';
import { revokeCertificate } from '../../../registry/operations/certificates/revoke-certificate.ts';
import { signCertificate } from '../../../registry/operations/certificates/sign-certificate.ts';
import { submitCertificateRequest } from '../../../registry/operations/certificates/submit-certificate-request.ts';
import { text } from '../../../registry/operations/input.ts';
import { certificateRows } from '../../../registry/operations/readers/rows.ts';
import { enumOf } from '../enum-of.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { CertificateRef } from './type.ts';

enumOf('RevocationReason', 'Why a certificate is revoked.', {
  UNSPECIFIED: 'No reason given.',
  KEY_COMPROMISE: 'Its key may be known to others.',
  CESSATION: 'It is not needed any more.',
});

const certificate = (description: string) => result('certificate', CertificateRef, description);

defineMutation(submitCertificateRequest, {
  more: 'The name in the request is the name of the user; its key is RSA of at least 2048 bits, P-256 or P-384.',
  input: submitCertificateRequest.input
    .omit({ user: true })
    .extend({ username: text('The user that will sign in with the certificate.') }),
  fieldNames: { 'user.username': 'username' },
  translate: ({ username, csr }) => ({ user: { username }, csr }),
  show: certificateRows.one,
  payload: certificate('The request, which waits for an operator now'),
});

defineMutation(signCertificate, {
  show: certificateRows.one,
  payload: certificate('The certificate, which can be used now'),
});

defineMutation(addCertificate, {
  show: certificateRows.one,
  payload: certificate('The certificate, which can be used now'),
});

defineMutation(revokeCertificate, {
  show: certificateRows.one,
  payload: certificate('The certificate, which can no longer be used to sign in'),
});
