import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { accountOf } from '../../../support/money.ts';
import { restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** Wherever a period is read, months that make years are those years: same price, same rules, same date. */
let world: TestWorld;
let registrant: string;
beforeAll(async () => {
  world = await testWorld();
  registrant = await seed(world).contact();
});

const call = restApi(() => world);
const dateIn = (name: string) => storedDomain(world, name).then(({ expires_at }) => expires_at);
let count = 0;

interface Done {
  readonly name: string;
  readonly code: unknown;
  readonly paid: number;
  readonly expiresAt: string;
}
async function done(act: (name: string) => Promise<unknown>, fresh: () => Promise<string>): Promise<Done> {
  const name = await fresh();
  const before = Number((await accountOf(world)).balance);
  const code = await act(name);
  const paid = before - Number((await accountOf(world)).balance);
  return { name, code, paid, expiresAt: (await dateIn(name)).toISOString() };
}

const unregistered = async () => {
  count += 1;
  return `kuud-${count}.ee`;
};
/** Renewable: it expires in twenty days. */
const registered = async () => {
  const { calendar } = world.container;
  const name = await newDomain(world);
  const expires_at = calendar.startOf(calendar.plusDays(calendar.dateOf(world.clock.now()), 20));
  await seed(world).alter(name, { expires_at });
  return name;
};
const day = async (name: string) => world.container.calendar.dateOf(await dateIn(name));

const register = (period: number, period_unit: string) => async (name: string) =>
  (await call('POST /domains', { domain: { name, registrant, period, period_unit } })).body.code;
const renew = (period: unknown, period_unit: string) => async (name: string) =>
  (await call(`POST /domains/${name}/renew`, { renews: { period, period_unit, exp_date: await day(name) } }))
    .body.code;
const bulkRenew = (renew_period: string) => async (name: string) =>
  (await call('POST /domains/renew/bulk', { domains: [name], renew_period })).body.code;
const mutate = (field: string, input: object) =>
  graph(
    world,
    `mutation ($input: ${field[0]?.toUpperCase()}${field.slice(1)}Input!) {
    ${field}(input: $input) { userErrors { message } } }`,
    { variables: { input } },
  );
const inGraph = (field: string, inputOf: (name: string) => Promise<object>) => async (name: string) => {
  const { data, text } = await mutate(field, await inputOf(name));
  expect(data?.[field]?.userErrors, text).toEqual([]);
  return 1000;
};

describe.each([
  ['P1Y', 1, 12],
  ['P2Y', 2, 24],
])('%s', (duration, years, months) => {
  it.each([
    ['a registration', unregistered, register(years, 'y'), register(months, 'm')],
    ['a renewal', registered, renew(years, 'y'), renew(String(months), 'm')],
    ['a bulk renewal', registered, bulkRenew(`${years}y`), bulkRenew(`${months}m`)],
    [
      'domainRegister',
      unregistered,
      register(years, 'y'),
      inGraph('domainRegister', async (name) => ({ name, registrant, period: `P${months}M` })),
    ],
    [
      'domainRenew',
      registered,
      renew(years, 'y'),
      inGraph('domainRenew', async (name) => ({ name, period: `P${months}M`, expiresOn: await day(name) })),
    ],
    [
      'domainBulkRenew',
      registered,
      bulkRenew(`${years}y`),
      inGraph('domainBulkRenew', async (name) => ({ names: [name], period: `P${months}M` })),
    ],
  ])(`is the same in months: ${months} of them, in %s`, async (_, fresh, inYears, inMonths) => {
    const { name: one, ...expected } = await done(inYears, fresh);
    const { name: other, ...given } = await done(inMonths, fresh);
    expect(given).toEqual(expected);
    expect(expected).toMatchObject({ code: 1000, paid: expect.any(Number) });
    expect(expected.paid).toBeGreaterThan(0);
    const { period, period_unit } = await storedDomain(world, other);
    expect({ period, period_unit }).toEqual(
      (({ period, period_unit }) => ({ period, period_unit }))(await storedDomain(world, one)),
    );
  });

  it('is quoted and priced the same', async () => {
    const name = await registered();
    const { data } = await graph(
      world,
      `query ($name: DomainName!, $years: Duration!, $months: Duration!) {
        domain(name: $name) { a: renewQuote(period: $years) { price } b: renewQuote(period: $months) { price } }
        domainCheck(names: ["vaba-hind.ee"]) { a: price(period: $years) b: price(period: $months) } }`,
      { variables: { name, years: duration, months: `P${months}M` } },
    );
    expect(data.domain?.b).toEqual(data.domain?.a);
    const [check] = data.domainCheck as unknown as { a: string; b: string }[];
    expect(check?.b).toBe(check?.a);
    expect(check?.a).toMatch(/^\d+\.\d\d$/);
    const set = await graph(
      world,
      `mutation ($period: Duration!) { priceSet(input: { zone: "ee", operation: RENEW, period: $period, price: "77.00" }, dryRun: true) {
        price { period } userErrors { message } } }`,
      { variables: { period: `P${months}M` }, auth: operator },
    );
    expect(set.data.priceSet).toMatchObject({ price: { period: duration }, userErrors: [] });
  });
});
