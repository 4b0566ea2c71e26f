import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accountOf, expectBooksToBalance, setBalance } from '../../../support/money.ts';
import { expectRefusal, restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { type Answer, beta, type TestWorld, testWorld } from '../../../support/world.ts';

const onServer = inject('testDatabase').kind === 'postgres';
let world: TestWorld;
let jaan: string;
beforeAll(async () => {
  world = await testWorld();
  jaan = await seed(world).contact();
});

const call = restApi(() => world);
const register = (name: string, fields: object = {}, auth?: string) =>
  call(
    'POST /domains',
    { domain: { name, registrant: jaan, period: 1, period_unit: 'y', ...fields } },
    auth ? { auth } : {},
  );
const account = (auth?: string) => accountOf(world, auth);

describe('paying for a registration', () => {
  it('is one debit in the ledger, with the balance after it', async () => {
    const before = await account();
    await register('paid.ee', { period: 2 });
    const { balance, transactions } = await account();
    expect(transactions[0]).toMatchObject({
      description: 'Create paid.ee',
      type: 'debit',
      sum: '-20.0',
      balance,
    });
    expect(Number(before.balance) - Number(balance)).toBe(20);
    await expectBooksToBalance(world);
  });

  it.each([
    [3, 'm', '-3.0'],
    [6, 'm', '-5.5'],
    [9, 'm', '-8.0'],
    [12, 'm', '-10.0'],
    [10, 'y', '-100.0'],
  ])('costs what the price list says for %i%s: %s', async (period, unit, sum) => {
    const name = `price-${period}${unit}.ee`;
    await register(name, { period, period_unit: unit });
    expect((await account()).transactions[0]).toMatchObject({ description: `Create ${name}`, sum });
  });

  it.each([
    [0, 'y'],
    [11, 'y'],
    [-1, 'y'],
    [1, 'm'],
    [18, 'm'],
    [999_999_999, 'y'],
  ])('has no price for %i%s', async (period, period_unit) => {
    expectRefusal(
      await register('unpriced.ee', { period, period_unit }),
      400,
      2104,
      'Active price missing for this operation!',
    );
  });

  it('takes the newest price that holds today', async () => {
    const { db } = world.container.database;
    for (const [price, from, to] of [
      ['7.00', '2020-01-01', null],
      ['9.99', '2021-01-01', null],
      ['1.00', '2021-06-01', '2021-12-31'],
      ['2.00', '2090-01-01', null],
    ])
      await sql`insert into prices (zone_id, operation, months, price, valid_from, valid_to, created_at)
        select id, 'create', 12, ${price}, ${from}, ${to}, ${world.clock.now()} from zones where origin = 'med.ee'`.execute(
        db,
      );
    await register('today.med.ee');
    expect((await account()).transactions[0]).toMatchObject({
      description: 'Create today.med.ee',
      sum: '-9.99',
    });
  });

  it('needs a balance of at least the price, and takes nothing when it is lower', async () => {
    await setBalance(world, 'BETA', '9.99');
    expectRefusal(await register('poor.ee', {}, beta), 400, 2104, 'Billing failure - credit balance low');
    expect((await account(beta)).balance).toBe('9.99');
    expect((await call('GET /domains/poor.ee')).status).toBe(404);
    await setBalance(world, 'BETA', '10.00');
    expect((await register('poor.ee', {}, beta)).status).toBe(200);
    expect((await account(beta)).balance).toBe('0.0');
    await expectBooksToBalance(world);
  });

  it('is refused for want of money in the same words with an idempotency key, and again when it is repeated', async () => {
    const { calendar, clock } = world.container;
    const soon = calendar.plus(clock.now(), { days: 9 });
    await seed(world).domain('kept.ee', { registrant: jaan });
    await seed(world).alter('kept.ee', { expires_at: soon });
    await setBalance(world, 'ALPHA', '1.00');
    const domain = { name: 'dear-2.ee', registrant: jaan, period: 1, period_unit: 'y' };
    const renewal = { renews: { period: 1, period_unit: 'y', exp_date: calendar.dateOf(soon) } };
    for (const [key, request, body] of [
      ['one', 'POST /domains', { domain }],
      ['two', 'POST /domains/kept.ee/renew', renewal],
    ] as const) {
      const plain = await call(request, body);
      const headers = { 'idempotency-key': key };
      const keyed = await call(request, body, { headers });
      const again = await call(request, body, { headers });
      expect([plain.status, plain.body.code], plain.text).toEqual([400, 2104]);
      expect([keyed.text, again.text]).toEqual([plain.text, plain.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
    expect((await account()).balance).toBe('1.0');
    await setBalance(world, 'ALPHA', '500.00');
  });

  it('is not demanded of a request that fails for any reason', async () => {
    const { balance } = await account();
    for (const fields of [
      { name: '!.ee' },
      { name: 'paid.ee' },
      { registrant: 'NOBODY' },
      { tech_contacts: ['X'] },
    ])
      expect((await register('failing.ee', fields)).status).toBe(400);
    expect((await account()).balance).toBe(balance);
  });

  it('leaves nothing behind on a dry run', async () => {
    const { balance, transactions } = await account();
    await call(
      'POST /domains',
      { domain: { name: 'dry.ee', registrant: jaan, period: 1, period_unit: 'y' } },
      { headers: { 'dry-run': 'true' } },
    );
    expect(await account()).toEqual({ balance, currency: 'EUR', transactions });
  });
});

describe('at the same time', () => {
  it('two registrars want one name: one gets it and pays, the other learns that it exists', async () => {
    await setBalance(world, 'BETA', '100.00');
    const both = async () => Number((await account()).balance) + Number((await account(beta)).balance);
    const before = await both();
    const answers = await Promise.all([register('wanted.ee'), register('wanted.ee', {}, beta)]);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(1);
    expectRefusal(lost[0] as Answer, 400, 2302, 'Domain name already exists [name_dirty]');
    expect(before - (await both())).toBe(10);
    await expectBooksToBalance(world);
  });

  // The embedded database has one connection: there is no same time on it.
  it.runIf(onServer)('200 registrations on a balance for ten give exactly ten', async () => {
    await setBalance(world, 'BETA', '100.00');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => register(`rush-${index}.ee`, {}, beta)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expectRefusal(answer, 400, 2104, 'Billing failure - credit balance low');
    expect((await account(beta)).balance).toBe('0.0');
    const { rows } = await sql<{
      count: number;
    }>`select count(*) from domains where name like 'rush-%'`.execute(world.container.database.db);
    expect(rows[0]?.count).toBe(10);
    await expectBooksToBalance(world);
  });
});
