import { failure, refuseWith } from '../../../base/errors.ts';
import { readCertificate, type SignedCertificate, unreadable } from '../../rules/registrar/certificates.ts';

/** A certificate belongs to one user only. */
export const certificateConflicts = {
  certificates_sha256_unique: failure('OBJECT_EXISTS', 'Certificate already exists', { path: ['crt'] }),
};

/** A certificate from an operator, if it can be parsed and has not expired. */
export function readValidCertificate(crt: string, now: Date): SignedCertificate {
  const certificate = readCertificate(crt) ?? refuseWith(unreadable('crt'));
  if (certificate.notAfter <= now)
    refuseWith(failure('PARAMETER_VALUE_POLICY', 'Certificate has expired', { path: ['crt'] }));
  return certificate;
}

/** The stored fields besides the text, for lookups. */
export const signedColumns = ({ pem, sha256, serial, notAfter }: SignedCertificate) => ({
  crt: pem,
  sha256,
  serial,
  expires_at: notAfter,
});
