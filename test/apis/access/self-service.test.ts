import { beforeAll, describe, expect, it } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { certificateFor, keyPair, requestFor } from '../../support/certificate-requests.ts';
import { portalCertificate } from '../../support/certificates.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, basic, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What registrars and operators change is what lets people in. */
let world: TestWorld;
const mutate = mutateOf(() => world);

describe('with REQUIRE_CLIENT_CERT', () => {
  let crt: string;
  let id: number;

  beforeAll(async () => {
    world = await testWorld({
      REQUIRE_CLIENT_CERT: 'true',
      TRUSTED_PROXIES: '10.0.0.1',
      PORTAL_CERT_FINGERPRINTS: portalCertificate.fingerprint,
    });
  });

  const header = (pem: string) => pem.replaceAll('\n', ' ');
  const directly = async (pem: string, auth = alpha) =>
    (
      await world.request({
        url: '/registry/v1/accounts/balance',
        remoteAddress: '10.0.0.1',
        auth,
        headers: { ssl_client_cert: header(pem), ssl_client_s_dn_cn: 'alpha' },
      })
    ).status;
  const throughPortal = async (pem: string, auth = alpha) =>
    (
      await world.request({
        url: '/registry/v1/registrar/auth',
        remoteAddress: '10.0.0.1',
        auth,
        headers: {
          ssl_client_cert: header(portalCertificate.pem),
          ssl_client_s_dn_cn: portalCertificate.commonName,
          'user-certificate': header(pem),
          'user-certificate-cn': 'alpha',
        },
      })
    ).status;
  /** Nobody has a certificate yet: the first request comes from a user that an operator has given one. */
  const submit = async (csr: string) => {
    const first = await certificateFor({ CN: 'alpha' }, { keys: await keyPair() });
    const added = await mutate(
      'certificateAdd',
      { username: 'alpha', crt: first },
      'certificate { databaseId status }',
    );
    expectDone(added);
    await expect.poll(() => directly(first)).toBe(200);
    const { body } = await world.request({
      method: 'POST',
      url: '/graphql',
      auth: alpha,
      remoteAddress: '10.0.0.1',
      headers: { ssl_client_cert: header(first), ssl_client_s_dn_cn: 'alpha' },
      payload: {
        query: `mutation ($csr: String!) { certificateRequestSubmit(input: { username: "alpha", csr: $csr }) {
          certificate { databaseId status interface subject csr crt sha256 } userErrors { message } } }`,
        variables: { csr },
      },
    });
    return body.data?.certificateRequestSubmit?.certificate;
  };

  it('a request that was signed lets its user in through the portal, and nowhere else', async () => {
    const keys = await keyPair();
    const request = await submit(await requestFor({ CN: 'alpha', C: 'EE' }, { keys }));
    expect(request).toMatchObject({
      status: 'UNSIGNED',
      interface: 'REGISTRAR',
      subject: '/C=EE/CN=alpha',
      crt: null,
      sha256: null,
    });
    id = Number(request?.databaseId);
    crt = await certificateFor({ CN: 'alpha' }, { keys });
    expect(await throughPortal(crt)).toBe(401);
    const signed = await mutate(
      'certificateSign',
      { id, crt },
      'certificate { status issuer notAfter sha256 }',
    );
    expectDone(signed);
    expect(signed.certificate).toMatchObject({ status: 'SIGNED', issuer: '/C=EE/CN=Registry CA' });
    await expect.poll(() => throughPortal(crt)).toBe(200);
    expect(await directly(crt)).toBe(401);
    expect(await throughPortal(crt, basic('alpha-epp', 'alpha-sandbox'))).toBe(401);
  });

  it('a revoked one lets nobody in any more, even if an operator has listed its fingerprint too', async () => {
    const { sha256 } =
      (await mutate('certificateRevoke', { id }, 'certificate { sha256 status }')).certificate ?? {};
    await expect.poll(() => throughPortal(crt)).toBe(401);
    expectDone(
      await mutate(
        'apiUserUpdate',
        { username: 'alpha', certificateFingerprints: [sha256] },
        'apiUser { certificateFingerprints }',
      ),
    );
    await expect.poll(() => throughPortal(crt)).toBe(401);
    expect(await directly(crt)).toBe(401);
    expectRefused(await mutate('certificateRevoke', { id }, 'certificate { id }'), 2304);
    expectRefused(await mutate('certificateSign', { id, crt }, 'certificate { id }'), 2304);
  });

  it('one whose time is over lets nobody in', async () => {
    const keys = await keyPair();
    const notAfter = new Date(world.clock.now().getTime() + 60_000);
    const short = await certificateFor({ CN: 'alpha' }, { keys, notAfter });
    expectDone(await mutate('certificateAdd', { username: 'alpha', crt: short }, 'certificate { id }'));
    await expect.poll(() => directly(short)).toBe(200);
    expect(await throughPortal(short)).toBe(401);
    world.clock.moveTo(new Date(notAfter.getTime() + 1));
    expect(await directly(short)).toBe(401);
  });

  it('a certificate ends with its user', async () => {
    const keys = await keyPair();
    const own = await certificateFor({ CN: 'alpha' }, { keys });
    const base = { username: 'alpha-short', password: 'sesame', roles: ['EPP'], registrar: 'ALPHA' };
    expectDone(await mutate('apiUserCreate', base, 'apiUser { username }'));
    const added = await mutate(
      'certificateAdd',
      { username: 'alpha-short', crt: own },
      'certificate { databaseId apiUser { username } }',
    );
    expect(added.certificate).toMatchObject({ apiUser: { username: 'alpha-short' } });
    await expect.poll(() => directly(own, basic('alpha-short', 'sesame'))).toBe(200);
    expectDone(await mutate('apiUserDelete', { username: 'alpha-short' }, 'username'));
    await expect.poll(() => directly(own, basic('alpha-short', 'sesame'))).toBe(401);
    const { revoked_reason } = await world.container.database.db
      .selectFrom('certificates')
      .select('revoked_reason')
      .where('id', '=', Number(added.certificate?.databaseId))
      .executeTakeFirstOrThrow();
    expect(revoked_reason).toBe(5);
  });
});

