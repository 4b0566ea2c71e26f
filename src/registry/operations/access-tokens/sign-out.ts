import { z } from 'zod';
import { accessTokenOf } from '../../../core/actor.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import { defineCommand } from '../operation.ts';

/**
 * Ends the session whose token the request carries, and its open streams. A caller that came with a password has no
 * session to end (docs/rules/access.md#signing-in).
 */
export const signOut = defineCommand({
  name: 'session.sign-out',
  summary: 'Ends the session whose token the request carries, at once.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  afterSwitching: 'permitted',
  facade: 'local',
  input: z.object({}),
  errors: ['COMMAND_USE'],
  graphql: 'Mutation.signOut',
  run: async ({ db, now, actor, publish, foresee }) => {
    const token = accessTokenOf(actor);
    if (!token)
      return refuseWith(
        failure('COMMAND_USE', 'You signed in with a password, so there is no session to end'),
      );
    foresee('session', token.id);
    await revokeAccessTokens(db, { id: token.id }, now);
    publish('access_token', String(token.id));
    return { id: token.id };
  },
});
