import { z } from 'zod';
import { createAccessToken } from '../../../registry/operations/access-tokens/create-access-token.ts';
import { revokeAccessToken } from '../../../registry/operations/access-tokens/revoke-access-token.ts';
import { signIn, signInLimits } from '../../../registry/operations/access-tokens/sign-in.ts';
import { signOut } from '../../../registry/operations/access-tokens/sign-out.ts';
import { secret, text } from '../../../registry/operations/input.ts';
import { accessTokenRows } from '../../../registry/operations/readers/rows.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { defineMutation } from '../mutation.ts';
import { shownToEveryCaller } from '../node-visibility.ts';
import { result, results } from '../payload.ts';
import { AccessTokenRef } from './type.ts';

defineMutation(createAccessToken, {
  more: 'The token is shown once: a repetition with the same idempotencyKey shows null.',
  show: async (db, value) => ({ token: shownOnce(value), accessToken: await accessTokenRows.one(db, value) }),
  payload: results({
    token: [
      'Secret',
      'The token, which is shown only once: keep it. Null when it was refused, or has been shown before.',
    ],
    accessToken: [AccessTokenRef, 'The new token, without its secret'],
  }),
});

defineMutation(revokeAccessToken, {
  more: "Your own, or any of the registrar's for users with the role SUPER.",
  show: accessTokenRows.one,
  payload: result('accessToken', AccessTokenRef, 'The revoked token'),
});

defineMutation(signIn, {
  more: 'A changed password ends it.',
  input: z.object({
    username: text('The name the user signs in with.'),
    password: secret('Its password; send it as a variable, so that no document holds it.'),
    ...signInLimits,
  }),
  // docs/rules/access.md#signing-in: as short as people write it.
  arguments: (arg) => ({
    username: arg.string({ description: 'The name the user signs in with, where there is no input.' }),
    password: arg({ type: 'Secret', description: 'Its password, where there is no input.' }),
  }),
  actAs: async ({ username, password, ...limits }, { container, sender }) => {
    const actor = await container.authenticator.signIn(sender, username, password);
    return { actor, input: { passwordFingerprint: actor.passwordFingerprint, ...limits } };
  },
  show: async (_, value) => ({ token: shownOnce(value), expiresAt: value.expiresAt }),
  payload: (t) => ({
    token: t.field({
      type: 'Secret',
      nullable: true,
      extensions: shownToEveryCaller('a caller with the password may have the token that it opens'),
      description:
        'What to send as Authorization: Bearer from now on; null when it was refused, or has been shown before.',
      resolve: ({ shown }) => shown?.token ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires; null when it was refused.',
      resolve: ({ shown }, _, { calendar }) => shown && calendar.format(new Date(shown.expiresAt)),
    }),
  }),
});

defineMutation(signOut, {
  more: 'Its token is refused from now on, and streams that were opened with it end.',
  show: async () => true,
  payload: (t) => ({
    signedOut: t.boolean({
      description: 'Whether the session was ended.',
      resolve: ({ shown }) => shown ?? false,
    }),
  }),
});