describe('with api_ip_whitelist_enabled', () => {
  beforeAll(async () => {
    world = await testWorld();
    await add('192.0.2.0/28');
    await putSetting(world.container.database.db, 'api_ip_whitelist_enabled', 'true', world.clock.now());
    world.container.bus.dispatch('setting', 'api_ip_whitelist_enabled');
  });

  const from = async (remoteAddress: string, auth = alpha) =>
    (await world.request({ url: '/registry/v1/accounts/balance', auth, remoteAddress })).status;
  const add = async (address: string, interfaces = ['API'], remoteAddress?: string) => {
    const { body } = await world.request({
      method: 'POST',
      url: '/graphql',
      ...(remoteAddress && { remoteAddress }),
      payload: {
        query: `mutation ($input: AllowedIpAddInput!) { allowedIpAdd(input: $input) { allowedIp { databaseId } } }`,
        variables: { input: { address, interfaces } },
      },
    });
    return Number(body.data?.allowedIpAdd?.allowedIp?.databaseId);
  };
  const commit = async (id: number) =>
    expectDone(await mutate('allowedIpCommit', { id }, 'allowedIp { id }', operator));

  it('an address that no operator has committed lets nobody in', async () => {
    expect(await from('192.0.2.1')).toBe(401);
    await commit(1);
    await expect.poll(() => from('192.0.2.1')).toBe(200);
    expect(await from('192.0.2.16')).toBe(401);
  });

  it('all users of the registrar, and nobody of another', async () => {
    expect(await from('192.0.2.1', basic('alpha-epp', 'alpha-sandbox'))).toBe(200);
    expect(await from('192.0.2.1', basic('beta', 'beta-sandbox'))).toBe(401);
  });

  it('a user with a list of its own must be on both', async () => {
    const narrow = (allowedIps: string[]) =>
      mutate('apiUserUpdate', { username: 'alpha', allowedIps }, 'apiUser { username }');
    expectDone(await narrow(['192.0.2.2', '198.51.100.1']));
    await expect.poll(() => from('192.0.2.1')).toBe(401);
    expect(await from('192.0.2.2')).toBe(200);
    expect(await from('198.51.100.1')).toBe(401);
    expectDone(await narrow([]));
    await expect.poll(() => from('192.0.2.1')).toBe(200);
  });

  it('an address for the portal alone lets no program in', async () => {
    await add('203.0.113.1', ['REGISTRAR'], '192.0.2.1');
    await expect.poll(() => from('203.0.113.1')).toBe(401);
  });

  it('an address that is changed does not count until it is committed again, and one that is removed never', async () => {
    const id = await add('203.0.113.7', ['API'], '192.0.2.1');
    await commit(id);
    await expect.poll(() => from('203.0.113.7')).toBe(200);
    const change = (field: string, input: string, address: string) =>
      world.request({
        method: 'POST',
        url: '/graphql',
        remoteAddress: address,
        payload: { query: `mutation { ${field}(input: { ${input} }) { userErrors { code } } }` },
      });
    await change('allowedIpUpdate', `id: ${id}, address: "203.0.113.8"`, '203.0.113.7');
    await expect.poll(() => from('203.0.113.7')).toBe(401);
    expect(await from('203.0.113.8')).toBe(401);
    await commit(id);
    await expect.poll(() => from('203.0.113.8')).toBe(200);
    await change('allowedIpRemove', `id: ${id}`, '203.0.113.8');
    await expect.poll(() => from('203.0.113.8')).toBe(401);
  });
});
