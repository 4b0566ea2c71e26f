import { z } from 'zod';
import { operatorRoles, scopes } from '../../../base/actor.ts';
import { oneOf, someOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { guardsInput } from './guards.ts';
import { endOf, newAccessToken } from './new-access-token.ts';

/**
 * Creates an access token for its maker's scripts and pages: checks the name, the scopes, the duration and the
 * guards, and stores only a hash of the token. The token is shown once and never permits more than its maker may do
 * (docs/rules/access.md#access-tokens).
 */
export const createAccessToken = defineCommand({
  name: 'access-token.create',
  summary: 'Creates an access token for a page, a notebook or a script, which then needs no password.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('A name of your choice, such as its purpose: sales dashboard.'),
    scopes: someOf(
      scopes,
      'AccessTokenScope',
      'The scopes of the token, at most your own permissions; operators can use READ and WRITE.',
    ),
    role: oneOf(
      operatorRoles,
      'OperatorRole',
      "The role of an operator's token: at most your own; your own when left out.",
    )
      .meta({ permits: ['operator'] })
      .optional(),
    expiresIn: text(
      "How long it is valid by the registry's clock, at most P1Y, for operators P90D.",
      'Duration',
    ).default('P90D'),
    guards: guardsInput.optional().meta({ description: 'The limits of its writes; none when left out.' }),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'NOT_SUPPORTED_UPSTREAM',
  ],
  graphql: 'Mutation.accessTokenCreate',
  run: async (context, { expiresIn, ...wanted }) => {
    const expiresAt = endOf(context, expiresIn, context.actor.kind === 'operator' ? 'P90D' : 'P1Y');
    const { id, token } = await newAccessToken(context, { ...wanted, expiresAt });
    return withSecret({ id }, token);
  },
});
