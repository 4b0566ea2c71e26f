import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { accountOf, expectBooksToBalance, setBalance } from '../../../support/money.ts';
import { expectData, expectRefusal, restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const soon = () => {
  const { calendar } = world.container;
  return calendar.startOf(calendar.plusDays(calendar.dateOf(world.clock.now()), 20));
};
async function expiring(name?: string, auth?: string): Promise<string> {
  const domain = await newDomain(world, name ? { name } : {}, auth ? { auth } : {});
  await seed(world).alter(domain, { expires_at: soon() });
  return domain;
}
const renew = (domains: unknown, renew_period: unknown = '1y', auth?: string) =>
  call('POST /domains/renew/bulk', { domains, renew_period }, auth ? { auth } : {});
const account = (auth?: string) => accountOf(world, auth);
const untouched = async (...names: readonly string[]) => {
  for (const name of names) expect((await storedDomain(world, name)).expires_at).toEqual(soon());
};

describe('renewing many domains', () => {
  it('renews each and charges for each, in the order they were named', async () => {
    const names = [await expiring('z-bulk.ee'), await expiring('a-bulk.ee'), await expiring('õ-bulk.ee')];
    const before = await account();
    expectData(await renew(['Z-BULK.ee', 'a-bulk.ee', 'xn---bulk-cua.ee'], '6m'), { updated_domains: names });
    const after = await account();
    expect(after.transactions.slice(0, 3).map(({ description, sum }) => [description, sum])).toEqual(
      names.map((name) => [`Renew ${name}`, '-6.1']).reverse(),
    );
    expect(Number(before.balance) - Number(after.balance)).toBeCloseTo(18.3);
    for (const name of names)
      expect((await storedDomain(world, name)).expires_at).toEqual(
        world.container.calendar.plus(soon(), { months: 6 }),
      );
  });

  it('renews and charges a repeated name once', async () => {
    const name = await expiring();
    const { balance } = await account();
    expectData(await renew([name, name.toUpperCase(), name]), { updated_domains: [name] });
    expect(Number(balance) - Number((await account()).balance)).toBe(11);
  });

  it('needs no date, and brings back what expired', async () => {
    const name = await expiring();
    await setDomainStatuses(world, name, ['expired', 'serverHold']);
    expect((await renew([name], '3m')).status).toBe(200);
    expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
  });
});

describe('a renewal of many is refused as a whole', () => {
  it.each(['1m', '18m', '0y', '11y', '1', '', 'y', 1, null, undefined, ['1y']])(
    'with the period %j',
    async (period) => {
      expectRefusal(
        await renew(['a.ee'], period === undefined ? null : period),
        400,
        2005,
        'Invalid renew period',
      );
    },
  );

  it.each(['a.ee', undefined, null, { 0: 'a.ee' }])('with %j for a list', async (domains) => {
    expectRefusal(await renew(domains), 400, 2005, 'Domains attribute must be an array');
  });

  it('with nothing in the list', async () => {
    expectRefusal(await renew([]), 400, 2005, 'Domains cannot be empty');
    expectRefusal(await call('POST /domains/renew/bulk', null), 400, 2005, 'Invalid renew period');
  });

  it('with a name of nobody or of another registrar', async () => {
    const [mine, theirs] = [await expiring(), await expiring(undefined, beta)];
    expectRefusal(await renew([mine, 'nope.test']), 400, 2304, 'Object does not exist: nope.test');
    expectRefusal(await renew([theirs, mine]), 400, 2304, `Object does not exist: ${theirs}`);
    expectRefusal(await renew([7]), 400, 2304, 'Object does not exist: 7');
    await untouched(mine, theirs);
  });

  it('with more than a thousand names', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `n${index}.ee`);
    expectRefusal(await renew(many), 400, 2004, 'Domains count must be between 1-1000');
  });

  it('when some of them cannot be renewed, naming those', async () => {
    const [good, held, early] = [await expiring(), await expiring(), await newDomain(world)];
    await setDomainStatuses(world, held, ['serverRenewProhibited']);
    const { balance } = await account();
    expectRefusal(
      await renew([held, good, early]),
      400,
      2002,
      `Domain renew error for ${held}, Domain renew error for ${early}; nothing was renewed`,
    );
    await untouched(good, held);
    expect((await account()).balance).toBe(balance);
  });

  it('telling each name of the input over GraphQL its own reasons and price, and all of them with their places', async () => {
    const [good, held, early] = [await expiring(), await expiring(), await newDomain(world)];
    const theirs = await expiring(undefined, beta);
    await setDomainStatuses(world, held, ['serverRenewProhibited']);
    const names = [good, held, 'nope.ee', early, theirs, held.toUpperCase()];
    const answer = async (period: string, wanted: readonly string[] = names, auth?: string) => {
      const { data } = await graph(
        world,
        `mutation ($input: DomainBulkRenewInput!) {
          domainBulkRenew(input: $input) {
            price userErrors { code path details }
            results { name ok price domain { name expiresAt } userErrors { code path } } } }`,
        { variables: { input: { names: wanted, period } }, ...(auth && { auth }) },
      );
      return data.domainBulkRenew;
    };
    const row = (name: string, price: string | null, code?: string, at?: number, isOwn = true) => ({
      ...{ name, ok: false, price },
      domain: isOwn ? { name: name.toLowerCase(), expiresAt: expect.any(String) } : null,
      userErrors: code === undefined ? [] : [{ code, path: at === undefined ? null : ['names', String(at)] }],
    });
    const placed = (code: string, at: number, details: unknown = null) => ({
      ...{ code, path: ['names', String(at)], details },
    });
    expect(await answer('P1Y')).toEqual({
      price: null,
      userErrors: [
        placed('OBJECT_STATUS_PROHIBITS', 1, expect.anything()),
        placed('OBJECT_STATUS_PROHIBITS', 2),
        placed('OBJECT_STATUS_PROHIBITS', 3, expect.anything()),
        placed('OBJECT_STATUS_PROHIBITS', 4),
        placed('OBJECT_STATUS_PROHIBITS', 5, expect.anything()),
      ],
      results: [
        row(good, '11.00'),
        row(held, '11.00', 'OBJECT_STATUS_PROHIBITS'),
        row('nope.ee', null, 'OBJECT_DOES_NOT_EXIST', undefined, false),
        row(early, '11.00', 'OBJECT_STATUS_PROHIBITS'),
        row(theirs, null, 'OBJECT_DOES_NOT_EXIST', undefined, false),
        row(held.toUpperCase(), '11.00', 'OBJECT_STATUS_PROHIBITS'),
      ],
    });
    // What is wrong with the whole is no reason of a row.
    expect(await answer('P11Y', [good, 'nope.ee'])).toEqual({
      price: null,
      userErrors: [
        { code: 'PARAMETER_VALUE_SYNTAX', path: ['period'], details: null },
        placed('OBJECT_STATUS_PROHIBITS', 1),
      ],
      results: [row(good, null), row('nope.ee', null, 'OBJECT_DOES_NOT_EXIST', undefined, false)],
    });
    const another = await expiring(undefined, beta);
    await setBalance(world, 'BETA', '11.00');
    expect(await answer('P1Y', [theirs, another], beta)).toEqual({
      price: null,
      userErrors: [{ code: 'COMMAND_USE', path: null, details: null }],
      results: [row(theirs, '11.00'), row(another, '11.00')],
    });
    await untouched(good, held, theirs, another);
    await setBalance(world, 'BETA', '1000.00');
  });

  it('or shows in a dry run each domain as it would be, with its price', async () => {
    const names = [await expiring(), await expiring()];
    const { data } = await graph(
      world,
      `mutation ($input: DomainBulkRenewInput!) {
        domainBulkRenew(input: $input, dryRun: true) { price
          results { ok price domain { name expiresAt registrant { code } current { expiresAt } } userErrors { code } } } }`,
      { variables: { input: { names, period: 'P1Y' } } },
    );
    const { calendar } = world.container;
    expect(data.domainBulkRenew).toEqual({
      price: '22.00',
      results: names.map((name) => ({
        ...{ ok: true, price: '11.00', userErrors: [] },
        domain: {
          ...{ name, registrant: { code: expect.any(String) } },
          expiresAt: expect.any(String),
          current: { expiresAt: expect.any(String) },
        },
      })),
    });
    const [first] = data.domainBulkRenew.results;
    expect(new Date(first.domain.expiresAt)).toEqual(calendar.plus(soon(), { months: 12 }));
    expect(new Date(first.domain.current.expiresAt)).toEqual(soon());
  });

  it('when the balance does not pay for one of them, or for all', async () => {
    const names = [await expiring(undefined, beta), await expiring(undefined, beta)];
    await setBalance(world, 'BETA', '21.99');
    expectRefusal(
      await renew(names, '1y', beta),
      400,
      2002,
      'Not enough funds for renew domains; nothing was renewed',
    );
    const low = 'Billing failure - credit balance low';
    expectRefusal(await renew(names, '10y', beta), 400, 2002, `${low}, ${low}; nothing was renewed`);
    await untouched(...names);
    expect((await account(beta)).balance).toBe('21.99');
    await expectBooksToBalance(world);
  });

  it('in the same words when others spend the balance at the same moment', async () => {
    await setBalance(world, 'BETA', '600.00');
    const names: string[] = [];
    for (let index = 0; index < 5; index += 1) names.push(await expiring(undefined, beta));
    const dear = 'Billing failure - credit balance low; nothing was renewed';
    await setBalance(world, 'BETA', '500.00');
    expectData(await renew(names.slice(0, 1), '10y', beta), { updated_domains: names.slice(0, 1) });
    const price = 500 - Number((await account(beta)).balance);
    const left = names.slice(1);
    // With a key the account is charged at another moment than without.
    for (const key of [undefined, 'at-once']) {
      await setBalance(world, 'BETA', (price * 1.5).toFixed(2));
      const answers = await Promise.all(
        left.map((name, index) =>
          call(
            'POST /domains/renew/bulk',
            { domains: [name], renew_period: '10y' },
            { auth: beta, headers: key ? { 'idempotency-key': `${key}-${index}` } : {} },
          ),
        ),
      );
      const done = answers.findIndex(({ status }) => status === 200);
      left.splice(done, 1);
      for (const answer of answers.toSpliced(done, 1)) expectRefusal(answer, 400, 2002, dear);
    }
    await expectBooksToBalance(world);
  });

  it('when there is no price for some of them, naming those', async () => {
    const [priced, unpriced] = [await expiring(), await expiring('unpriced.fie.ee')];
    await world.container.database.db
      .deleteFrom('prices')
      .where('operation', '=', 'renew')
      .where('zone_id', '=', (eb) => eb.selectFrom('zones').select('id').where('origin', '=', 'fie.ee'))
      .execute();
    expectRefusal(
      await renew([priced, unpriced]),
      400,
      2002,
      `Active price missing for operation with ${unpriced}; nothing was renewed`,
    );
    await untouched(priced, unpriced);
  });

  it('to users who only pay', async () => {
    expectRefusal(
      await renew(['a.ee'], '1y', basic('alpha-billing', 'alpha-sandbox')),
      401,
      2201,
      'Authorization error',
    );
  });
});
