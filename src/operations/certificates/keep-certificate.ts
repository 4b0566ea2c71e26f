import { failure, refuseWith } from '../../core/errors.ts';
import { readCertificate, type SignedCertificate, unreadable } from '../../rules/registrar/certificates.ts';

/** A certificate signs in one user. */
export const certificateConflicts = {
  certificates_sha256_unique: failure('OBJECT_EXISTS', 'Certificate already exists', { path: ['crt'] }),
};

/** What an operator hands over, if it can be read and has not run out. */
export function handedOver(crt: string, now: Date): SignedCertificate {
  const certificate = readCertificate(crt) ?? refuseWith(unreadable('crt'));
  if (certificate.notAfter <= now)
    refuseWith(failure('PARAMETER_VALUE_POLICY', 'Certificate has expired', { path: ['crt'] }));
  return certificate;
}

/** What is kept of it beside the text, to find it by. */
export const signedColumns = ({ pem, sha256, serial, notAfter }: SignedCertificate) => ({
  crt: pem,
  sha256,
  serial,
  expires_at: notAfter,
});
