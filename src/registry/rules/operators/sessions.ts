import type { OperatorRole } from '../../../core/actor.ts';
import { fingerprint } from '../../../core/secrets.ts';

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
