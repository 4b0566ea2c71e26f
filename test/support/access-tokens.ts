import type { Guards, Scope } from '#src/base/actor.ts';
import { graph } from './graph.ts';
import { alpha, type TestWorld } from './world.ts';

export interface Given {
  readonly token: string;
  readonly id: string;
  /** As a header. */
  readonly auth: string;
}

/** An access token as somebody who is signed in makes it. */
export async function giveToken(
  world: TestWorld,
  scopes: readonly Scope[],
  {
    auth = alpha,
    name = 'a test',
    expiresIn = 'P90D',
    guards,
  }: { auth?: string; name?: string; expiresIn?: string; guards?: Guards } = {},
): Promise<Given> {
  const { data, errors } = await graph(
    world,
    `mutation ($input: AccessTokenCreateInput!) {
      accessTokenCreate(input: $input) { token accessToken { id } userErrors { message } }
    }`,
    { variables: { input: { name, scopes, expiresIn, ...(guards && { guards }) } }, auth },
  );
  const { token, accessToken, userErrors } = (data?.accessTokenCreate ?? {}) as {
    token?: string;
    accessToken?: { id: string };
    userErrors?: unknown;
  };
  if (!token || !accessToken) throw new Error(JSON.stringify(errors ?? userErrors));
  return { token, id: accessToken.id, auth: `Bearer ${token}` };
}

/** What signIn answers. */
export const signInAs = (
  world: TestWorld,
  username: string,
  password: string,
  how: { readonly auth?: string | null; readonly headers?: Readonly<Record<string, string>> } = {
    auth: null,
  },
) =>
  graph(
    world,
    `mutation ($input: SignInInput!) {
      signIn(input: $input) { token expiresAt userErrors { code resultCode message } }
    }`,
    { variables: { input: { username, password } }, ...how },
  );
