import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#src/server/app.ts';
import { alphaCertificate, impostorPem } from '../../support/certificates.ts';
import { graph } from '../../support/graph.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const proxy = '10.0.0.7';
const inHeader = (pem: string) => pem.trim().replaceAll('\n', ' ');
const headers = {
  ssl_client_cert: inHeader(alphaCertificate.pem),
  ssl_client_s_dn_cn: alphaCertificate.commonName,
};
const invalid = { status: 401, body: { code: 2202, message: 'Invalid user certificate', data: {} } };

beforeAll(async () => {
  world = await testWorld({ REQUIRE_CLIENT_CERT: 'true', TRUSTED_PROXIES: '10.0.0.0/8' });
  await world.container.database.db
    .updateTable('api_users')
    .set({ certificate_fingerprints: [alphaCertificate.fingerprint] })
    .where('username', '=', 'alpha')
    .execute();
});

const call = (sent: Record<string, string>, options: { remoteAddress?: string; auth?: string } = {}) =>
  world.request({ url: '/registry/v1/accounts/balance', headers: sent, remoteAddress: proxy, ...options });

describe('with REQUIRE_CLIENT_CERT', () => {
  it("a user's own certificate is accepted", async () => {
    expect((await call(headers)).status).toBe(200);
  });

  it.each([
    ['with its newlines as spaces', inHeader(alphaCertificate.pem)],
    ['with its newlines as tabs', alphaCertificate.pem.trim().replaceAll('\n', '\t')],
    ['percent-encoded', encodeURIComponent(alphaCertificate.pem)],
    ['on one line', alphaCertificate.pem.replaceAll('\n', '')],
  ])('it may come %s', async (_, ssl_client_cert) => {
    expect((await call({ ...headers, ssl_client_cert })).status).toBe(200);
  });

  it('its headers count in their one spelling: another one may be the caller\u2019s own', async () => {
    const dashed = { 'ssl-client-cert': headers.ssl_client_cert, 'ssl-client-s-dn-cn': 'alpha api' };
    expect(await call(dashed)).toMatchObject(invalid);
    expect(await call({ ...dashed, ssl_client_cert: '', ssl_client_s_dn_cn: '' })).toMatchObject(invalid);
    expect(await call({ ...dashed, ssl_client_s_dn_cn: 'alpha api' })).toMatchObject(invalid);
  });

  it('the operator says which headers those are', async () => {
    const { container } = world;
    const config = {
      ...container.config,
      CLIENT_CERT_HEADER: 'x-client-cert',
      CLIENT_CERT_CN_HEADER: 'x-client-cn',
    };
    const app = buildApp({ ...container, config });
    const statusWith = async (sent: Record<string, string>) =>
      (
        await app.inject({
          url: '/registry/v1/accounts/balance',
          remoteAddress: proxy,
          headers: { authorization: basic('alpha', 'alpha-sandbox'), ...sent },
        })
      ).statusCode;
    expect(await statusWith({ 'x-client-cert': headers.ssl_client_cert, 'x-client-cn': 'alpha api' })).toBe(
      200,
    );
    expect(await statusWith(headers)).toBe(401);
    expect(await statusWith({ x_client_cert: headers.ssl_client_cert, x_client_cn: 'alpha api' })).toBe(401);
  });

  it('the fingerprint is known in any case, with colons or without', async () => {
    const { db } = world.container.database;
    const plain = alphaCertificate.fingerprint.replaceAll(':', '').toLowerCase();
    await db
      .updateTable('api_users')
      .set({ certificate_fingerprints: ['00', plain] })
      .where('username', '=', 'beta')
      .execute();
    expect((await call(headers, { auth: basic('beta', 'beta-sandbox') })).status).toBe(200);
  });

  it.each([
    ['no certificate', {}],
    ['no CN', { ssl_client_cert: headers.ssl_client_cert }],
    ['only a CN', { ssl_client_s_dn_cn: 'alpha api' }],
    ['another CN than the certificate has', { ...headers, ssl_client_s_dn_cn: 'beta api' }],
    ['part of the CN', { ...headers, ssl_client_s_dn_cn: 'alpha' }],
    ['another key under the same name', { ...headers, ssl_client_cert: inHeader(impostorPem) }],
    ['nonsense', { ...headers, ssl_client_cert: 'nonsense' }],
    ['a percent sign too many', { ...headers, ssl_client_cert: `${headers.ssl_client_cert}%` }],
    [
      'an empty certificate',
      { ...headers, ssl_client_cert: '-----BEGIN CERTIFICATE----- -----END CERTIFICATE-----' },
    ],
    [
      'a broken certificate',
      { ...headers, ssl_client_cert: headers.ssl_client_cert.replace('MIIB', 'MIIC') },
    ],
  ])('%s does not', async (_, sent) => {
    expect(await call(sent)).toMatchObject(invalid);
  });

  it('a certificate that belongs to another user does not', async () => {
    expect(await call(headers, { auth: basic('alpha-epp', 'alpha-sandbox') })).toMatchObject(invalid);
  });

  it('the headers count only from a trusted proxy', async () => {
    expect(await call(headers, { remoteAddress: '192.0.2.1' })).toMatchObject(invalid);
    expect((await call(headers, { remoteAddress: '::ffff:10.1.2.3' })).status).toBe(200);
    const forwarded = { ...headers, 'x-forwarded-for': proxy };
    expect(await call(forwarded, { remoteAddress: '192.0.2.1' })).toMatchObject(invalid);
  });

  it('headers of existing clients for a certificate are accepted and never trusted', async () => {
    const claimed = {
      'user-certificate': headers.ssl_client_cert,
      'user-certificate-cn': 'alpha api',
      requester: 'webclient',
    };
    expect(await call(claimed)).toMatchObject(invalid);
  });

  it('a wrong password is reported before a wrong certificate', async () => {
    expect(await call({}, { auth: basic('alpha', 'wrong') })).toMatchObject({
      status: 401,
      body: { message: 'Invalid authorization information' },
    });
  });

  it('the other API asks for it as well', async () => {
    expect(await graph(world, '{ viewer { name } }')).toMatchObject({
      status: 401,
      errors: [
        { message: 'Invalid user certificate', extensions: { code: 'UNAUTHENTICATED', resultCode: 2202 } },
      ],
    });
  });
});
