import { beforeAll, describe, expect, it } from 'vitest';
import { isListed } from '#src/apis/access/client-address.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { buildApp } from '#src/server/app.ts';
import { graph } from '../../support/graph.ts';
import { alpha, basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;

async function allow(username: string, addresses: readonly string[]) {
  const { db } = world.container.database;
  await db
    .updateTable('api_users')
    .set({ allowed_ips: [...addresses] })
    .where('username', '=', username)
    .execute();
  world.container.bus.dispatch('api_user', username);
}

beforeAll(async () => {
  world = await testWorld({ TRUSTED_PROXIES: '10.0.0.1, 172.16.0.0/12, ::1' });
  await allow('alpha', ['192.0.2.0/24', '2001:db8::/64', '198.51.100.7']);
});

const call = (remoteAddress: string, headers: Record<string, string> = {}, auth = alpha) =>
  world.request({ url: '/registry/v1/accounts/balance', remoteAddress, headers, auth });
const denied = (address: string) => ({
  status: 401,
  body: { code: 2202, message: `Access denied from IP ${address}`, data: {} },
});

describe('while api_ip_whitelist_enabled is not set', () => {
  it('every address is welcome', async () => {
    expect((await call('203.0.113.9')).status).toBe(200);
  });
});

describe('the networks that a user has signed in from', () => {
  const networks = async () => {
    const { db } = world.container.database;
    const rows = await db.selectFrom('sign_in_addresses').select('address').orderBy('address').execute();
    return rows.map(({ address }) => address);
  };

  it('are noted at the first request from each, and not again', async () => {
    const before = await networks();
    for (const address of ['203.0.113.9', '198.51.100.7', '203.0.113.9', '198.51.100.7'])
      expect((await call(address)).status).toBe(200);
    const after = await networks();
    expect(new Set([...before, '198.51.100.7', '203.0.113.9'])).toEqual(new Set(after));
    const statements: string[] = [];
    const stop = world.container.database.onStatement((text) => statements.push(text));
    await call('198.51.100.7');
    stop();
    expect(statements.filter((text) => text.includes('sign_in_addresses'))).toEqual([]);
  });

  it('are noted again after a minute, once the user was read again', async () => {
    const lastLogin = async () => (await apiUserByName(world.container.database.db, 'alpha'))?.last_login_at;
    await call('203.0.113.9');
    const later = new Date(world.clock.now().getTime() + 60_000);
    world.clock.moveTo(later);
    world.container.bus.dispatch('api_user', 'alpha');
    await call('203.0.113.9');
    await world.container.batch.flush();
    expect((await lastLogin())?.getTime()).toBeGreaterThanOrEqual(later.getTime());
  });
});

describe('with api_ip_whitelist_enabled', () => {
  beforeAll(async () => {
    await putSetting(world.container.database.db, 'api_ip_whitelist_enabled', 'true', world.clock.now());
    world.container.bus.dispatch('setting', 'api_ip_whitelist_enabled');
  });

  it.each(['192.0.2.1', '::ffff:192.0.2.255', '2001:db8::1', '198.51.100.7'])(
    '%s is on the list',
    async (address) => {
      expect((await call(address)).status).toBe(200);
    },
  );

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.8', '198.51.100.8'],
    ['2001:db8:0:1::1', '2001:db8:0:1::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '127.0.0.1'],
  ])('%s is not, and the refusal says so', async (address, shown) => {
    expect(await call(address)).toMatchObject(denied(shown));
  });

  it('an empty list lets nobody in', async () => {
    expect(await call('192.0.2.1', {}, basic('beta', 'beta-sandbox'))).toMatchObject(denied('192.0.2.1'));
  });

  it('a caller that is sent away has not signed in', async () => {
    const user = await apiUserByName(world.container.database.db, 'beta');
    expect(user?.last_login_at).toBeNull();
  });

  it('a wrong password is reported before a wrong address', async () => {
    expect(await call('203.0.113.9', {}, basic('alpha', 'wrong'))).toMatchObject({
      status: 401,
      body: { message: 'Invalid authorization information' },
    });
  });

  it('the other API has the same list', async () => {
    expect(await graph(world, '{ viewer { name } }')).toMatchObject({
      status: 401,
      errors: [{ message: 'Access denied from IP 127.0.0.1', extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('the caller behind trusted proxies is the right-most address that is none of them', async () => {
    const from = (forwarded: string, proxy = '10.0.0.1') => call(proxy, { 'x-forwarded-for': forwarded });
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('203.0.113.9, 192.0.2.1, 172.20.0.5')).status).toBe(200);
    expect(await from('192.0.2.1, 203.0.113.9')).toMatchObject(denied('203.0.113.9'));
    expect((await from('192.0.2.1', '::1')).status).toBe(200);
  });

  it('a proxy is believed by the one header that was agreed on: another one may be the caller\u2019s own', async () => {
    for (const name of ['x-real-ip', 'x_forwarded_for', 'forwarded'])
      expect(await call('10.0.0.1', { [name]: '192.0.2.1' })).toMatchObject(denied('10.0.0.1'));
  });

  it('nobody else is believed about whom they forward for', async () => {
    for (const name of ['x-forwarded-for', 'request-ip', 'x-real-ip', 'forwarded'])
      expect(await call('203.0.113.9', { [name]: '192.0.2.1' })).toMatchObject(denied('203.0.113.9'));
    expect(await call('10.0.0.2', { 'x-forwarded-for': '192.0.2.1' })).toMatchObject(denied('10.0.0.2'));
  });
});

describe('with CLIENT_ADDRESS_HEADER=X-Real-IP', () => {
  const from = async (headers: Record<string, string>, remoteAddress = '10.0.0.1') => {
    const { container } = world;
    const config = { ...container.config, CLIENT_ADDRESS_HEADER: 'x-real-ip' as const };
    const app = buildApp({ ...container, config });
    const answer = await app.inject({
      url: '/registry/v1/accounts/balance',
      remoteAddress,
      headers: { authorization: alpha, ...headers },
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('that one counts, and X-Forwarded-For does not', async () => {
    expect((await from({ 'x-real-ip': '192.0.2.1' })).status).toBe(200);
    expect((await from({ 'x-real-ip': '192.0.2.1', 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
    expect(await from({ 'x-real-ip': '203.0.113.9' })).toMatchObject(denied('203.0.113.9'));
    expect(await from({ 'x-forwarded-for': '192.0.2.1' })).toMatchObject(denied('10.0.0.1'));
  });

  it('an invalid address is nobody\u2019s, and only proxies are believed', async () => {
    expect(await from({ 'x-real-ip': '192.0.2.1, 192.0.2.2' })).toMatchObject(denied('10.0.0.1'));
    expect(await from({ 'x-real-ip': '192.0.2.1' }, '203.0.113.9')).toMatchObject(denied('203.0.113.9'));
  });
});

describe('a list of addresses', () => {
  it.each([
    ['127.0.0.1', ['127.0.0.0/8'], true],
    ['127.0.0.1', ['::ffff:127.0.0.1'], true],
    ['::1', ['::1'], true],
    ['::1', ['0:0:0:0:0:0:0:1'], true],
    ['10.0.0.1', ['2001:db8::/32'], false],
    ['10.0.0.1', [], false],
    ['10.0.0.1', ['nonsense', '10.0.0.1/33'], false],
    ['', ['10.0.0.1'], false],
    ['nonsense', ['10.0.0.0/8'], false],
    ['nonsense', ['10.0.0.0/8', 'nonsense'], true],
  ])('%s in %j: %s', (address, list, expected) => {
    expect(isListed(address, list)).toBe(expected);
  });
});
