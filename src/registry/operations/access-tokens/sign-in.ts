import { z } from 'zod';
import { registrarOf, scopes } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { passwordFingerprint as passwordOf } from '../../../base/secrets.ts';
import { lockApiUser } from '../../store/registry/api-users.ts';
import { someOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { endOf, newAccessToken } from './new-access-token.ts';
import { openSession } from './open-session.ts';

/** How a program that signs in limits its own token. */
export const signInLimits = {
  scopes: someOf(
    scopes,
    'AccessTokenScope',
    'The scopes of the token, at most your own permissions; everything the user may do when left out.',
  ).optional(),
  expiresIn: text("How long it is valid by the registry's clock, at most P30D.", 'Duration').default('PT8H'),
};

/**
 * Opens a session for a user whose password the API has just checked, and returns its token; with scopes it is an
 * access token with these. Both are tied to the fingerprint of that password, so a password that was changed
 * meanwhile signs nobody in (docs/rules/access.md#signing-in).
 */
export const signIn = defineCommand({
  name: 'session.sign-in',
  summary:
    'Signs in with a user name and password, and returns a token: for eight hours and everything the user may do, or for less.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ passwordFingerprint: z.string(), ...signInLimits }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'INVALID_AUTHORIZATION_INFORMATION',
    'RATE_LIMITED',
  ],
  graphql: 'Mutation.signIn',
  countsAttempts: true,
  run: async (context, { passwordFingerprint, scopes: wanted, expiresIn }) => {
    const { userId } = registrarOf(context.actor);
    const user = await lockApiUser(context.db, { id: userId });
    if (!user?.active || passwordOf(user) !== passwordFingerprint)
      return refuseWith(failure('INVALID_AUTHORIZATION_INFORMATION'));
    const expiresAt = endOf(context, expiresIn, 'P30D');
    if (!(expiresAt instanceof Date)) return refuseWith(expiresAt);
    const { id, token } = wanted
      ? await newAccessToken(context, { name: 'sign-in', scopes: wanted, expiresAt })
      : await openSession(context, user, {
          name: 'sign-in',
          expiresAt,
          by: user.username,
          passwordFingerprint,
        });
    return withSecret({ id, expiresAt: expiresAt.toISOString() }, token);
  },
});
