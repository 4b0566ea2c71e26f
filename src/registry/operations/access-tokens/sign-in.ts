import { z } from 'zod';
import { registrarOf } from '../../../core/actor.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { lockApiUser } from '../../store/registry/api-users.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { openSession } from './open-session.ts';

/**
 * Opens a session of eight hours for a user whose password the API has just checked, and returns its token. The
 * session is tied to the fingerprint of that password, so a password that was changed meanwhile signs nobody in
 * (docs/rules/access.md#signing-in).
 */
export const signIn = defineCommand({
  name: 'session.sign-in',
  summary:
    'Signs in with a user name and password, and returns a token that is valid for eight hours for everything the user may do.',
  permits: ['anonymous'],
  scope: 'READ',
  facade: 'local',
  input: z.object({ passwordFingerprint: z.string() }),
  errors: ['INVALID_AUTHORIZATION_INFORMATION', 'RATE_LIMITED'],
  graphql: 'Mutation.signIn',
  run: async (context, { passwordFingerprint }) => {
    const { userId } = registrarOf(context.actor);
    const user = await lockApiUser(context.db, { id: userId });
    if (!user?.active) return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    const { id, token, expiresAt } = await openSession(context, user, {
      name: 'sign-in',
      hours: 8,
      by: user.username,
      passwordFingerprint,
    });
    return withSecret({ id, expiresAt: expiresAt.toISOString() }, token);
  },
});
