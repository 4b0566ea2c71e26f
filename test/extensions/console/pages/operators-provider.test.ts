import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OperatorSignIns } from '#src/extensions/console/operator-sign-ins.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { Browser } from '../../../support/operators.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

/** People sign in at an OpenID Connect provider: that of the sandbox, and one that lies. */
const start = '/operator/sign-in/provider';
const callback = `${start}/callback`;

describe("the sandbox's own provider", () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await testWorld();
    await world.listen();
  });

  /** Chooses a person on the page of the provider, and follows the way back. */
  async function signInAs(email: string, browser = new Browser(world), to = '/operator/jobs') {
    const elsewhere = await browser.get(`${start}?to=${encodeURIComponent(to)}`);
    // To the public address first, which gets the cookie.
    const { pathname, search } = new URL(String(elsewhere.headers.location));
    const begun = await browser.get(pathname + search);
    const at = new URL(String(begun.headers.location));
    const page = await browser.get(at.pathname + at.search);
    const hidden = [...page.body.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const form = Object.fromEntries(
      hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
    );
    const chosen = await browser.post(at.pathname, { ...form, person: email });
    const back = new URL(String(chosen.headers.location));
    return { browser, back: back.pathname + back.search };
  }

  it.each([
    ['vera@registry.example', 'VIEWER'],
    ['siim@registry.example', 'SUPPORT'],
    ['faina@registry.example', 'FINANCE'],
  ])('signs %s in as %s', async (email, role) => {
    const { browser, back } = await signInAs(email);
    const done = await browser.get(back);
    expect([done.statusCode, done.headers.refresh]).toEqual([200, '0; url=/operator/jobs']);
    expect((await browser.get('/operator/jobs')).body).toContain(`<span class="tag">${role}</span>`);
  });

  it('is offered on the sign-in page, with the published token', async () => {
    const { body } = await new Browser(world).get('/operator/sign-in');
    expect(body).toContain(`href="${start}?to=`);
    expect(body).toContain('operator-sandbox');
  });

  it('gives an answer that works once, and in the browser that began only', async () => {
    const { browser, back } = await signInAs('vera@registry.example');
    const thief = new Browser(world);
    expect((await thief.get(back)).statusCode).toBe(401);
    const other = await signInAs('siim@registry.example');
    // The code of one sign-in in the browser of another: login CSRF.
    expect((await other.browser.get(back)).statusCode).toBe(401);
    expect((await browser.get(back)).statusCode).toBe(200);
    expect((await browser.get(back)).statusCode).toBe(401);
  });

  it('leads to pages of the console only', async () => {
    const { browser, back } = await signInAs(
      'vera@registry.example',
      new Browser(world),
      'https://evil.example',
    );
    expect((await browser.get(back)).headers.refresh).toBe('0; url=/operator');
  });
});

