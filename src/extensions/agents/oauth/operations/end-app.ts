import { z } from 'zod';
import { accessTokenChange } from '../../../../registry/operations/access-tokens/access-token-document.ts';
import { endTokens } from '../../../../registry/operations/access-tokens/end-tokens.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { deleteGrant } from '../../store/apps.ts';

/**
 * Ends what a person has agreed to: the app has signed out, or one of its codes or refresh tokens was used twice, so
 * that somebody else may have it. The access token, its open streams and all refresh tokens end at once
 * (docs/rules/access.md#apps).
 */
export const endApp = defineCommand({
  name: 'access-token.end-app',
  summary: 'Ends what an app may do for a user.',
  permits: ['system'],
  scope: 'SIGN_IN',
  input: z.object({ grant: z.string() }),
  errors: [],
  run: async (context, { grant }) => {
    const { db, record, publish } = context;
    const tokens = await endTokens(context, { grant });
    await deleteGrant(db, grant);
    for (const token of tokens) {
      record(accessTokenChange(token, undefined));
      publish('access_token', String(token.id));
    }
    return { ended: tokens.length };
  },
});
