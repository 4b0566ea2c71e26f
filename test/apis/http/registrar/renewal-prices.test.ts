import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { accountOf, setBalance } from '../../../support/money.ts';
import { restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

interface Price {
  readonly zone: string;
  readonly operation: 'CREATE' | 'RENEW';
  readonly period: string;
  readonly price: string;
}

let world: TestWorld;
let prices: readonly Price[];
let name: string;
let exp_date: string;
beforeAll(async () => {
  world = await testWorld();
  const { data } = await graph<{ prices: { nodes: Price[] } }>(
    world,
    '{ prices(first: 100, where: { zone: { eq: "ee" } }) { nodes { zone operation period price } } }',
  );
  prices = data.prices.nodes;
  name = await newDomain(world, { name: 'priced.ee' });
});

const call = restApi(() => world);
const listed = (operation: string, period: string): string | undefined =>
  prices.find((one) => one.zone === 'ee' && one.operation === operation && one.period === period)?.price;

/** Brings the domain back to where every period may be added to it, and the balance to where all are affordable. */
async function again(): Promise<void> {
  const { calendar } = world.container;
  exp_date = calendar.plusDays(calendar.dateOf(world.clock.now()), -1);
  await seed(world).alter(name, { expires_at: calendar.startOf(exp_date) });
  await setBalance(world, 'ALPHA', '1000.00');
}

/** What the last thing that happened has cost. */
async function charged(): Promise<string> {
  const { transactions } = await accountOf(world);
  return (-Number(transactions[0]?.sum)).toFixed(2);
}

// Where two of them are the same, code that mixes them up passes every test.
describe('the price list of a test', () => {
  it('has another price for each operation and period', () => {
    for (const zone of new Set(prices.map((one) => one.zone))) {
      const here = prices.filter((one) => one.zone === zone).map(({ price }) => price);
      expect(here).toHaveLength(26);
      expect(new Set(here)).toHaveLength(26);
    }
  });

  it('has no renewal that costs a multiple of a year', () => {
    for (const { operation, period, price } of prices)
      if (operation === 'RENEW' && period !== 'P1Y')
        for (const year of [listed('RENEW', 'P1Y'), listed('CREATE', 'P1Y')])
          expect((Number(price) * 100) % (Number(year) * 100), `${period} ${price}`).not.toBe(0);
  });
});

const periods = ['P3M', 'P6M', 'P9M', ...Array.from({ length: 10 }, (_, index) => `P${index + 1}Y`)];

describe.each(periods)('renewing for %s costs what the price list says for that', (period) => {
  const [, number = '', unit = ''] = /^P(\d+)([MY])$/.exec(period) ?? [];

  it('when it is quoted, tried and done', async () => {
    await again();
    const price = listed('RENEW', period);
    const quoted = await graph(
      world,
      `{ domain(name: "${name}") { renewQuote(period: "${period}") { price } } }`,
    );
    expect(quoted.data.domain).toEqual({ renewQuote: { price } });
    const renewal = `domainRenew(input: { name: "${name}", period: "${period}", expiresOn: "${exp_date}" }`;
    const tried = await graph(
      world,
      `mutation { ${renewal}, dryRun: true) { price userErrors { message } } }`,
    );
    expect(tried.data.domainRenew).toEqual({ price, userErrors: [] });
    const done = await graph(world, `mutation { ${renewal}) { price userErrors { message } } }`);
    expect(done.data.domainRenew).toEqual({ price, userErrors: [] });
    expect(await charged()).toBe(price);
  });

  it('over REST, alone and among many', async () => {
    await again();
    const price = listed('RENEW', period);
    const renews = { period: number, period_unit: unit.toLowerCase(), exp_date };
    expect((await call(`POST /domains/${name}/renew`, { renews })).status).toBe(200);
    expect(await charged()).toBe(price);
    await again();
    const many = { domains: [name], renew_period: `${number}${unit.toLowerCase()}` };
    expect((await call('POST /domains/renew/bulk', many)).status).toBe(200);
    expect(await charged()).toBe(price);
  });
});
