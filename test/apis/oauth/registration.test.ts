import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  Browser,
  fromElsewhere,
  fromProxy,
  pkce,
  register,
} from '../../support/app-sign-in.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld(fromProxy);
  url = await world.listen();
});
beforeEach(fromElsewhere);

describe('an app that registers', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://app.example/back',
    'https://app.example/back#x',
    'https://user@app.example/back',
    'https://app.example/a/../back',
    'https://*.example/back',
    'https://127.0.0.1/back',
    'https:app.example/back',
    'app:/back',
    '/back',
    '',
    `https://app.example/${'x'.repeat(600)}`,
  ])('is not sent back to %s', async (uri) => {
    const { status, body } = await register(url, { redirect_uris: [uri] });
    expect(status).toBe(400);
    expect(body.error).toBe('invalid_redirect_uri');
  });

  it.each([
    ['no address', { redirect_uris: [] }],
    ['an address that is no text', { redirect_uris: [7] }],
    [
      'too many addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`) },
    ],
    ['a long name', { client_name: 'x'.repeat(101) }],
    ['an empty name', { client_name: ' ' }],
    ['a name that is no text', { client_name: { x: 1 } }],
    ['a name that turns around', { client_name: 'Bank\u202Egnp' }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['another way to get tokens', { grant_types: ['implicit'] }],
    ['tokens at once', { response_types: ['token'] }],
  ])('is refused with %s', async (_, metadata) => {
    const { status, body } = await register(url, metadata);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(redirect_uri|client_metadata)$/);
    expect(body.error_description).not.toBe('');
  });

  it('is refused with a body that is no JSON object, or too large', async () => {
    const send = (body: string) => fetch(`${url}/oauth/register`, { method: 'POST', body });
    for (const body of ['', '[]', 'null', '{"a"']) expect((await send(body)).status).toBe(400);
    expect((await send(`{"x":"${'x'.repeat(20_000)}"}`)).status).toBe(413);
  });

  it('keeps nothing of what it says besides its name and addresses', async () => {
    const { body } = await register(url, {
      logo_uri: 'javascript:alert(1)',
      client_uri: 'data:,',
      jwks: {},
      contacts: ['x'],
    });
    expect(Object.keys(body)).toEqual([
      'client_id',
      'client_id_issued_at',
      'client_name',
      'redirect_uris',
      'application_type',
      'token_endpoint_auth_method',
      'grant_types',
      'response_types',
      'response_modes',
    ]);
  });

  it('has to wait when its network has registered twenty within the hour', async () => {
    for (let app = 0; app < 20; app += 1) expect((await register(url)).status).toBe(201);
    const { status, headers } = await register(url);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('3600');
    fromElsewhere();
    expect((await register(url)).status).toBe(201);
  });
});

describe('the documents', () => {
  const read = async (path: string, base = url) => {
    const response = await fetch(`${base}${path}`);
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => undefined),
    };
  };

  it('say how to sign in, and are named where a token is missing', async () => {
    const { body, headers } = await read('/.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(headers.get('content-type')).toContain('application/json');
    for (const path of ['/mcp', '/graphql']) {
      const refused = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${'x'.repeat(43)}`, 'content-type': 'application/json' },
        body: '{"query":"{ viewer { name } }"}',
      });
      expect(refused.status).toBe(401);
      const [, named = ''] =
        /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
      const described = await (await fetch(named)).json();
      expect(described).toMatchObject({ resource: `${url}${path}`, authorization_servers: [url] });
    }
  });

  it('and tokens can be read by pages of other sites, and the pages for people cannot', async () => {
    const origin = 'https://app.example';
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, { redirect: 'manual', ...init, headers: { origin } });
    const allowed = (response: Response) => response.headers.get('access-control-allow-origin');
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'x' });
    expect(allowed(await ask('/.well-known/oauth-authorization-server'))).toBe(origin);
    expect(allowed(await ask('/oauth/token', { method: 'POST', body }))).toBe(origin);
    expect(allowed(await ask('/oauth/register', { method: 'POST', body: '{}' }))).toBe(origin);
    expect(allowed(await ask('/oauth/token', { method: 'OPTIONS' }))).toBe(origin);
    for (const path of ['/oauth/authorize?client_id=x', '/oauth/sign-in/x'])
      expect(allowed(await ask(path))).toBeNull();
  });

  it('are gone with OAUTH=off, and so is everything else of it', async () => {
    const without = await (await testWorld({ OAUTH: 'off' })).listen();
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
      '/oauth/authorize',
      '/oauth/sign-in/x',
      '/sandbox/app',
    ])
      expect((await read(path, without)).status).toBe(404);
    expect((await fetch(`${without}/oauth/token`, { method: 'POST' })).status).toBe(404);
    const refused = await fetch(`${without}/mcp`, { method: 'POST' });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('name no registration with OAUTH_REGISTRATION=off, and only an operator with the role ADMIN registers apps', async () => {
    const OPERATOR_TOKENS = 'operator-sandbox,helper:SUPPORT:token-of-support-1f08';
    const closed = await (await testWorld({ OAUTH_REGISTRATION: 'off', OPERATOR_TOKENS })).listen();
    const { body } = await read('/.well-known/oauth-authorization-server', closed);
    expect(body.registration_endpoint).toBeUndefined();
    expect((await register(closed)).status).toBe(403);
    expect((await register(closed, {}, { authorization: 'Bearer wrong' })).status).toBe(403);
    const support = { authorization: 'Bearer token-of-support-1f08' };
    expect((await register(closed, {}, support)).status).toBe(403);
    const made = await register(closed, {}, { authorization: 'Bearer operator-sandbox' });
    expect(made.status).toBe(201);
    const started = await new Browser(closed).open(authorizeUrl(made.body.client_id, pkce().challenge));
    expect(started.to).toContain('/oauth/sign-in/');
  });
});
