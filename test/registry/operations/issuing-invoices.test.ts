import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { secondContainer } from '../../support/containers.ts';
import { setSetting } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { productionEnv } from '../../support/production.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const db = () => world.container.database.db;
const topUp = (app = world.app) =>
  app.inject({
    method: 'POST',
    url: '/registry/v1/invoices/add_credit',
    headers: { authorization: alpha },
    payload: { invoice: { amount: '10.00', description: 'x' } },
  });
const used = async (container = world.container): Promise<Record<string, number>> => {
  const text = await container.metrics.registry.metrics();
  return Object.fromEntries(
    [...text.matchAll(/^zonegraph_invoice_numbers_used\{range="(\w+)"\} (\S+)$/gm)].map(
      ([, range, value]) => [range, Number(value)],
    ),
  );
};

describe('numbers of invoices that run out', () => {
  it('are announced by a metric, and refuse a top-up at the end without a 5xx', async () => {
    expect(await used()).toEqual({ invoice: 0, deposit: 0, monthly: 0 });
    await setSetting(world, 'invoice_number_min', '500');
    await setSetting(world, 'invoice_number_max', '504');
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
      expect((await topUp()).statusCode).toBe(200);
      expect((await used()).invoice).toBeCloseTo(share);
    }
    const refused = await topUp();
    expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
      status: 400,
      code: 2306,
      message: 'Failed to generate invoice - invoice number limit reached',
    });
    const { data } = await graph(
      world,
      'mutation { accountTopUp(input: { amount: "10.00" }) { userErrors { code resultCode message retryable } } }',
    );
    expect(data.accountTopUp.userErrors).toEqual([
      {
        code: 'PARAMETER_VALUE_POLICY',
        resultCode: 2306,
        message: 'Failed to generate invoice - invoice number limit reached',
        retryable: false,
      },
    ]);
    await setSetting(world, 'invoice_number_max', '509');
    expect((await used()).invoice).toBeCloseTo(0.5);
    expect((await topUp()).statusCode).toBe(200);
  });

  it('count those that an import has skipped as left', async () => {
    await setSetting(world, 'directo_monthly_number_min', '600');
    await setSetting(world, 'directo_monthly_number_max', '610');
    await sql`insert into number_counters (name, last_number) values ('monthly', 608)`.execute(db());
    await sql`insert into number_gaps (name, next_number, last_number) values ('monthly', 601, 604)`.execute(
      db(),
    );
    expect((await used()).monthly).toBeCloseTo(0.4);
  });
});

describe('a production', () => {
  const seller = {
    registry_juridical_name: 'Registry Foundation',
    registry_street: 'Paldiski mnt 80',
    registry_city: 'Tallinn',
    registry_vat_no: 'EE101286464',
    registry_iban: 'EE382200221020145685',
  };

  it('issues nothing before it has a seller and numbers of its own, and says what is missing', async () => {
    await sql`delete from settings`.execute(db());
    await sql`delete from number_gaps`.execute(db());
    await sql`delete from number_counters`.execute(db());
    const { app } = await secondContainer({ env: productionEnv });
    const names = Object.keys(seller);
    for (const [index, [name, value]] of Object.entries(seller).entries()) {
      const refused = await topUp(app);
      expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
        status: 400,
        code: 2306,
        message: `Failed to generate invoice - the registry has not said who sells: ${names.slice(index).join(', ')}`,
      });
      await setSetting(world, name, value);
    }
    // The sandbox's range is not used.
    expect((await topUp(app)).json()).toMatchObject({
      code: 2306,
      message: 'Failed to generate invoice - invoice number limit reached',
    });
    await setSetting(world, 'invoice_number_min', '700');
    expect((await topUp(app)).statusCode).toBe(400);
    await setSetting(world, 'invoice_number_max', '800');
    expect((await topUp(app)).statusCode).toBe(200);
  });

  it('goes on with a range that it has begun', async () => {
    await sql`delete from settings where name like 'invoice_number%'`.execute(db());
    const { app } = await secondContainer({ env: productionEnv });
    expect((await topUp(app)).statusCode).toBe(200);
  });
});
