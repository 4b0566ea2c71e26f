import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { pricesByZone, pricesOn } from '#src/registry/store/registry/zones.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/** A price holds on its first and its last day, wherever it is asked for. */
let world: TestWorld;
let at = new Date('2026-11-10T10:00:00Z');
let zone = 0;
beforeAll(async () => {
  world = await testWorld({}, { clock: new SimulatedClock(0, { now: () => at }) });
  const { db } = world.container.database;
  const { id } = await db
    .selectFrom('zones')
    .select('id')
    .where('origin', '=', 'ee')
    .executeTakeFirstOrThrow();
  zone = id;
  await sql`delete from prices where zone_id = ${id} and months = 12`.execute(db);
  await sql`insert into prices (zone_id, operation, months, price, valid_from, valid_to, created_at)
    select ${id}, operation, 12, 7.00, '2026-11-10', '2026-11-12', now() from unnest(array['create', 'renew']) operation`.execute(
    db,
  );
});

const days = { '2026-11-09': false, '2026-11-10': true, '2026-11-12': true, '2026-11-13': false };

describe.each(Object.entries(days))('on %s', (day, holds) => {
  it.each(['create', 'renew'] as const)('the price of %s', async (operation) => {
    const { db } = world.container.database;
    const price = holds ? '7.00' : undefined;
    expect((await pricesByZone(db, operation, 12, day)).get(zone)).toBe(price);
    expect(await pricesOn(db, [{ zoneId: zone, operation, months: 12 }], day)).toEqual([price]);
  });

  it('registrations, renewals and lists of prices', async () => {
    at = new Date('2026-11-10T10:00:00Z');
    const [one, two] = [await newDomain(world), await newDomain(world)];
    const { calendar, database } = world.container;
    at = new Date(`${day}T10:00:00Z`);
    const expires = calendar.plusDays(day, 20);
    await database.db
      .updateTable('domains')
      .set({ expires_at: calendar.startOf(expires) })
      .where('name', 'in', [one, two])
      .execute();
    const renewal = await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${one}/renew`,
      payload: { renews: { period: 1, period_unit: 'y', exp_date: expires } },
    });
    const bulk = await world.request({
      method: 'POST',
      url: '/registry/v1/domains/renew/bulk',
      payload: { domains: [two], renew_period: '1y' },
    });
    const registrant = (await database.db.selectFrom('contacts').select('code').executeTakeFirstOrThrow())
      .code;
    const registration = await world.request({
      method: 'POST',
      url: '/registry/v1/domains',
      payload: { domain: { name: `day-${day}.ee`, registrant, period: 1, period_unit: 'y' } },
    });
    const status = holds ? 200 : 400;
    expect([renewal, bulk, registration].map((answer) => answer.status)).toEqual([status, status, status]);
    const { data } = await graph(
      world,
      '{ prices(first: 50, where: { zone: { eq: "ee" }, months: { eq: 12 }, current: { eq: true } }) { nodes { price } } }',
    );
    expect(data.prices.nodes).toEqual(holds ? [{ price: '7.00' }, { price: '7.00' }] : []);
  });
});
