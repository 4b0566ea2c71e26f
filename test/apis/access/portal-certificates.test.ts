import { beforeAll, describe, expect, it } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { alphaCertificate, impostorPem, portalCertificate } from '../../support/certificates.ts';
import { readConfig } from '../../support/extensions.ts';
import { graph } from '../../support/graph.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const proxy = '10.0.0.7';
const inHeader = (pem: string) => pem.trim().replaceAll('\n', ' ');
const shown = (one: typeof portalCertificate) => ({
  ssl_client_cert: inHeader(one.pem),
  ssl_client_s_dn_cn: one.commonName,
});
const passedOn = (one: typeof portalCertificate) => ({
  'user-certificate': inHeader(one.pem),
  'user-certificate-cn': one.commonName,
});
const byPortal = shown(portalCertificate);
const forAlpha = { ...byPortal, ...passedOn(alphaCertificate) };
const invalid = { status: 401, body: { code: 2202, message: 'Invalid user certificate', data: {} } };

beforeAll(async () => {
  world = await testWorld({
    REQUIRE_CLIENT_CERT: 'true',
    TRUSTED_PROXIES: '10.0.0.0/8',
    PORTAL_CERT_FINGERPRINTS: portalCertificate.fingerprint.toLowerCase(),
  });
  await world.container.database.db
    .updateTable('api_users')
    .set({ certificate_fingerprints: [alphaCertificate.fingerprint] })
    .where('username', '=', 'alpha')
    .execute();
});

const call = (headers: Record<string, string>, options: { remoteAddress?: string; auth?: string } = {}) =>
  world.request({ url: '/repp/v1/registrar/auth', headers, remoteAddress: proxy, ...options });

describe('a portal with a certificate of its own', () => {
  it('acts for the user whose certificate it passes on, over both APIs', async () => {
    expect((await call(forAlpha)).body.data.username).toBe('alpha');
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ viewer { name } }' },
      remoteAddress: proxy,
      headers: forAlpha,
    });
    expect(answer.body.data).toEqual({ viewer: { name: 'alpha' } });
  });

  it.each([
    ['no certificate of the user', byPortal],
    ['no name with it', { ...byPortal, 'user-certificate': forAlpha['user-certificate'] }],
    ['another name than it has', { ...forAlpha, 'user-certificate-cn': 'beta api' }],
    ['another key under the same name', { ...forAlpha, 'user-certificate': inHeader(impostorPem) }],
    ['its own in place of it', { ...byPortal, ...passedOn(portalCertificate) }],
    ['nonsense', { ...forAlpha, 'user-certificate': 'nonsense' }],
  ])('acts for nobody with %s', async (_, headers) => {
    expect(await call(headers)).toMatchObject(invalid);
  });

  it('acts for nobody else, and for nobody without the password', async () => {
    expect(await call(forAlpha, { auth: basic('beta', 'beta-sandbox') })).toMatchObject(invalid);
    expect(await call(forAlpha, { auth: basic('alpha', 'wrong') })).toMatchObject({
      status: 401,
      body: { message: 'Invalid authorization information' },
    });
  });

  it('is believed through a trusted proxy only', async () => {
    expect(await call(forAlpha, { remoteAddress: '192.0.2.1' })).toMatchObject(invalid);
  });

  it('is not believed about anything else, such as where its user is', async () => {
    const { database, bus } = world.container;
    await putSetting(database.db, 'api_ip_whitelist_enabled', 'true', world.clock.now());
    await database.db
      .updateTable('api_users')
      .set({ allowed_ips: ['192.0.2.77'] })
      .where('username', '=', 'alpha')
      .execute();
    bus.dispatch('setting', 'api_ip_whitelist_enabled');
    const { body } = await call({ ...forAlpha, 'request-ip': '192.0.2.77', requester: 'webclient' });
    expect(body).toMatchObject({ code: 2202, message: `Access denied from IP ${proxy}` });
  });
});

describe('a caller that is no portal', () => {
  it('passes on nothing: a registrar that shows its own certificate is judged by that one', async () => {
    const impostor = { ssl_client_cert: inHeader(impostorPem), ssl_client_s_dn_cn: 'alpha api' };
    expect(await call({ ...impostor, ...passedOn(alphaCertificate) })).toMatchObject(invalid);
    expect(await call(passedOn(alphaCertificate))).toMatchObject(invalid);
  });

  it('cannot borrow the name of a portal', async () => {
    const claimed = { ssl_client_cert: inHeader(impostorPem), ssl_client_s_dn_cn: 'webclient' };
    expect(await call({ ...claimed, ...passedOn(alphaCertificate) })).toMatchObject(invalid);
    expect((await graph(world, '{ viewer { name } }', { headers: passedOn(alphaCertificate) })).status).toBe(
      401,
    );
  });
});

describe('PORTAL_CERT_FINGERPRINTS', () => {
  const needs = 'PORTAL_CERT_FINGERPRINTS counts only with REQUIRE_CLIENT_CERT=true and TRUSTED_PROXIES';
  const one = { PORTAL_CERT_FINGERPRINTS: portalCertificate.fingerprint };

  it('is refused where it would mean nothing', () => {
    expect(() => readConfig(one)).toThrow(needs);
    expect(() => readConfig({ ...one, REQUIRE_CLIENT_CERT: 'true' })).toThrow(needs);
    expect(() => readConfig({ ...one, TRUSTED_PROXIES: '10.0.0.1' })).toThrow(needs);
  });

  it('holds fingerprints, with colons or without', () => {
    const env = { REQUIRE_CLIENT_CERT: 'true', TRUSTED_PROXIES: '10.0.0.1' };
    const plain = portalCertificate.fingerprint.replaceAll(':', '').toLowerCase();
    expect(
      readConfig({ ...env, PORTAL_CERT_FINGERPRINTS: `${plain}, ${portalCertificate.fingerprint}` })
        .PORTAL_CERT_FINGERPRINTS,
    ).toHaveLength(2);
    for (const wrong of ['webclient', plain.slice(1), `${plain}0`, 'sha1'])
      expect(() => readConfig({ ...env, PORTAL_CERT_FINGERPRINTS: wrong })).toThrow('fingerprints');
  });
});
