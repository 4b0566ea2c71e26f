/** The registry's answers about an app and its tokens. */
interface Registered {
  readonly client_id: string;
}
interface Granted {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** The moment at which the access token is renewed, in milliseconds. */
  readonly until: number;
}
interface Begun {
  readonly verifier: string;
  readonly state: string;
}
interface App {
  readonly registry: string;
  readonly name: string;
  readonly scope: string;
  readonly redirectUri: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const digest = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

export function browserApp({ registry, name, scope, redirectUri }: App) {
  let tokens: Tokens | undefined; // in memory only: a reload or another page does not have them

  async function post<Result>(
    path: string,
    body: string | URLSearchParams,
    headers?: HeadersInit,
  ): Promise<Result> {
    const response = await fetch(registry + path, { method: 'POST', body, headers });
    const answer = await response.json();
    if (!response.ok)
      throw new Error(answer.error_description ?? answer.error ?? answer.errors?.[0]?.message);
    return answer;
  }

  /** Registers this page once, and remembers the id, which is not a secret. */
  async function clientId(): Promise<string> {
    const known = localStorage.getItem('client_id');
    if (known) return known;
    const app = { client_name: name, redirect_uris: [redirectUri] };
    const { client_id } = await post<Registered>('/oauth/register', JSON.stringify(app), {
      'content-type': 'application/json',
    });
    localStorage.setItem('client_id', client_id);
    return client_id;
  }

  async function getTokens(fields: Readonly<Record<string, string>>): Promise<void> {
    const body = new URLSearchParams({ client_id: await clientId(), ...fields });
    const { access_token, refresh_token, expires_in } = await post<Granted>('/oauth/token', body);
    tokens = { access_token, refresh_token, until: Date.now() + (expires_in - 30) * 1000 };
  }

  return {
    /** Leaves for the registry, where the person signs in and agrees. */
    async signIn(): Promise<void> {
      const [verifier, state] = [random(), random()];
      sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }));
      const asked = new URLSearchParams({
        response_type: 'code',
        client_id: await clientId(),
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await digest(verifier),
        code_challenge_method: 'S256',
      });
      location.assign(`${registry}/oauth/authorize?${asked}`);
    },

    /** Ends the sign-in on the way back; true if somebody has just signed in. */
    async finishSignIn(): Promise<boolean> {
      const back = new URLSearchParams(location.search);
      const begun: Begun | null = JSON.parse(sessionStorage.getItem('sign-in') ?? 'null');
      if (!begun || !back.has('state')) return false;
      sessionStorage.removeItem('sign-in');
      history.replaceState(null, '', location.pathname); // the code is of no further use
      if (back.get('state') !== begun.state || back.get('iss') !== registry)
        throw new Error('This answer belongs to another sign-in');
      const error = back.get('error');
      if (error !== null) throw new Error(back.get('error_description') ?? error);
      await getTokens({
        grant_type: 'authorization_code',
        code: back.get('code') ?? '',
        code_verifier: begun.verifier,
        redirect_uri: redirectUri,
      });
      return true;
    },

    async ask<Data>(query: string, variables?: object): Promise<{ readonly data: Data }> {
      if (!tokens) throw new Error('Nobody is signed in');
      if (Date.now() > tokens.until)
        await getTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
      return post('/graphql', JSON.stringify({ query, variables }), {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': 'application/json',
      });
    },

    async signOut(): Promise<void> {
      if (!tokens) return;
      const body = new URLSearchParams({ client_id: await clientId(), token: tokens.access_token });
      tokens = undefined;
      await fetch(`${registry}/oauth/revoke`, { method: 'POST', body });
    },
  };
}
