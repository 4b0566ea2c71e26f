import { fingerprint, passwordFingerprint } from '../../../base/secrets.ts';
import { accessTokenFrom } from '../../rules/registrar/access-tokens.ts';
import type { ApiUser } from '../../store/registry/api-users.ts';
import { insertSignIn } from '../../store/runner/access-tokens.ts';
import type { OperationContext } from '../operation.ts';

interface Session {
  readonly name: string;
  readonly expiresAt: Date;
  readonly by: string;
  /** The fingerprint of the password when it was checked; the current one by default. */
  readonly passwordFingerprint?: string;
  readonly switchedFrom?: number;
}

/** Creates a token for everything that the user may do. It ends when the user's password changes. */
export async function openSession(
  { db, now, secret }: OperationContext,
  user: ApiUser,
  { name, expiresAt, by, passwordFingerprint: mark = passwordFingerprint(user), switchedFrom }: Session,
): Promise<{ id: number; token: string }> {
  const token = accessTokenFrom('zg_', secret(32));
  const { id } = await insertSignIn(db, {
    hash: fingerprint(token),
    name,
    registrar_id: user.registrar_id,
    api_user_id: user.id,
    operator: null,
    scopes: null,
    password_mark: mark,
    switched_from: switchedFrom ?? null,
    created_by: by,
    created_at: now,
    expires_at: expiresAt,
  });
  return { id, token };
}
