import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../../support/graph.ts';
import { expectData, expectRefusal, restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { advance, clockAt } from '../../../support/time.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const call = restApi(() => world);
const distribution = (month: string, auth?: string) =>
  call(`GET /stats/market_share_distribution?q[end_date]=${month}`, undefined, auth ? { auth } : {});
const growth = (month: string, before: string) =>
  call(`GET /stats/market_share_growth_rate?q[end_date]=${month}&q[compare_to_end_date]=${before}`);

/**
 * January: two of ALPHA, one of BETA. On the last evening of February one goes over to BETA; in March another is
 * registered by BETA. It is the tenth of March.
 */
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-01-10T12:00:00Z') });
  await seed(world).domain('esimene.ee', { transferCode: 'move', period: 2 });
  await seed(world).domain('teine.ee', { period: 2 });
  await seed(world, beta).domain('kolmas.ee', { period: 2 });
  await advance(world, { by: 'P49DT9H' });
  const moved = await call(
    'POST /domains/esimene.ee/transfer',
    { transfer: { transfer_code: 'move' } },
    { auth: beta },
  );
  expect(moved.body.code).toBe(1000);
  await advance(world, { by: 'P10D' });
  await seed(world, beta).domain('neljas.ee', { period: 2 });
});

describe('how domains are spread over registrars', () => {
  it('is reported for now, with the caller marked', async () => {
    for (const month of ['03.26', '12.99', ''])
      expectData(await distribution(month), [
        { name: 'Beta Names', y: 3 },
        { name: 'Alpha Domains', y: 1, sliced: true, selected: true },
      ]);
    expect((await distribution('03.26', beta)).body.data[0]).toMatchObject({ selected: true });
  });

  it('is reported for the end of a month, its last evening included', async () => {
    expectData(await distribution('02.26'), [
      { name: 'Beta Names', y: 2 },
      { name: 'Alpha Domains', y: 1, sliced: true, selected: true },
    ]);
    expectData(await distribution('01.26'), [
      { name: 'Alpha Domains', y: 2, sliced: true, selected: true },
      { name: 'Beta Names', y: 1 },
    ]);
    expectData(await distribution('12.25'), []);
  });

  it('is compared, both months in one order', async () => {
    expectData(await growth('03.26', '01.26'), {
      prev_data: {
        name: '01.26',
        domains: [
          ['Beta Names', 1],
          ['Alpha Domains', 2],
        ],
        market_share: [
          ['Beta Names', 33.3],
          ['Alpha Domains', 66.7],
        ],
      },
      data: {
        name: '03.26',
        domains: [
          ['Beta Names', 3],
          ['Alpha Domains', 1],
        ],
        market_share: [
          ['Beta Names', 75],
          ['Alpha Domains', 25],
        ],
      },
    });
  });

  it('leaves out test registrars', async () => {
    const { db } = world.container.database;
    await sql`update registrars set test_registrar = true where code = 'BETA'`.execute(db);
    expectData(await distribution('03.26'), [{ name: 'Alpha Domains', y: 1, sliced: true, selected: true }]);
    await sql`update registrars set test_registrar = false`.execute(db);
  });

  it.each(['alpha-epp', 'alpha-billing'])('is for %s as well', async (user) => {
    expect((await distribution('03.26', basic(user, 'alpha-sandbox'))).status).toBe(200);
  });

  it.each([
    ['market_share_distribution', 2003, 'Missing parameter q'],
    ['market_share_distribution?q[x]=1', 2003, 'Missing parameter end_date'],
    ['market_share_growth_rate?q[end_date]=01.26', 2003, 'Missing parameter compare_to_end_date'],
    [
      'market_share_distribution?q[end_date]=13.26',
      2005,
      `Invalid parameter 'end_date' value "13.26": Must be a month (mm.yy)`,
    ],
    [
      'market_share_distribution?q[end_date]=x',
      2005,
      `Invalid parameter 'end_date' value "x": Must be a month (mm.yy)`,
    ],
  ])('is refused for %s', async (path, code, message) => {
    expectRefusal(await call(`GET /stats/${path}`), 400, code, message);
  });
});

describe('the graph', () => {
  const ask = (month: string, compareTo?: string) =>
    graph(
      world,
      `query ($month: String!, $compareTo: String) { marketShare(month: $month, compareTo: $compareTo) {
        month compareTo registrars { name domains share domainsBefore shareBefore isViewer } } }`,
      { variables: { month, compareTo } },
    );

  it('shows the same', async () => {
    expect((await ask('2026-03', '2026-02')).data.marketShare).toEqual({
      month: '2026-03',
      compareTo: '2026-02',
      registrars: [
        { name: 'Beta Names', domains: 3, share: 75, domainsBefore: 2, shareBefore: 66.7, isViewer: false },
        { name: 'Alpha Domains', domains: 1, share: 25, domainsBefore: 1, shareBefore: 33.3, isViewer: true },
      ],
    });
  });

  it.each(['03.26', '2026-13', '2026-3', ''])('wants a month, not %j', async (month) => {
    const { errors } = await ask(month);
    expect(errors?.[0]).toMatchObject({
      message: 'Must be a month (yyyy-mm)',
      extensions: { resultCode: 2005 },
    });
  });
});
