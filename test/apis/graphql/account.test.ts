import { beforeAll, describe, expect, it } from 'vitest';
import { RegistrarTourDocument } from '#client/documents.generated.ts';
import { money } from '#src/base/money.ts';
import { post } from '#src/registry/store/registry/accounts.ts';
import { registrarByCode } from '#src/registry/store/registry/registrars.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const sums = ['-10.00', '5.50', '-0.01', '100.00'];
beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  const alpha = await registrarByCode(db, 'ALPHA');
  for (const [day, sum] of sums.entries())
    await post(db, [
      {
        registrarId: alpha?.id ?? 0,
        activity: 'update_credit',
        description: `Day ${day}`,
        sum: money(sum),
        requestId: 'test',
        at: new Date(Date.UTC(2030, 0, day + 1, 12)),
      },
    ]);
});

const transactions = async (args: string) => {
  const { data, text } = await graph(
    world,
    `{ account { transactions(${args}) { totalCount nodes { description amount balance createdAt } pageInfo { hasNextPage endCursor } } } }`,
  );
  if (!data) throw new Error(text);
  return data.account.transactions;
};
const descriptions = async (args: string) =>
  ((await transactions(args)).nodes as unknown as { description: string }[]).map(
    ({ description }) => description,
  );

describe('account', () => {
  it('shows balance and currency; amounts have two decimals', async () => {
    const { data } = await graph(world, '{ account { balance currency } }');
    expect(data).toEqual({ account: { balance: '1095.49', currency: 'EUR' } });
  });

  it('lists transactions, newest first, whose sign distinguishes debit from credit', async () => {
    const { totalCount, nodes } = await transactions('first: 3');
    expect(totalCount).toBe(5);
    expect(nodes).toEqual([
      {
        description: 'Day 3',
        amount: '100.00',
        balance: '1095.49',
        createdAt: '2030-01-04T14:00:00.000+02:00',
      },
      expect.objectContaining({ description: 'Day 2', amount: '-0.01' }),
      expect.objectContaining({ description: 'Day 1', amount: '5.50' }),
    ]);
  });

  it('pages them by cursor, either way', async () => {
    const { pageInfo } = await transactions('first: 2');
    expect(await descriptions(`first: 2, after: "${pageInfo.endCursor}"`)).toEqual(['Day 1', 'Day 0']);
    expect(await descriptions('last: 2')).toEqual(['Day 0', 'Opening balance']);
  });

  it.each([
    ['amount: { lt: "0.00" }', ['Day 2', 'Day 0']],
    ['amount: { eq: "5.50" }', ['Day 1']],
    ['amount: { gte: "5.5", lte: "100" }', ['Day 3', 'Day 1']],
    ['amount: { gt: "100.00" }', ['Opening balance']],
    ['createdAt: { gte: "2030-01-02", lt: "2030-01-04" }', ['Day 2', 'Day 1']],
    ['description: { startsWith: "opening" }', ['Opening balance']],
    ['not: { description: { contains: "day" } }', ['Opening balance']],
    ['or: [{ amount: { eq: "-10.00" } }, { description: { eq: "Day 3" } }]', ['Day 3', 'Day 0']],
  ])('filters them by %s', async (where, expected) => {
    expect(await descriptions(`first: 100, where: { ${where} }`)).toEqual(expected);
  });

  it('refuses an amount that is none', async () => {
    const { errors } = await graph(
      world,
      '{ account { transactions(first: 1, where: { amount: { eq: "1,00" } }) { totalCount } } }',
    );
    expect(errors).toMatchObject([
      { message: expect.stringContaining('must be an amount such as \\"10.00\\"'.replaceAll('\\', '')) },
    ]);
  });

  it('is each registrar’s own', async () => {
    expect((await graph(world, '{ account { balance } }', { auth: beta })).data).toEqual({
      account: { balance: '1000.00' },
    });
  });

  it('is for every role of a registrar, and for nobody else', async () => {
    const auth = basic('alpha-billing', 'alpha-sandbox');
    expect((await graph(world, '{ account { balance } }', { auth })).data.account.balance).toBe('1095.49');
    expect(await graph(world, '{ account { balance } }', { auth: operator })).toMatchObject({
      status: 200,
      errors: [unknownField('account')],
    });
    expect((await graph(world, '{ account { balance } }', { auth: null })).status).toBe(401);
  });
});

describe('the published tour of a registrar', () => {
  it('is answered in one request, typed', async () => {
    const { data } = await graph(world, RegistrarTourDocument);
    expect(data.viewer).toMatchObject({ kind: 'REGISTRAR', name: 'alpha', registrar: { code: 'ALPHA' } });
    expect(data.account?.transactions.nodes[0]?.description).toBe('Day 3');
    expect(data.contacts?.totalCount).toBe(0);
  });
});
