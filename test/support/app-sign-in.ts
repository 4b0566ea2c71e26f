import { createHash, randomBytes } from 'node:crypto';
import type { Loose } from './world.ts';

/** Behind a proxy each test has an address of its own, so that no limit of one counts for another. */
export const fromProxy = { TRUSTED_PROXIES: '127.0.0.1' };
let place = 0;
export const fromElsewhere = (): void => {
  place += 1;
};
const here = () => ({ 'x-forwarded-for': `10.1.${place >> 8}.${place & 255}` });

/** A browser without scripts: it keeps cookies by path, and follows no redirect by itself. */
export class Browser {
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();
  url: string;

  constructor(url: string) {
    this.url = url;
  }

  async open(path: string, init: RequestInit = {}) {
    const target = new URL(path, this.url);
    const cookie = [...this.#cookies]
      .filter(([, { path: of }]) => target.pathname.startsWith(of))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = {
      accept: 'text/html',
      'sec-fetch-dest': 'document',
      ...here(),
      ...(cookie && { cookie }),
      ...(init.headers as object),
    };
    const response = await fetch(target, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, of = '/'] = /; ?path=([^;]+)/i.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path: of });
    }
    return {
      status: response.status,
      headers: response.headers,
      to: response.headers.get('location') ?? '',
      text: await response.text(),
    };
  }

  /** Sends a form as a page of ours does. */
  send(path: string, fields: Readonly<Record<string, string>> | [string, string][], headers: object = {}) {
    return this.open(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
  }
}

export const redirectUri = 'https://app.example/back';

export async function register(url: string, metadata: object = {}, headers: object = {}) {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...here(), ...headers },
    body: JSON.stringify({ client_name: 'Sales page', redirect_uris: [redirectUri], ...metadata }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}

export function pkce(verifier = randomBytes(32).toString('base64url')) {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const authorizeUrl = (clientId: string, challenge: string, more: object = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'READ WRITE',
    state: 'st',
    ...more,
  })}`;

interface User {
  readonly username: string;
  readonly password: string;
}

export const formOf = (text: string): string => /name="form" value="([\da-f]+)"/.exec(text)?.[1] ?? '';

/** Opens the page of an app until the person has signed in; returns the consent page and its path. */
export async function signedIn(
  browser: Browser,
  start: string,
  { username, password }: User = { username: 'alpha', password: 'alpha-sandbox' },
) {
  const { to: path } = await browser.open(start);
  const page = await browser.open(path);
  const sent = await browser.send(path, { form: formOf(page.text), username, password });
  const consent = await browser.open(sent.to);
  return { path, consent, form: formOf(consent.text) };
}

/** What the app gets back when the person agrees. */
export async function agreed(
  browser: Browser,
  start: string,
  fields: [string, string][] = [['scope', 'WRITE']],
  user?: User,
) {
  const { path, form } = await signedIn(browser, start, user);
  const decided = await browser.send(`${path}/decide`, [
    ['form', form],
    ['decision', 'allow'],
    ...fields,
    ['days', '30'],
  ]);
  const back = await browser.open(decided.to);
  return new URL(back.to).searchParams;
}

export async function token(url: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: here(),
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose };
}

/** An app that a person has let in, by default one of ALPHA. */
export async function connected(
  url: string,
  {
    fields,
    more = {},
    user,
  }: {
    readonly fields?: [string, string][];
    readonly more?: object;
    readonly user?: User | undefined;
  } = {},
) {
  const { client_id: clientId } = (await register(url)).body;
  const { verifier, challenge } = pkce();
  const back = await agreed(new Browser(url), authorizeUrl(clientId, challenge, more), fields, user);
  const code = back.get('code') ?? '';
  const exchange = (with_: object = {}) =>
    token(url, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
      ...with_,
    });
  const refresh = (refresh_token: string, with_: object = {}) =>
    token(url, { grant_type: 'refresh_token', refresh_token, client_id: clientId, ...with_ });
  return { clientId, code, back, exchange, refresh };
}

/** Asks the graph with an app's access token. */
export async function ask(url: string, accessToken: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: (await response.json()) as Loose };
}
