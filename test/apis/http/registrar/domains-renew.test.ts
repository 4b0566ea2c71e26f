import { beforeAll, describe, expect, it } from 'vitest';
import {
  newDomain,
  operationsOn,
  setDomainStatuses,
  setSetting,
  storedDomain,
} from '../../../support/domains.ts';
import { accountOf, setBalance } from '../../../support/money.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const dateOf = (instant: Date) => world.container.calendar.dateOf(instant);
const inDays = (days: number) => {
  const { calendar } = world.container;
  return calendar.startOf(calendar.plusDays(dateOf(world.clock.now()), days));
};

/** A domain that expires so many days from now. */
async function expiring(days: number): Promise<{ name: string; exp_date: string }> {
  const name = await newDomain(world);
  await seed(world).alter(name, { expires_at: inDays(days) });
  return { name, exp_date: dateOf(inDays(days)) };
}
const renew = (name: string, renews: object) =>
  call(`POST /domains/${name}/renew`, { renews: { period: 1, period_unit: 'y', ...renews } });
const lastTransaction = async () => (await accountOf(world)).transactions[0];

describe('renewing a domain', () => {
  it('adds the period to its expiry and is paid for', async () => {
    const { name, exp_date } = await expiring(30);
    const before = await storedDomain(world, name);
    expectData(await renew(name, { period: 2, exp_date }), { domain: { name } });
    const after = await storedDomain(world, name);
    expect(after.expires_at).toEqual(world.container.calendar.plus(before.expires_at, { years: 2 }));
    expect(after).toMatchObject({ period: 2, period_unit: 'y' });
    expect(await lastTransaction()).toMatchObject({
      description: `Renew ${name}`,
      sum: '-21.5',
      type: 'debit',
    });
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.renew']);
  });

  it('knows months too', async () => {
    const { name, exp_date } = await expiring(30);
    const before = await storedDomain(world, name);
    await renew(name, { period: 3, period_unit: 'm', exp_date });
    expect((await storedDomain(world, name)).expires_at).toEqual(
      world.container.calendar.plus(before.expires_at, { months: 3 }),
    );
    expect(await lastTransaction()).toMatchObject({ sum: '-3.3' });
  });

  it('takes a full timestamp of the same day, a period as text, and the body of existing clients', async () => {
    const { name, exp_date } = await expiring(30);
    const body = { renew: { period: '1', period_unit: 'y', exp_date: `${exp_date}T00:00:00.000+02:00` } };
    expectData(await call(`POST /domains/${name}/renew`, body), { domain: { name } });
  });

  it('takes a null beside the body of existing clients for nothing', async () => {
    const { name, exp_date } = await expiring(30);
    const body = { renews: null, renew: { period: 1, period_unit: 'y', exp_date } };
    expectData(await call(`POST /domains/${name}/renew`, body), { domain: { name } });
  });

  it('brings back a domain that expired or was to be deleted', async () => {
    const { name, exp_date } = await expiring(-5);
    await seed(world).alter(name, {
      statuses: ['expired', 'serverHold', 'pendingDelete', 'inactive'],
      outzone_at: inDays(-1),
      delete_date: dateOf(inDays(20)),
    });
    expect((await renew(name, { exp_date })).status).toBe(200);
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive'],
      outzone_at: null,
      delete_date: null,
    });
  });

  it('leaves a hold that somebody explained', async () => {
    const { name, exp_date } = await expiring(-5);
    await seed(world).alter(name, {
      statuses: ['expired', 'serverHold'],
      status_notes: JSON.stringify({ serverHold: 'court order' }),
    });
    await renew(name, { exp_date });
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['serverHold', 'inactive'],
      status_notes: { serverHold: 'court order' },
    });
  });

  it('does not happen twice when the request is repeated', async () => {
    const { name, exp_date } = await expiring(10);
    await renew(name, { period: 3, period_unit: 'm', exp_date });
    await setSetting(world, 'days_to_renew_domain_before_expire', '0');
    expectRefusal(
      await renew(name, { period: 3, period_unit: 'm', exp_date }),
      400,
      2306,
      'Given and current expire dates do not match',
    );
    await setSetting(world, 'days_to_renew_domain_before_expire', '90');
  });
});

