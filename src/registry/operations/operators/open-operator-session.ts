import { fingerprint } from '../../../base/secrets.ts';
import { operatorMark } from '../../rules/operators/sessions.ts';
import { accessTokenFrom } from '../../rules/registrar/access-tokens.ts';
import { insertOperatorSignIn } from '../../store/runner/access-tokens.ts';
import type { Operator } from '../../store/runner/operators.ts';
import type { OperationContext } from '../operation.ts';
import { withSecret } from '../shown-once.ts';

/** A working day. */
const lastsMs = 12 * 60 * 60 * 1000;

/**
 * Opens a session for a person who has proved who they are. It ends when the person is disabled, and when
 * password, address or role change (docs/rules/access.md#operators).
 */
export async function openOperatorSession(
  { db, now, secret }: OperationContext,
  person: Operator,
): Promise<{ id: number }> {
  const token = accessTokenFrom('zgo_', secret(32));
  const { id } = await insertOperatorSignIn(db, {
    hash: fingerprint(token),
    name: 'sign-in',
    registrar_id: null,
    api_user_id: null,
    operator: `person:${person.id}`,
    operator_id: person.id,
    scopes: null,
    password_mark: operatorMark(person),
    created_by: person.name,
    created_at: now,
    expires_at: new Date(now.getTime() + lastsMs),
  });
  return withSecret({ id }, token);
}
