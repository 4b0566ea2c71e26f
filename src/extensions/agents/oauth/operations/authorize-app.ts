import { z } from 'zod';
import { scopes } from '../../../../base/actor.ts';
import { guardsInput } from '../../../../registry/operations/access-tokens/guards.ts';
import { newAccessToken } from '../../../../registry/operations/access-tokens/new-access-token.ts';
import { someOf, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';

/**
 * Lets an app act for the user who has just signed in on our page and agreed: checks and stores an access token like
 * any other, whose secret nobody knows. Each code and each refresh of the app gives this token a new secret, so that
 * its spending goes on being counted (docs/rules/access.md#apps).
 */
export const authorizeApp = defineCommand({
  name: 'access-token.authorize-app',
  summary: 'Lets an app act for the user who has just signed in.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({
    name: text('The name of the app.'),
    scopes: someOf(scopes, 'AccessTokenScope', 'The scopes that the person has agreed to.'),
    guards: guardsInput.optional(),
    grant: z.string(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'NOT_SUPPORTED_UPSTREAM',
  ],
  run: async (context, input) => {
    // Until the app has exchanged its code there is nothing to expire.
    const { id } = await newAccessToken(context, { ...input, expiresAt: context.now });
    return { id };
  },
});
