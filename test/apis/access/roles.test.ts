import { beforeAll, describe, expect, it } from 'vitest';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = (route: (typeof registrarRoutes)[number], auth: string) =>
  world.request({
    method: route.method,
    url: `/registry/v1${route.path.replaceAll(/:\w+/g, 'x')}`,
    ...(route.method !== 'GET' && { payload: {} }),
    auth,
  });
// Those that ask nobody who they are have no roles.
const named = registrarRoutes
  .filter((route) => !route.open)
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const permitting =
  (...permits: readonly string[]) =>
  ([, { operation }]: (typeof named)[number]): boolean =>
    operation.permits.some((permit) => permits.includes(permit));
const isForBilling = permitting('registrar', 'registrar:billing');
const isForEpp = permitting('registrar', 'registrar:epp');
const forBilling = named.filter(isForBilling);
const notForBilling = named.filter((one) => !isForBilling(one));
const refused = { status: 401, body: { code: 2201, message: 'Authorization error', data: {} } };

describe('a user with the role billing', () => {
  const billing = basic('alpha-billing', 'alpha-sandbox');

  it('may see the balance, and of the rest only what says nothing of domains or contacts', () => {
    const spec = forBilling.filter(([, route]) => !route.extension).map(([name]) => name);
    expect(spec).toEqual(['GET /accounts/balance']);
  });

  it.each(notForBilling)('may not use %s', async (_, route) => {
    expect(await call(route, billing)).toMatchObject(refused);
  });

  it.each(forBilling)('may use %s', async (_, route) => {
    expect((await call(route, billing)).body.code).not.toBe(2201);
  });
});

describe('a user with the role epp', () => {
  const epp = basic('alpha-epp', 'alpha-sandbox');

  it.each(named.filter(isForEpp))('may use %s', async (_, route) => {
    expect((await call(route, epp)).body.code).not.toBe(2201);
  });

  // Whether there is such an invoice is told before the role: invoices-before-role.test.ts.
  const notForEpp = named.filter((one) => !isForEpp(one) && !one[1].path.startsWith('/invoices/:'));
  it.each(notForEpp)('may not use %s', async (_, route) => {
    expect(await call(route, epp)).toMatchObject(refused);
  });
});

describe('a user with the role super', () => {
  it.each(named)('may use %s', async (_, route) => {
    expect((await call(route, basic('alpha', 'alpha-sandbox'))).body.code).not.toBe(2201);
  });
});

describe('a user with the roles billing and epp', () => {
  it('may do what either may', async () => {
    const { db } = world.container.database;
    const user = await apiUserByName(db, 'beta');
    await db
      .updateTable('api_users')
      .set({ roles: ['billing', 'epp'] })
      .where('id', '=', user?.id ?? 0)
      .execute();
    for (const url of ['/registry/v1/accounts/balance', '/registry/v1/contacts'])
      expect((await world.request({ url, auth: basic('beta', 'beta-sandbox') })).status).toBe(200);
  });
});
