import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { post } from '#src/registry/store/registry/accounts.ts';
import { registrarByCode } from '#src/registry/store/registry/registrars.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;

const url = '/registry/v1/accounts/balance';
const balance = async (query = '', auth?: string) =>
  (await world.request({ url: `${url}${query}`, ...(auth && { auth }) })).body;
const descriptions = async (query: string): Promise<unknown> => {
  const { data } = await balance(query);
  return (data.transactions as unknown as { description: string }[]).map(({ description }) => description);
};

// Midnight in Tallinn is 22:00 UTC of the day before, in winter.
const ledger = [
  ['2030-01-09T21:59:59.999Z', '-10.00', 'Create a.ee', 'create'],
  ['2030-01-09T22:00:00.000Z', '-0.01', 'Renew a.ee', 'renew'],
  ['2030-01-10T12:00:00.252Z', '5.50', 'Manual correction', 'update_credit'],
  ['2030-01-10T21:59:59.999Z', '100.00', 'Invoice no. 131096', 'add_credit'],
  ['2030-01-10T22:00:00.000Z', '-20.10', 'Create b.ee', 'create'],
] as const;

beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  const alpha = await registrarByCode(db, 'ALPHA');
  for (const [at, sum, description, activity] of ledger)
    await post(db, [
      {
        registrarId: alpha?.id ?? 0,
        activity,
        description,
        sum: money(sum),
        requestId: 'test',
        at: new Date(at),
      },
    ]);
});

describe('GET /accounts/balance', () => {
  it('shows the balance as a decimal in its shortest form with at least one decimal, and the currency', async () => {
    expect(await balance()).toEqual({
      code: 1000,
      message: 'Command completed successfully',
      data: { balance: '1075.39', currency: 'EUR' },
    });
    expect((await balance('', beta)).data).toEqual({ balance: '1000.0', currency: 'EUR' });
  });

  it('keeps the documented order of keys', async () => {
    const { text } = await world.request({ url: `${url}?detailed=true&from=2030-01-10&until=2030-01-11` });
    expect(text).toMatch(/^\{"code":1000,"message":"[^"]+","data":\{"balance":/);
    expect(text).toContain(
      '"balance":"1075.39","currency":"EUR","transactions":[' +
        '{"created_at":"2030-01-10T23:59:59.999+02:00","description":"Invoice no. 131096","type":"credit","sum":"100.0","balance":"1095.49","currency":"EUR","updator":null},',
    );
  });

  it('adds all transactions, newest first, with detailed=true', async () => {
    const { data } = await balance('?detailed=true');
    const transactions = data.transactions as unknown as object[];
    expect(transactions.slice(0, 5)).toEqual([
      expect.objectContaining({
        description: 'Create b.ee',
        type: 'debit',
        sum: '-20.1',
        balance: '1075.39',
      }),
      expect.objectContaining({ description: 'Invoice no. 131096', type: 'credit', sum: '100.0' }),
      {
        created_at: '2030-01-10T14:00:00.252+02:00',
        description: 'Manual correction',
        // Whatever its sign: only a top-up is a credit.
        type: 'debit',
        sum: '5.5',
        balance: '995.49',
        currency: 'EUR',
        updator: null,
      },
      expect.objectContaining({ description: 'Renew a.ee', type: 'debit', sum: '-0.01', balance: '989.99' }),
      expect.objectContaining({ description: 'Create a.ee', type: 'debit', sum: '-10.0', balance: '990.0' }),
    ]);
    expect(transactions).toHaveLength(6);
    expect(transactions.at(-1)).toMatchObject({ description: 'Opening balance', sum: '1000.0' });
  });

  it('names nobody but users of the registrar as who moved money', async () => {
    const { data } = await balance('?detailed=true');
    for (const { updator } of data.transactions as unknown as { updator: string | null }[])
      expect(updator).toBeNull();
  });

  it.each([
    '?detailed=1',
    '?detailed=True',
    '?detailed=TRUE',
    '?detailed',
    '?detailed=',
    '?detailed=true&detailed=false',
  ])('gives no transactions for %s: only the literal true turns them on', async (query) => {
    expect(Object.keys((await balance(query)).data)).toEqual(['balance', 'currency']);
  });

  it('shows another registrar only its own transactions', async () => {
    const { data } = await balance('?detailed=true', beta);
    expect(data.transactions).toEqual([expect.objectContaining({ description: 'Opening balance' })]);
  });

  it('is for users of every role', async () => {
    for (const user of ['alpha', 'alpha-epp', 'alpha-billing'])
      expect(await balance('', basic(user, 'alpha-sandbox'))).toMatchObject({ code: 1000 });
  });
});

describe('transactions between two days', () => {
  it('begin at local midnight of `from`, which counts', async () => {
    expect(await descriptions('?detailed=true&from=2030-01-10')).toEqual([
      'Create b.ee',
      'Invoice no. 131096',
      'Manual correction',
      'Renew a.ee',
    ]);
  });

  it('end before local midnight of `until`, which does not count', async () => {
    expect(await descriptions('?detailed=true&from=2030-01-10&until=2030-01-11')).toEqual([
      'Invoice no. 131096',
      'Manual correction',
      'Renew a.ee',
    ]);
    expect(await descriptions('?detailed=true&from=2030-01-01&until=2030-01-10')).toEqual(['Create a.ee']);
  });

  it('are none when the days lie the wrong way round', async () => {
    expect(await descriptions('?detailed=true&from=2030-01-11&until=2030-01-10')).toEqual([]);
  });

  it.each([
    ['from', 'zzz'],
    ['from', '2030-02-30'],
    ['from', '2030-1-1'],
    ['until', '10.01.2030'],
    ['until', '2030-01-10T00:00:00Z'],
  ])('are refused when %s is %s', async (name, value) => {
    const answer = await world.request({ url: `${url}?detailed=true&${name}=${encodeURIComponent(value)}` });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 2005,
      message: `Invalid parameter '${name}' value "${value}": Must be a date (yyyy-mm-dd)`,
      data: {},
    });
  });

  it('are not asked for without detailed, so that nothing about the days is wrong', async () => {
    expect(await balance('?from=zzz&until=zzz')).toMatchObject({ code: 1000, data: { currency: 'EUR' } });
  });

  it('take days without a value as not given', async () => {
    expect((await balance('?detailed=true&from&until=')).data.transactions).toHaveLength(6);
  });

  it('may name days at the end of the calendar', async () => {
    expect(await descriptions('?detailed=true&from=0000-01-01&until=9999-12-31')).toHaveLength(6);
  });
});
