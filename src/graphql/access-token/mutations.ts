import { createAccessToken } from '../../operations/access-tokens/create-access-token.ts';
import { revokeAccessToken } from '../../operations/access-tokens/revoke-access-token.ts';
import { signIn } from '../../operations/access-tokens/sign-in.ts';
import { signOut } from '../../operations/access-tokens/sign-out.ts';
import { accessTokenRows } from '../../operations/readers/rows.ts';
import { shownOnce } from '../../operations/shown-once.ts';
import { rowOf } from '../loading.ts';
import { defineMutationByHand } from '../mutation.ts';
import { shownToEveryCaller } from '../node-visibility.ts';
import { AccessTokenRef, AccessTokenScopeEnum } from './type.ts';

defineMutationByHand(createAccessToken, {
  more: 'The token is shown once: a repetition with the same idempotencyKey shows null.',
  input: (t) => ({
    name: t.string({
      required: true,
      description: 'What you call it, such as what it is for: sales dashboard.',
    }),
    scopes: t.field({
      type: [AccessTokenScopeEnum],
      required: true,
      description: 'What it shall be for, at most what you may do yourself; operators know READ and WRITE.',
    }),
    expiresIn: t.field({
      type: 'Duration',
      defaultValue: 'P90D',
      description: "For how long it shall be good by the registry's clock, at most P1Y.",
    }),
  }),
  translate: ({ name, scopes, expiresIn }) => ({ name, scopes, expiresIn: expiresIn ?? 'P90D' }),
  show: async (db, value) => ({ token: shownOnce(value), accessToken: await accessTokenRows.one(db, value) }),
  payload: (t) => ({
    token: t.field({
      type: 'Secret',
      nullable: true,
      description: 'The token, this once: keep it. Null when it was refused, or has been shown before.',
      resolve: ({ shown }) => shown?.token ?? null,
    }),
    accessToken: t.field({
      type: AccessTokenRef,
      nullable: true,
      description: 'What is known of it from now on; null when it was refused.',
      resolve: ({ shown }) => shown?.accessToken ?? null,
    }),
  }),
});

defineMutationByHand(revokeAccessToken, {
  more: "Your own, or any of the registrar's for users with the role SUPER.",
  input: (t) => ({
    id: t.globalID({
      required: true,
      description: 'The global id of the token, as accessTokens tells it.',
    }),
  }),
  translate: ({ id }) => ({ id: rowOf('AccessToken', id) }),
  show: accessTokenRows.one,
  payload: (t) => ({
    accessToken: t.field({
      type: AccessTokenRef,
      nullable: true,
      description: 'The token that opens nothing any more; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(signIn, {
  more: 'A changed password ends it.',
  input: (t) => ({
    username: t.string({ required: true, description: 'The name the user signs in with.' }),
    password: t.field({
      type: 'Secret',
      required: true,
      description: 'Its password; send it as a variable, so that no document holds it.',
    }),
  }),
  // docs/rules/access.md#signing-in: as short as people write it.
  arguments: (arg) => ({
    username: arg.string({ description: 'The name the user signs in with, where there is no input.' }),
    password: arg({ type: 'Secret', description: 'Its password, where there is no input.' }),
  }),
  actAs: async ({ username, password }, { container, sender }) => {
    const actor = await container.authenticator.signIn(sender, username, password);
    return { actor, input: { passwordMark: actor.passwordMark } };
  },
  show: async (_, value) => ({ token: shownOnce(value), expiresAt: value.expiresAt }),
  payload: (t) => ({
    token: t.field({
      type: 'Secret',
      nullable: true,
      extensions: shownToEveryCaller('whoever has the password may have what it opens'),
      description: 'What to send as Authorization: Bearer from now on; null when it was refused.',
      resolve: ({ shown }) => shown?.token ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the token is good; null when it was refused.',
      resolve: ({ shown }, _, { calendar }) => shown && calendar.format(new Date(shown.expiresAt)),
    }),
  }),
});

defineMutationByHand(signOut, {
  more: 'Its token opens nothing any more, and streams that were opened with it end.',
  translate: () => ({}),
  show: async () => true,
  payload: (t) => ({
    signedOut: t.boolean({
      description: 'Whether the sign-in was ended.',
      resolve: ({ shown }) => shown ?? false,
    }),
  }),
});
