import { z } from 'zod';
import { registrarOf } from '../../core/actor.ts';
import { failure, refuseWith } from '../../core/errors.ts';
import { fingerprint } from '../../core/secrets.ts';
import { accessTokenFrom } from '../../rules/registrar/access-tokens.ts';
import { lockApiUser } from '../../store/registry/api-users.ts';
import { insertSignIn } from '../../store/runner/access-tokens.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';

const lastsMs = 8 * 60 * 60 * 1000;

/**
 * Done as the user whose password the door has just checked, with the mark of that very password: one that was changed
 * meanwhile opens nothing (docs/rules/access.md#signing-in).
 */
export const signIn = defineCommand({
  name: 'session.sign-in',
  summary:
    'Signs in with user name and password, and gives a token for eight hours and all that the user may do.',
  permits: ['anonymous'],
  scope: 'READ',
  inFront: 'here',
  input: z.object({ passwordMark: z.string() }),
  errors: ['INVALID_AUTHORIZATION_INFORMATION', 'RATE_LIMITED'],
  graphql: 'Mutation.signIn',
  run: async ({ db, now, secret, actor }, { passwordMark }) => {
    const { userId, registrarId, username } = registrarOf(actor);
    const user = await lockApiUser(db, { id: userId });
    if (!user?.active) return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    const token = accessTokenFrom('zg_', secret(32));
    const expiresAt = new Date(now.getTime() + lastsMs);
    const { id } = await insertSignIn(db, {
      hash: fingerprint(token),
      name: 'sign-in',
      registrar_id: registrarId,
      api_user_id: userId,
      operator: null,
      scopes: null,
      password_mark: passwordMark,
      created_by: username,
      created_at: now,
      expires_at: expiresAt,
    });
    return withSecret({ id, expiresAt: expiresAt.toISOString() }, token);
  },
});
