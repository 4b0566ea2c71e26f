import { type Failure, failure } from '../../../base/errors.ts';
import { canonicalFingerprint } from './registrar-fields.ts';

interface SignedInUser {
  readonly verified_at: Date | null;
  readonly registrar_code: string;
  readonly suspension_reason: string | null;
}

/** The facts that a request shows beside credentials. */
interface Shown {
  readonly address: string;
  readonly isFromAllowedAddress: boolean;
  /** True if the user's own certificate was shown, or none is needed. */
  readonly isCertified: boolean;
}

const unverified =
  'Identity verification is required before signing in with a password. ' +
  'Sign in with eeID or complete the verification request first.';

/** Why a user with the right credentials is not let in (docs/rules/registrar.md#order-of-checks). */
export function admissionFailure(
  { verified_at, registrar_code, suspension_reason }: SignedInUser,
  { address, isFromAllowedAddress, isCertified }: Shown,
): Failure | undefined {
  if (!verified_at) return failure('INVALID_AUTHORIZATION_INFORMATION', unverified);
  // Shown only to a caller who has proved its identity (docs/rules/access.md#suspension).
  if (suspension_reason !== null)
    return failure(
      'AUTHORIZATION',
      `Authorization error: ${registrar_code} is suspended: ${suspension_reason}`,
      {
        details: { suspended: suspension_reason },
      },
    );
  if (!isCertified) return failure('INVALID_AUTHORIZATION_INFORMATION', 'Invalid user certificate');
  return isFromAllowedAddress
    ? undefined
    : failure('INVALID_AUTHORIZATION_INFORMATION', `Access denied from IP ${address}`);
}

interface CertifiedUser {
  readonly certificates: readonly {
    readonly sha256: string;
    readonly revoked: boolean;
    /** The expiry time in seconds since 1970. */
    readonly expires: number | null;
    readonly interface: string;
  }[];
  readonly certificate_fingerprints: readonly string[];
}

/**
 * Tells whether a certificate is a user's own, valid now, and for this way of showing it
 * (docs/rules/registrar.md#client-certificates).
 */
export function isCertificateOf(
  { certificates, certificate_fingerprints }: CertifiedUser,
  sha256: string,
  { isPassedOn, now }: { readonly isPassedOn: boolean; readonly now: Date },
): boolean {
  const known = certificates.find((one) => one.sha256 === sha256);
  if (!known) return certificate_fingerprints.map(canonicalFingerprint).includes(sha256);
  const isGood = !known.revoked && (known.expires ?? Infinity) * 1000 > now.getTime();
  return isGood && known.interface === (isPassedOn ? 'registrar' : 'api');
}
