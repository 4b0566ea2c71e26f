import { beforeAll, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../../support/extensions.ts';
import { malformed, portalOf, root } from '../../../support/portal.ts';
import { alpha, operator, type TestWorld, testWorld, portal as token } from '../../../support/world.ts';

let world: TestWorld;
let caller: ReturnType<typeof portalOf>;
beforeAll(async () => {
  world = await testWorld({
    BUSINESS_REGISTRY_TOKENS: 'portal-sandbox, second',
    BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1, 10.1.0.0/16, 2001:db8::/32',
    TRUSTED_PROXIES: '192.0.2.1',
  });
  caller = portalOf(world);
});

const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
const suggestion = `${root}/domain_names/Acme`;

describe('entering the reservation API', () => {
  test.each([
    ['no header', null],
    ['a wrong token', 'Bearer nonsense'],
    ['a token without its scheme', 'portal-sandbox'],
    ['a token of another scheme', 'Basic portal-sandbox'],
    ['several words', 'Bearer x portal-sandbox'],
    ['an empty token', 'Bearer '],
    ['a registrar', alpha],
    ['an operator', operator],
  ])('is refused with %s', async (_, auth) => {
    expect(await world.request({ url: suggestion, auth })).toMatchObject(unauthorized);
  });

  test.each(['Bearer portal-sandbox', 'bearer second', 'BEARER portal-sandbox'])(
    'is granted with %j',
    async (auth) => {
      expect((await world.request({ url: suggestion, auth })).status).toBe(200);
    },
  );

  test.each(['10.1.2.3', '2001:db8::7', '::ffff:127.0.0.1'])('is granted from %s', async (remoteAddress) => {
    expect((await caller.request({ url: suggestion, remoteAddress })).status).toBe(200);
  });

  test.each(['10.2.0.1', '2001:db9::7'])('is refused from %s, in the same words', async (remoteAddress) => {
    expect(await caller.request({ url: suggestion, remoteAddress })).toMatchObject(unauthorized);
  });

  it('believes X-Forwarded-For from a trusted proxy only', async () => {
    const headers = { 'x-forwarded-for': '10.1.2.3' };
    const through = (remoteAddress: string) => caller.request({ url: suggestion, headers, remoteAddress });
    expect((await through('192.0.2.1')).status).toBe(200);
    expect(await through('192.0.2.2')).toMatchObject(unauthorized);
  });

  test.each([
    ['GET', '/domain_names/Acme'],
    ['POST', '/reserve_domains'],
    ['GET', '/reserve_domains/00000000-0'],
    ['POST', '/long_reserve_domains'],
    ['GET', '/long_reserve_domains_status?invoice_number=1&user_unique_id=00000000-0'],
    ['GET', '/reserved_domains_invoice_pdf?invoice_number=1&user_unique_id=00000000-0'],
  ] as const)('needs both forms for %s %s', async (method, path) => {
    const ask = (auth: string | null, remoteAddress: string) =>
      world.request({ method, url: root + path, auth, remoteAddress });
    expect((await ask(token, '127.0.0.1')).status).not.toBe(401);
    expect(await ask(null, '127.0.0.1')).toMatchObject(unauthorized);
    expect(await ask('Bearer nonsense', '127.0.0.1')).toMatchObject(unauthorized);
    expect(await ask(token, '10.2.0.1')).toMatchObject(unauthorized);
  });

  it('comes before everything about the body', async () => {
    const url = `${root}/reserve_domains`;
    expect(await world.request({ method: 'POST', url, payload: {}, auth: null })).toMatchObject(unauthorized);
    expect(
      await world.request({
        method: 'POST',
        url,
        payload: '{',
        headers: { 'content-type': 'application/json' },
        auth: null,
      }),
    ).toMatchObject(unauthorized);
  });
});

describe.each(['/reserve_domains', '/long_reserve_domains'])('a body sent to %s', (path) => {
  const json = { 'content-type': 'application/json' };
  const url = root + path;

  test.each([
    ['broken JSON', '{"domain_names": ['],
    ['JSON that is no object', '[]'],
    ['the literal null', 'null'],
    ['text', '"a.ee"'],
    ['nothing', ''],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['text that no database keeps', '{"domain_names":["a\\u0000.ee"]}'],
    ['half of a pair', '{"domain_names":["a\\ud800.ee"]}'],
  ])('that is %s is 400', async (_, payload) => {
    expect(await caller.request({ method: 'POST', url, payload, headers: json })).toMatchObject({
      status: 400,
      body: malformed,
    });
  });
});

describe('a request that no rule of the API gets to see', () => {
  const json = { 'content-type': 'application/json' };
  const url = `${root}/reserve_domains`;

  it('with another content type is 415', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'domain_names[]=a.ee';
    expect(await caller.request({ method: 'POST', url, payload, headers })).toMatchObject({
      status: 415,
      body: { error: 'Unsupported Media Type' },
    });
  });

  it('that is too large is 413', async () => {
    const payload = JSON.stringify({ domain_names: ['a'.repeat(1024 * 1024)] });
    expect(await caller.request({ method: 'POST', url, payload, headers: json })).toMatchObject({
      status: 413,
      body: { error: 'Payload Too Large' },
    });
  });

  it('that accepts no JSON is 406', async () => {
    expect(await caller.request({ url: suggestion, headers: { accept: 'text/html' } })).toMatchObject({
      status: 406,
      body: { error: 'Not Acceptable' },
    });
  });

  test.each(['/nothing', '', '/', '/reserve_domains/a/b', '/domain_names', '/domain_names/'])(
    'to %j is 404',
    async (path) => {
      expect(await caller.get(path)).toMatchObject({ status: 404, body: { error: 'Not Found' } });
    },
  );

  it('with the wrong method is 405 and shows the right ones', async () => {
    const answer = await caller.request({ method: 'DELETE', url });
    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
      body: { error: 'Method Not Allowed' },
    });
  });

  it('is always answered with JSON in UTF-8', async () => {
    for (const answer of [await caller.get('/nothing'), await caller.get('/domain_names/Acme')])
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('an empty list', () => {
  it('of tokens or addresses would let nobody in', async () => {
    const { Authenticator } = await import('#src/apis/access/authenticator.ts');
    const sender = { authorization: token, address: '127.0.0.1', certificate: {} } as never;
    const enter = (env: Record<string, string>) =>
      new Authenticator({ ...world.container, config: readConfig(env) }).portal(sender);
    expect(enter({})).toMatchObject({ kind: 'portal' });
    expect(enter({ BUSINESS_REGISTRY_TOKENS: '' })).toBeUndefined();
    expect(enter({ BUSINESS_REGISTRY_ALLOWED_IPS: '' })).toBeUndefined();
  });
});
