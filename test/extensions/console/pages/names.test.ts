import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { seed } from '../../../support/seed.ts';
import { alpha, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registrant: string;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  registrant = await seed(world).contact();
});

const register = async (name: string, reservationCode?: string) =>
  (
    await world.request({
      method: 'POST',
      url: '/registry/v1/domains',
      payload: {
        domain: {
          name,
          registrant,
          period: 1,
          period_unit: 'y',
          ...(reservationCode && { reserved_pw: reservationCode }),
        },
      },
    })
  ).body;

describe('zoneCreate', () => {
  it('opens a zone in which names can be registered once they have a price', async () => {
    const created = await mutate('zoneCreate', { origin: ' Org.EE ' }, 'zone { origin }');
    expectDone(created);
    expect(created.zone).toEqual({ origin: 'org.ee' });
    expect(await register('first.org.ee')).toMatchObject({ code: 2104 });
    expectDone(
      await mutate(
        'priceSet',
        { zone: 'org.ee', operation: 'CREATE', period: 'P1Y', price: '7' },
        'price { price }',
      ),
    );
    expect(await register('first.org.ee')).toMatchObject({ code: 1000 });
  });

  it('is kept in the history', async () => {
    expectDone(await mutate('zoneCreate', { origin: 'kept.ee' }, 'zone { origin }'));
    const history = world.container.database.db.selectFrom('history').selectAll();
    expect(await history.where('object_key', '=', 'kept.ee').execute()).toMatchObject([
      { operation: 'zone.create', object_type: 'zone', changes: { origin: { from: null, to: 'kept.ee' } } },
    ]);
  });

  it('refuses what is there, what is no zone, and the name of a domain', async () => {
    expectRefused(await mutate('zoneCreate', { origin: 'ee' }, 'zone { origin }'), 2302);
    for (const origin of ['', '-x', 'a..b', 'a b', 'é.ee', 'x'.repeat(64)])
      expectRefused(await mutate('zoneCreate', { origin }, 'zone { origin }'), 2005);
    await register('taken.ee');
    expectRefused(await mutate('zoneCreate', { origin: 'taken.ee' }, 'zone { origin }'), 2305);
  });
});

describe('priceSet', () => {
  const price = (fields: object) =>
    mutate(
      'priceSet',
      { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '12.50', ...fields },
      'price { zone operation period price validFrom }',
    );

  it('replaces the price from today on', async () => {
    const set = await price({});
    expectDone(set);
    expect(set.price).toMatchObject({ zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '12.50' });
    await price({ price: '13.00' });
    const { data } = await ask(
      `{ prices(first: 100, where: { zone: { eq: "ee" } }) { nodes { operation period price } } }`,
      {},
      alpha,
    );
    const prices = data.prices.nodes as unknown as { operation: string; period: string; price: string }[];
    expect(prices).toHaveLength(26);
    expect(prices.filter((one) => one.operation === 'RENEW' && one.period === 'P1Y')).toEqual([
      { operation: 'RENEW', period: 'P1Y', price: '13.00' },
    ]);
  });

  it('refuses unknown zones, other periods and negative prices', async () => {
    expectRefused(await price({ zone: 'nowhere' }), 2303);
    expectRefused(await price({ period: 'P5M' }), 2005);
    expectRefused(await price({ price: '-1.00' }), 2004);
  });

  it('is shown to registrars together with the zones', async () => {
    const { data } = await ask('{ zones { origin } }', {}, alpha);
    expect((data.zones as unknown as object[]).length).toBeGreaterThanOrEqual(6);
  });
});

describe('nameReserve', () => {
  it('keeps a name for those that know its code', async () => {
    const reserved = await mutate(
      'nameReserve',
      { name: 'Precious.EE', password: 'sesame' },
      'reservedName { name password expiresAt }',
    );
    expectDone(reserved);
    expect(reserved.reservedName).toEqual({ name: 'precious.ee', password: 'sesame', expiresAt: null });
    expect(await register('precious.ee')).toMatchObject({ code: 2003 });
    expect(await register('precious.ee', 'wrong')).toMatchObject({ code: 2202 });
    expect(await register('precious.ee', 'sesame')).toMatchObject({ code: 1000 });
  });

  it('makes up a code, and refuses what is reserved or no name', async () => {
    const reserved = await mutate('nameReserve', { name: 'random.ee' }, 'reservedName { password }');
    expect(reserved.reservedName.password).toMatch(/^[0-9a-f]{32}$/);
    expectRefused(await mutate('nameReserve', { name: 'random.ee' }, 'reservedName { name }'), 2302);
    expectRefused(await mutate('nameReserve', { name: 'a.b.ee' }, 'reservedName { name }'), 2005);
    expectRefused(await mutate('nameReserve', { name: 'ee' }, 'reservedName { name }'), 2308);
  });
});

describe('nameBlock and nameUnblock', () => {
  it('keep a name from everybody, and give it back', async () => {
    expectDone(await mutate('nameBlock', { name: 'xn--mnchen-3ya.ee' }, 'blockedName { name }'));
    expect(await register('münchen.ee')).toMatchObject({ code: 2308 });
    expectRefused(await mutate('nameBlock', { name: 'münchen.ee' }, 'blockedName { name }'), 2302);
    const unblocked = await mutate('nameUnblock', { name: 'MÜNCHEN.ee' }, 'blockedName { name }');
    expect(unblocked.blockedName).toEqual({ name: 'münchen.ee' });
    expect(await register('münchen.ee')).toMatchObject({ code: 1000 });
    expectRefused(await mutate('nameUnblock', { name: 'münchen.ee' }, 'blockedName { name }'), 2303);
  });
});

describe('disputeOpen', () => {
  it('lasts 36 months from today by default', async () => {
    const opened = await mutate(
      'disputeOpen',
      { name: 'contested.ee' },
      'dispute { name startsAt expiresAt password closedAt }',
    );
    const today = world.container.calendar.dateOf(world.container.clock.now());
    expect(opened.dispute).toMatchObject({
      startsAt: today,
      expiresAt: world.container.calendar.datePlus(today, { months: 36 }),
      closedAt: null,
    });
    expect(await register('contested.ee')).toMatchObject({ code: 2003 });
    expect(await register('contested.ee', String(opened.dispute.password))).toMatchObject({ code: 1000 });
  });

  it('is open once for a name, ends after it starts, and can only be closed while open', async () => {
    const open = (input: object) =>
      mutate('disputeOpen', { name: 'quarrel.ee', ...input }, 'dispute { name }');
    expectRefused(await open({ startsAt: '2030-02-02', expiresAt: '2030-02-01' }), 2004);
    expectRefused(await open({ startsAt: '2001-01-01', expiresAt: '2001-02-01' }), 2004);
    expectDone(await open({}));
    expectRefused(await open({}), 2302);
    expectDone(await mutate('disputeClose', { name: 'quarrel.ee' }, 'dispute { closedAt }'));
    expectRefused(await mutate('disputeClose', { name: 'quarrel.ee' }, 'dispute { closedAt }'), 2303);
    expectDone(await open({}));
  });
});
