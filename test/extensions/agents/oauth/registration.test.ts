import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { displaceSignIns, forgetOldApps } from '#src/extensions/agents/store/apps.ts';
import {
  authorizeUrl,
  Browser,
  fromElsewhere,
  fromProxy,
  pkce,
  register,
} from '../../../support/app-sign-in.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

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
    'https://app.example;frame-ancestors/back',
    'https://app.example,x/back',
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
    ['a name that shows nothing', { client_name: '\u3164 \u2800' }],
    ['a name that covers the lines around it', { client_name: `Bank${'\u0336\u0334'.repeat(20)}` }],
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
    await sql`update oauth_clients set created_at = created_at - interval '61 minutes'`.execute(
      world.container.database.db,
    );
    expect((await register(url)).status).toBe(201);
    fromElsewhere();
    expect((await register(url)).status).toBe(201);
  });
});

describe('many strangers', () => {
  const { most, db } = { most: 10_000, db: () => world.container.database.db };
  const apps = () =>
    db().selectFrom('oauth_clients').select(['id', 'registered_from', 'used_at']).orderBy('id').execute();
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('who register at the same moment get no more than those who come one after another', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => register(url)));
    expect(answers.filter(({ status }) => status === 201).length).toBe(20);
    expect(answers.filter(({ status }) => status === 429).length).toBe(12);
  });

  it('from all networks of one site count as one', async () => {
    const answers: number[] = [];
    for (let net = 0; net < 22; net += 1)
      answers.push((await register(url, {}, from(`2001:db8:7:${net.toString(16)}::1`))).status);
    expect(answers.filter((status) => status === 201).length).toBe(20);
    expect((await register(url, {}, from('2001:db8:8::1'))).status).toBe(201);
  });

  it('displace each other when there is no place left, and nobody with a single app or a used one', async () => {
    await sql`delete from oauth_clients`.execute(db());
    const honest = (await register(url, { client_name: 'Honest' })).body.client_id;
    // Older than the flood, and each of another network.
    await sql`insert into oauth_clients (id, metadata, registered_from, created_at, used_at)
      select 'used ' || n, '{}', 'used ' || n, now() - interval '2 hours', now() from generate_series(1, 99) n`.execute(
      db(),
    );
    await sql`insert into oauth_clients (id, metadata, registered_from, created_at)
      select 'flood ' || n, '{}', 'flood ' || n / 5, now() from generate_series(1, ${most - 100}) n`.execute(
      db(),
    );
    for (let app = 0; app < 3; app += 1) {
      fromElsewhere();
      expect((await register(url)).status).toBe(201);
    }
    const left = await apps();
    expect(left.length).toBe(most);
    expect(left.filter(({ id }) => id.startsWith('flood')).length).toBe(most - 103);
    expect(left.filter(({ used_at }) => used_at !== null).length).toBe(99);
    expect(left.some(({ id }) => id === honest)).toBe(true);
  });

  it('get nothing when all apps are in use, while an ADMIN can still register one', async () => {
    await sql`update oauth_clients set used_at = now()`.execute(db());
    expect((await register(url)).status).toBe(429);
    const admin = { authorization: 'Bearer operator-sandbox' };
    const made = await register(url, {}, admin);
    expect(made.status).toBe(201);
    await sql`delete from oauth_clients where used_at is not null`.execute(db());
    const stranger = await register(url);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await forgetOldApps(db(), inDays(2));
    // An app that an ADMIN has registered waits longer for its first person.
    expect((await apps()).map(({ id }) => id)).toEqual([made.body.client_id]);
    expect(stranger.status).toBe(201);
    await forgetOldApps(db(), inDays(181));
    expect(await apps()).toEqual([]);
  });

  it('leave after half a year without a person who lets them in, and stay while one does', async () => {
    const { client_id: id } = (await register(url)).body;
    await sql`update oauth_clients set used_at = now() where id = ${id}`.execute(db());
    await sql`insert into oauth_grants (id, client_id, payload, ends_at)
      values ('lasting', ${id}, '{}', now() + interval '400 days')`.execute(db());
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await forgetOldApps(db(), inDays(200));
    expect((await apps()).map((app) => app.id)).toContain(id);
    await forgetOldApps(db(), inDays(401));
    expect((await apps()).map((app) => app.id)).not.toContain(id);
  });
});

describe('sign-ins that strangers begin', () => {
  const underWay = () =>
    world.container.database.db
      .selectFrom('oauth_records')
      .select(['hash', 'begun_from', 'payload'])
      .where('begun_from', 'is not', null)
      .execute();
  const begin = (id: string, more: object = {}, browser = new Browser(url)) =>
    browser.open(authorizeUrl(id, pkce().challenge, more));

  it('are small: a request of more than 4096 characters is refused, and its page is short', async () => {
    const { client_id: id } = (await register(url)).body;
    const before = (await underWay()).length;
    const long = await begin(id, { state: 'x'.repeat(4096) });
    expect([long.status, long.to]).toEqual([400, '']);
    expect(long.text.length).toBeLessThan(30_000);
    expect((await underWay()).length).toBe(before);
    const largest = await begin(id, { state: 'x'.repeat(3600) });
    expect(largest.to).toContain('/oauth/sign-in/');
    for (const cookie of largest.headers.getSetCookie()) expect(cookie.length).toBeLessThan(300);
    for (const { payload } of await underWay()) expect(JSON.stringify(payload).length).toBeLessThan(6000);
  });

  it('are limited to a hundred of a network: its oldest ones leave, and those of others stay', async () => {
    const { client_id: id } = (await register(url)).body;
    const honest = new Browser(url);
    const { to: path } = await begin(id, {}, honest);
    fromElsewhere();
    const before = (await underWay()).length;
    for (let at = 0; at < 11; at += 1) await Promise.all(Array.from({ length: 10 }, () => begin(id)));
    await begin(id);
    expect((await underWay()).length - before).toBe(100);
    expect((await honest.open(path)).status).toBe(200);
  });

  it('are limited in all: the network with the most loses its oldest', async () => {
    const { db } = world.container.database;
    await db.deleteFrom('oauth_records').execute();
    const ends = (at: number) => new Date(Date.now() + 60_000 + at * 1000);
    const rows = (from: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        hash: `${from} ${at}`,
        kind: 'Interaction',
        payload: '{}',
        begun_from: from,
        ends_at: ends(at),
      }));
    await db
      .insertInto('oauth_records')
      .values([...rows('one', 1), ...rows('many', 8), ...rows('some', 3)] as never)
      .execute();
    await displaceSignIns(db, 'one', { all: 10, fromThere: 100 });
    const left = (await underWay()).map(({ hash }) => hash).sort();
    expect(left).toEqual(
      [...rows('one', 1), ...rows('many', 8).slice(2), ...rows('some', 3)].map(({ hash }) => hash).sort(),
    );
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
