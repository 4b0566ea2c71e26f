import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '#src/apis/access/authenticator.ts';
import { realEpochSeconds } from '#src/base/clock.ts';
import { readConfig } from '../../support/extensions.ts';
import { graph } from '../../support/graph.ts';
import { productionEnv } from '../../support/production.ts';
import { operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

/** The house's authenticator with other settings. */
const authenticator = (env: Record<string, string>) =>
  new Authenticator({ ...world.container, config: readConfig(env) });
const sender = (authorization: string | undefined, address = '127.0.0.1') => ({
  authorization,
  address,
  certificate: { pem: undefined, commonName: undefined },
});
const sign = (claims: object, secret: string, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
const viewer = async (auth: string | null) =>
  graph(world, '{ viewer { kind name roles registrar { code } } }', { auth });
const unauthenticated = {
  status: 401,
  errors: [{ extensions: { code: 'UNAUTHENTICATED', resultCode: 2202 } }],
};

describe('a billing client', () => {
  // docs/rules/billing.md#ownership, signed with the secret `secret`.
  const registry =
    'eyJhbGciOiJIUzI1NiJ9.eyJpbml0aWF0b3IiOiJyZWdpc3RyeSJ9.oq2EX0KvKrMrH6aUFIzDjmO6ZhYf_DFE9fpx2DhYonI';
  const regis =
    'eyJhbGciOiJIUzI1NiJ9.eyJpbml0aWF0b3IiOiJyZWdpcyJ9.--ZswSprxo76vuJv7BaFio5VGGojaOnrD6V66cTtevY';
  const known = async (token: string, secret = 'secret') =>
    authenticator({ BILLING_SECRET: secret }).billingClient(sender(`Bearer ${token}`));

  it('is known by the vectors that the real services use', async () => {
    expect(await known(registry)).toEqual({ kind: 'billing', initiator: 'registry' });
    expect(await known(regis)).toBeUndefined();
    expect(await known(registry, 'another secret')).toBeUndefined();
  });

  it.each(['registry', 'auction', 'eeid', 'business_registry'])('may be %s', async (initiator) => {
    expect(await known(await sign({ initiator }, 'secret'))).toEqual({ kind: 'billing', initiator });
  });

  it.each([
    ['an initiator that only the house itself is', { initiator: 'billing_system' }],
    ['no initiator', {}],
    ['an initiator that is no text', { initiator: ['registry'] }],
    ['an expired token', { initiator: 'registry', exp: 1 }],
    ['a token that is not valid yet', { initiator: 'registry', nbf: 4_102_444_800 }],
  ])('is not known by %s', async (_, claims) => {
    expect(await known(await sign(claims, 'secret'))).toBeUndefined();
  });

  it('is known by HS256 only: not by another algorithm, not by none', async () => {
    const long = 's'.repeat(64);
    expect(await known(await sign({ initiator: 'registry' }, long), long)).toMatchObject({ kind: 'billing' });
    expect(await known(await sign({ initiator: 'registry' }, long, 'HS512'), long)).toBeUndefined();
    expect(await known(new UnsecuredJWT({ initiator: 'registry' }).encode())).toBeUndefined();
    const [, claims] = registry.split('.');
    expect(await known(`eyJhbGciOiJub25lIn0.${claims}.`)).toBeUndefined();
  });

  it('is not known by anything that is no token', async () => {
    for (const token of ['', 'x', 'a.b.c', '..', `${registry}x`, registry.slice(0, -1), '\u{1f600}'])
      expect(await known(token)).toBeUndefined();
    for (const header of [undefined, 'Bearer', 'Bearer  ', `Basic ${registry}`, registry])
      expect(await authenticator({ BILLING_SECRET: 'secret' }).billingClient(sender(header))).toBeUndefined();
  });

  it('without an end is known in the sandbox, and in production only where it is said so', async () => {
    const secret = productionEnv.BILLING_SECRET ?? '';
    const ask = async (env: Record<string, string>, claims: object) =>
      authenticator(env).billingClient(sender(`Bearer ${await sign(claims, secret)}`));
    const lasting = { initiator: 'registry' };
    const inAnHour = { ...lasting, exp: realEpochSeconds() + 3600 };
    const known = { kind: 'billing', initiator: 'registry' };
    expect(await ask({ BILLING_SECRET: secret }, lasting)).toEqual(known);
    expect(await ask({ BILLING_SECRET: secret, BILLING_TOKENS_MAY_LAST: 'false' }, lasting)).toBeUndefined();
    expect(await ask(productionEnv, lasting)).toBeUndefined();
    expect(await ask(productionEnv, inAnHour)).toEqual(known);
    expect(await ask({ ...productionEnv, BILLING_TOKENS_MAY_LAST: 'true' }, lasting)).toEqual(known);
    expect(
      await ask({ ...productionEnv, BILLING_TOKENS_MAY_LAST: 'true' }, { ...lasting, exp: 1 }),
    ).toBeUndefined();
  });

  it('is not known by a token of another kind, or one from the future', async () => {
    const typed = (typ: string) =>
      new SignJWT({ initiator: 'registry' })
        .setProtectedHeader({ alg: 'HS256', typ })
        .sign(new TextEncoder().encode('secret'));
    expect(await known(await typed('JWT'))).toMatchObject({ kind: 'billing' });
    expect(await known(await typed('jwt'))).toMatchObject({ kind: 'billing' });
    expect(await known(await typed('at+jwt'))).toBeUndefined();
    const iat = realEpochSeconds();
    expect(await known(await sign({ initiator: 'registry', iat }, 'secret'))).toMatchObject({
      kind: 'billing',
    });
    expect(await known(await sign({ initiator: 'registry', iat: iat + 3600 }, 'secret'))).toBeUndefined();
  });

  it('is the same at the graph', async () => {
    const token = await sign({ initiator: 'auction' }, 'billing-sandbox');
    expect((await viewer(`Bearer ${token}`)).data).toEqual({
      viewer: { kind: 'BILLING_CLIENT', name: 'auction', roles: [], registrar: null },
    });
    expect(await viewer(`Bearer ${await sign({ initiator: 'auction' }, 'guess')}`)).toMatchObject(
      unauthenticated,
    );
  });
});

describe('the portal', () => {
  const known = (env: Record<string, string>, authorization: string | undefined, address?: string) =>
    authenticator(env).portal(sender(authorization, address));

  it('is known by any of its tokens from any of its addresses', () => {
    const env = {
      BUSINESS_REGISTRY_TOKENS: 'one, two',
      BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1,::1,10.0.0.0/8',
    };
    for (const token of ['one', 'two'])
      for (const address of ['127.0.0.1', '::1', '10.9.8.7', '::ffff:10.9.8.7'])
        expect(known(env, `Bearer ${token}`, address)).toMatchObject({ kind: 'portal' });
    expect(known(env, 'Bearer three')).toBeUndefined();
    expect(known(env, 'Bearer one', '192.0.2.1')).toBeUndefined();
    expect(known(env, undefined)).toBeUndefined();
  });

  it('is nobody when its list of tokens or addresses is empty', () => {
    expect(known({ BUSINESS_REGISTRY_TOKENS: '' }, 'Bearer portal-sandbox')).toBeUndefined();
    expect(known({ BUSINESS_REGISTRY_TOKENS: '' }, 'Bearer ')).toBeUndefined();
    expect(known({ BUSINESS_REGISTRY_ALLOWED_IPS: '' }, 'Bearer portal-sandbox')).toBeUndefined();
  });

  it('is the same at the graph, and keeps its token to itself', async () => {
    const { data, text } = await viewer(portal);
    expect(data).toMatchObject({ viewer: { kind: 'PORTAL', roles: [], registrar: null } });
    expect(text).not.toContain('portal-sandbox');
    const elsewhere = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ viewer { kind } }' },
      auth: portal,
      remoteAddress: '192.0.2.1',
    });
    expect(elsewhere.status).toBe(401);
  });
});

describe('an operator', () => {
  it('is known by any of the tokens', async () => {
    const { data, text } = await viewer(operator);
    expect(data).toMatchObject({ viewer: { kind: 'OPERATOR', roles: [], registrar: null } });
    expect(text).not.toContain('operator-sandbox');
    for (const auth of ['Bearer operator', 'Bearer operator-sandbox-', 'bearer', 'Basic operator-sandbox'])
      expect(await viewer(auth)).toMatchObject(unauthenticated);
  });

  it('does not enter by the registrars\u2019 API', async () => {
    expect(await world.request({ url: '/registry/v1/accounts/balance', auth: operator })).toMatchObject({
      status: 401,
      body: { code: 2202 },
    });
  });
});

describe('nobody', () => {
  it('is anonymous at the graph, where some things are for everyone', async () => {
    expect((await graph(world, '{ errorCatalogue { code } }', { auth: null })).status).toBe(200);
    expect(await viewer(null)).toMatchObject(unauthenticated);
  });
});
