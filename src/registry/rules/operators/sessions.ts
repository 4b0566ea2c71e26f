import type { OperatorRole } from '../../../base/actor.ts';
import { fingerprint } from '../../../base/secrets.ts';

/** Tells whether the same provider reports another account than before: somebody else has got the address. */
export const isAnotherAccount = (
  { provider_subject: before }: { readonly provider_subject: string | null },
  { issuer, subject }: ProviderAccount,
): boolean =>
  before?.startsWith(`${fingerprint(issuer)} `) === true && before !== markOf({ issuer, subject });

/** An account at an OpenID Connect provider. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** How an account is kept. */
export const markOf = ({ issuer, subject }: ProviderAccount): string =>
  `${fingerprint(issuer)} ${fingerprint(subject)}`;

/** A session is valid as long as this is what it was at the sign-in (docs/rules/access.md#operators). */
export const operatorMark = ({
  email,
  role,
  password_hash,
  code_key,
}: {
  readonly email: string;
  readonly role: OperatorRole;
  readonly password_hash: string | null;
  readonly code_key: string | null;
}): string => fingerprint(JSON.stringify([email, role, password_hash, code_key]));
