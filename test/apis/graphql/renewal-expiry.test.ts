import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let expiresOn: string;

async function renew(name: string, more = '', args = ''): Promise<Loose> {
  const { data, errors } = await graph(
    world,
    `mutation { domainRenew(input: { name: "${name}", period: "P1Y" ${more} } ${args}) {
      price outcome domain { expiresAt } userErrors { code path message } } }`,
  );
  expect(errors).toBeUndefined();
  return data.domainRenew;
}

async function balance(): Promise<string> {
  const { data } = await graph(world, '{ account { balance } }');
  return data.account.balance;
}

/** A domain that can be renewed now. */
async function renewable(name: string): Promise<string> {
  const { calendar } = world.container;
  const day = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
  expiresOn = day;
  await seed(world).domain(name);
  await seed(world).alter(name, { expires_at: calendar.startOf(day) });
  return name;
}

beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
});

const missing = [
  {
    code: 'REQUIRED_PARAMETER_MISSING',
    path: ['expiresOn'],
    message: 'Required parameter missing: expiresOn, unless the request has an idempotencyKey or ifOutcome',
  },
];

describe('the expiry date of a renewal', () => {
  it('is required where the request could be sent twice', async () => {
    const name = await renewable('nouab.ee');
    const before = await balance();
    expect((await renew(name)).userErrors).toEqual(missing);
    expect(await balance()).toBe(before);
    expect((await renew(name, `expiresOn: "${expiresOn}"`)).userErrors).toEqual([]);
    expect((await renew(name, `expiresOn: "${expiresOn}"`)).userErrors).toContainEqual(
      expect.objectContaining({ path: ['expiresOn'] }),
    );
  });

  it('may be left out with an idempotencyKey, which renews once', async () => {
    const name = await renewable('voti.ee');
    const before = Number(await balance());
    const first = await renew(name, '', 'idempotencyKey: "once"');
    expect(first.userErrors).toEqual([]);
    expect(await renew(name, '', 'idempotencyKey: "once"')).toEqual(first);
    expect(Number(await balance())).toBeCloseTo(before - Number(first.price), 2);
  });

  it('may be left out in a dry run, and with its outcome, which renews once', async () => {
    const name = await renewable('tulemus.ee');
    const { outcome, userErrors } = await renew(name, '', 'dryRun: true');
    expect(userErrors).toEqual([]);
    expect((await renew(name, '', `ifOutcome: "${outcome}"`)).userErrors).toEqual([]);
    const again = await renew(name, '', `ifOutcome: "${outcome}"`);
    expect(again.userErrors.length).toBeGreaterThan(0);
  });

  it('is compared wherever it is given', async () => {
    const name = await renewable('vordlus.ee');
    for (const args of ['', 'dryRun: true', 'idempotencyKey: "another"'])
      expect((await renew(name, 'expiresOn: "2001-01-01"', args)).userErrors).toMatchObject([
        { code: 'PARAMETER_VALUE_POLICY', path: ['expiresOn'] },
      ]);
  });
});