describe('a renewal is refused', () => {
  it.each([
    'deleteCandidate',
    'pendingRenew',
    'pendingTransfer',
    'clientRenewProhibited',
    'serverRenewProhibited',
    'pendingUpdate',
    'pendingDeleteConfirmation',
  ])('while the domain is %s', async (status) => {
    const { name, exp_date } = await expiring(10);
    await setDomainStatuses(world, name, [status]);
    expectProhibited(await renew(name, { exp_date }));
  });

  it.each(['pendingDelete', 'serverHold', 'expired', 'serverUpdateProhibited', 'clientUpdateProhibited'])(
    'but not because it is %s',
    async (status) => {
      const { name, exp_date } = await expiring(10);
      await setDomainStatuses(world, name, [status]);
      expect((await renew(name, { exp_date })).status).toBe(200);
    },
  );

  it('more than 89 days before expiry', async () => {
    const early = await expiring(90);
    expectProhibited(await renew(early.name, { exp_date: early.exp_date }));
    const withTimeout = await expiring(89);
    expect((await renew(withTimeout.name, { exp_date: withTimeout.exp_date })).status).toBe(200);
  });

  it('when the registrant is not valid, before the date is looked at', async () => {
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant });
    await seed(world).alter(name, { expires_at: inDays(5) });
    await world.container.database.db
      .updateTable('contacts')
      .set({ email: 'x' })
      .where('code', '=', registrant)
      .execute();
    expectRefusal(
      await renew(name, { exp_date: '2000-01-01' }),
      400,
      2304,
      `Contact ${registrant} is not valid, please fix the invalid contact`,
    );
  });

  it.each(['2000-01-01', 'soon', ''])('when the expiry date is given as %j', async (exp_date) => {
    const { name } = await expiring(10);
    expectRefusal(await renew(name, { exp_date }), 400, 2306, 'Given and current expire dates do not match');
  });

  it('when it would run eleven years ahead', async () => {
    await setSetting(world, 'days_to_renew_domain_before_expire', '0');
    const { calendar } = world.container;
    const name = await newDomain(world, { period: 1 });
    const exp_date = dateOf((await storedDomain(world, name)).expires_at);
    const horizon = dateOf(calendar.plus(world.clock.now(), { years: 11 }));
    expectRefusal(
      await renew(name, { period: 10, exp_date }),
      400,
      2105,
      `Object is not eligible for renewal; Expiration date must be before ${horizon}`,
    );
    // However long it is: no price list has to know it.
    expect((await renew(name, { period: 11, exp_date })).body.code).toBe(2105);
    await setSetting(world, 'days_to_renew_domain_before_expire', '90');
  });

  it('when the period has no price, or the balance is too low, and costs nothing', async () => {
    const { name, exp_date } = await expiring(10);
    for (const period of [0, 999_999_999])
      expect((await renew(name, { period, exp_date })).body.code).toBe(period === 0 ? 2104 : 2105);
    expectRefusal(
      await renew(name, { period: 5, period_unit: 'm', exp_date }),
      400,
      2104,
      'Active price missing for this operation!',
    );
    const theirs = await newDomain(world, {}, { auth: beta });
    await seed(world).alter(theirs, { expires_at: inDays(10) });
    await setBalance(world, 'BETA', '10.99');
    const renews = { period: 1, period_unit: 'y', exp_date };
    expectRefusal(
      await call(`POST /domains/${theirs}/renew`, { renews }, { auth: beta }),
      400,
      2104,
      'Not enough funds for renew domains',
    );
    expect((await storedDomain(world, theirs)).expires_at).toEqual(inDays(10));
    expect((await accountOf(world, beta)).balance).toBe('10.99');
    await setBalance(world, 'BETA', '1000.00');
  });

  it('for a domain of somebody else or of nobody, whatever the body says', async () => {
    const theirs = await newDomain(world, {}, { auth: beta });
    for (const name of [theirs, 'nobody.ee']) {
      expectMissing(await call(`POST /domains/${name}/renew`, {}));
      expectMissing(await renew(name, { exp_date: '2030-01-01' }));
    }
  });

  it.each([
    [undefined, 2003, 'Missing parameter renews'],
    [{}, 2003, 'Missing parameter period'],
    [{ renews: null }, 2005, "Invalid parameter 'renews' value nil: Must be a Hash"],
    [{ renews: { period: null } }, 2005, "Invalid parameter 'period' value nil: Must be a Integer"],
    [{ renews: 'x' }, 2005, `Invalid parameter 'renews' value "x": Must be a Hash`],
    [{ renews: {} }, 2003, 'Missing parameter period'],
    [{ renews: { period: 'one' } }, 2005, `Invalid parameter 'period' value "one": Must be a Integer`],
    [{ renews: { period: 1 } }, 2003, 'Missing parameter period_unit'],
    [{ renews: { period: 1, period_unit: 'y' } }, 2003, 'Missing parameter exp_date'],
    [
      { renews: { period: 1, period_unit: 'd', exp_date: 'x' } },
      2005,
      `Invalid parameter 'period_unit' value "d": Must be one of: y, m`,
    ],
  ])('with the body %j', async (body, code, message) => {
    const { name } = await expiring(10);
    expectRefusal(await call(`POST /domains/${name}/renew`, body), 400, code, message);
  });

  it('when it expired and its last day is over', async () => {
    const { name, exp_date } = await expiring(-60);
    await setDomainStatuses(world, name, ['expired', 'serverHold', 'deleteCandidate']);
    expectProhibited(await renew(name, { exp_date }));
  });
});
