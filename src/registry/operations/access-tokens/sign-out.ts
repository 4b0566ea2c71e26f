import { z } from 'zod';
import { accessTokenOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { defineCommand } from '../operation.ts';
import { endTokens } from './end-tokens.ts';

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
  input: z.object({}),
  errors: ['COMMAND_USE'],
  graphql: 'Mutation.signOut',
  run: async (context) => {
    const { actor, publish, foresee } = context;
    const token = accessTokenOf(actor);
    if (!token)
      return refuseWith(
        failure('COMMAND_USE', 'You signed in with a password, so there is no session to end'),
      );
    foresee('session', token.id);
    await endTokens(context, { id: token.id });
    publish('access_token', String(token.id));
    return { id: token.id };
  },
});