describe('a provider', () => {
  let world: TestWorld;
  let grouped: TestWorld;
  let server: Server;
  let issuer: string;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let claims: Record<string, unknown>;
  let told: Record<string, unknown> | undefined;
  let skewSeconds: number;
  let signed: (token: SignJWT) => Promise<string>;
  let asked: URLSearchParams;
  const mutate = mutateOf(() => world);

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' };
    server = createServer((request, response) => {
      const send = (body: object, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url === '/.well-known/openid-configuration')
        return send({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
        });
      if (request.url === '/userinfo') return send({ sub: '1', ...told });
      if (request.url === '/keys') return send({ keys: [jwk] });
      let body = '';
      request.on('data', (part) => (body += part));
      request.on(
        'end',
        () => void answer(new URLSearchParams(body)).then(({ status, json }) => send(json, status)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'registry', OIDC_CLIENT_SECRET: 'a-secret' };
    world = await testWorld(env);
    grouped = await testWorld({
      ...env,
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'admins=ADMIN,helpdesk=SUPPORT',
    });
    const made = await mutate(
      'operatorCreate',
      { name: 'Anna Tamm', email: 'anna@registry.example', role: 'SUPPORT' },
      'link',
    );
    expectDone(made);
    expect(made.link).toBeNull();
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    claims = { email: 'anna@registry.example', email_verified: true };
    skewSeconds = 0;
    told = undefined;
    signed = (token) => token.setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(keys.privateKey);
  });

  async function answer(form: URLSearchParams): Promise<{ status: number; json: object }> {
    const proved = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (proved !== asked.get('code_challenge')) return { status: 400, json: { error: 'invalid_grant' } };
    const now = Math.floor(Date.now() / 1000) + skewSeconds;
    const token = await signed(
      new SignJWT({
        nonce: asked.get('nonce'),
        iss: issuer,
        aud: 'registry',
        sub: '1',
        ...claims,
      })
        .setIssuedAt(now)
        .setExpirationTime(now + 300),
    );
    return { status: 200, json: { access_token: 'x', token_type: 'Bearer', id_token: token } };
  }

  /** Begins, and comes back with what the provider says; `changed` is what somebody has made of the answer. */
  async function signIn(changed: Record<string, string> = {}, at: TestWorld = world) {
    const browser = new Browser(at);
    const begun = await browser.get(`${start}?here=yes`);
    asked = new URL(String(begun.headers.location)).searchParams;
    const answered = new URLSearchParams({
      code: 'abc',
      state: asked.get('state') ?? '',
      iss: issuer,
      ...changed,
    });
    return { browser, done: await browser.get(`${callback}?${answered}`) };
  }

  it('signs in the person with its verified address, with PKCE, state and nonce', async () => {
    const { browser, done } = await signIn();
    expect(done.statusCode).toBe(200);
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect([asked.get('state'), asked.get('nonce')].every((one) => (one ?? '').length >= 32)).toBe(true);
    expect((await browser.get('/operator')).body).toContain('Anna Tamm');
  });

  it.each([
    ['an address that is not verified', { email_verified: false }],
    ['an address of which it says nothing', { email_verified: undefined }],
    ['a text instead of a yes', { email_verified: 'true' }],
    ['no address', { email: undefined }],
    ['the token of another client', { aud: 'somebody-else' }],
    ['the token of another provider', { iss: 'https://evil.example' }],
    ['the token of another sign-in', { nonce: 'another' }],
  ])('is not believed with %s', async (_, lie) => {
    claims = { ...claims, ...lie };
    const { browser, done } = await signIn();
    expect(done.statusCode).toBe(401);
    expect(browser.cookies.has('zonegraph_operator')).toBe(false);
  });

  it('is not believed with an address that becomes a known one when its letters are made small', async () => {
    const input = { name: 'Kati Kask', email: 'kati@registry.example', role: 'ADMIN' };
    expectDone(await mutate('operatorCreate', input, 'operator { id }'));
    for (const [email, status] of [
      ['\u212aati@registry.example', 401],
      ['KATI@registry.example', 200],
    ] as const) {
      claims = { email, email_verified: true, sub: 'kati' };
      expect((await signIn()).done.statusCode).toBe(status);
    }
  });

  it('is not believed when somebody else has signed, or nobody', async () => {
    const others = await generateKeyPair('ES256');
    const forged: (typeof signed)[] = [
      (token) => token.setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(others.privateKey),
      (token) => token.setProtectedHeader({ alg: 'ES256', kid: 'two' }).sign(others.privateKey),
      (token) =>
        token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('a-secret'.repeat(4))),
      async (token) => {
        const [, body] = (await token.setProtectedHeader({ alg: 'ES256' }).sign(others.privateKey)).split(
          '.',
        );
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
      },
    ];
    const honest = signed;
    for (signed of forged) expect((await signIn()).done.statusCode).toBe(401);
    signed = honest;
    expect((await signIn()).done.statusCode).toBe(200);
  });

  it.each([
    ['verifies nothing', {}, 401],
    ['does not verify it', { email_verified: false }, 401],
    ['verifies it', { email_verified: true }, 200],
    ['speaks of somebody else', { email_verified: true, sub: '2' }, 401],
  ])('that names the address elsewhere, and %s there, is believed for that only', async (_, said, status) => {
    // The verification of the ID token is not of an address that is not in it.
    claims = { email_verified: true };
    told = { email: 'anna@registry.example', ...said };
    expect((await signIn()).done.statusCode).toBe(status);
    claims = { email: 'anna@registry.example', email_verified: false };
    told = { email: 'anna@registry.example', email_verified: true };
    expect((await signIn()).done.statusCode).toBe(401);
  });

  it('that no longer verifies an address, or gives it to another account, signs nobody in with it', async () => {
    claims = { ...claims, sub: 'anna', email: 'later@registry.example' };
    const input = { name: 'Hilja', email: 'later@registry.example', role: 'ADMIN' };
    const made = await mutate('operatorCreate', input, 'operator { id }');
    expect((await signIn()).done.statusCode).toBe(200);
    const known = claims;
    claims = { ...known, email_verified: false };
    expect((await signIn()).done.statusCode).toBe(401);
    claims = { ...known, sub: 'somebody-new' };
    const other = await signIn();
    expect([other.done.statusCode, other.browser.cookies.has('zonegraph_operator')]).toEqual([403, false]);
    expect(other.done.body).toContain('another account of the provider');
    claims = known;
    expect((await signIn()).done.statusCode).toBe(200);
    // An ADMIN says that the address is right.
    expectDone(
      await mutate('operatorUpdate', { id: made.operator?.id, email: input.email }, 'operator { id }'),
    );
    claims = { ...known, sub: 'somebody-new' };
    expect((await signIn()).done.statusCode).toBe(200);
    claims = known;
    expect((await signIn()).done.statusCode).toBe(403);
  });

  it('keeps people of one name apart, also when they come at the same moment', async () => {
    const names: string[] = [];
    const come = async (email: string, name: string) => {
      claims = { email, email_verified: true, name, groups: ['helpdesk'], sub: email };
      const { browser, done } = await signIn({}, grouped);
      expect(done.statusCode).toBe(200);
      const { body } = await browser.get('/operator');
      names.push(/([^<>]+) <span class="tag">SUPPORT/.exec(body)?.[1]?.trim() ?? '');
    };
    for (const name of ['Jaan Tamm', 'JAAN TAMM', 'Jaan Tamm', 'registry', '<b>', ''])
      await come(`person-${names.length}@registry.example`, name);
    expect(names.slice(0, 3)).toEqual(['Jaan Tamm', 'JAAN TAMM 2', 'Jaan Tamm 3']);
    expect(names.slice(3)).toEqual(['person-3', 'person-4', 'person-5']);
    const signIns = new OperatorSignIns(grouped.container);
    const account = (subject: string) => ({ issuer, subject });
    const at = { address: '10.0.0.1', requestId: 'r' };
    const same = [1, 1, 2, 3].map((person) =>
      signIns.byProvider(
        {
          name: 'Mari Mets',
          email: `mari-${person}@registry.example`,
          account: account(`mari-${person}`),
          role: 'VIEWER',
        },
        at,
      ),
    );
    for (const token of await Promise.all(same)) expect(token).toMatch(/^zgo_/);
  });

  it.each([
    ['another state', { state: 'another' }],
    ['the name of another provider', { iss: 'https://evil.example' }],
    ['an error', { error: 'access_denied' }],
  ])('is not believed when the browser comes back with %s', async (_, changed) => {
    const { browser, done } = await signIn(changed);
    expect([done.statusCode, browser.cookies.size]).toEqual([401, 0]);
  });

  it.each([
    [-45, 200],
    [45, 200],
    [-400, 401],
    [400, 401],
  ])('may have a clock that is off by %i seconds: %i', async (seconds, status) => {
    skewSeconds = seconds;
    expect((await signIn()).done.statusCode).toBe(status);
  });

  it('lets in nobody whom the registry does not know or has disabled', async () => {
    claims = { ...claims, email: 'somebody@registry.example' };
    expect((await signIn()).done.statusCode).toBe(403);
    const gone = { name: 'Läinud', email: 'gone@registry.example', role: 'ADMIN' };
    const made = await mutate('operatorCreate', gone, 'operator { id }');
    expectDone(await mutate('operatorDisable', { id: made.operator?.id }, 'operator { id }'));
    claims = { ...claims, email: gone.email, groups: ['admins'] };
    expect((await signIn()).done.statusCode).toBe(403);
  });

  it('replaces passwords', async () => {
    const { body } = await new Browser(world).get('/operator/sign-in');
    expect(body).not.toContain('name="password"');
    const form = { email: 'anna@registry.example', password: 'x', code: '123456' };
    expect((await new Browser(world).post('/operator/sign-in', form)).statusCode).toBe(401);
  });

  it('gives the role by a group, at each sign-in, and ends the sessions of the former role', async () => {
    claims = {
      email: 'maie@registry.example',
      email_verified: true,
      name: 'Maie Mets',
      groups: ['helpdesk', 'staff'],
    };
    const first = await signIn({}, grouped);
    expect((await first.browser.get('/operator')).body).toContain(
      'Maie Mets <span class="tag">SUPPORT</span>',
    );
    claims = { ...claims, groups: ['admins', 'helpdesk'] };
    const second = await signIn({}, grouped);
    expect((await second.browser.get('/operator')).body).toContain('<span class="tag">ADMIN</span>');
    expect((await first.browser.get('/operator')).statusCode).toBe(303);
    claims = { ...claims, groups: ['staff'] };
    expect((await signIn({}, grouped)).done.statusCode).toBe(403);
  });
});
