import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { post } from '#src/registry/store/registry/accounts.ts';
import { registrarByCode } from '#src/registry/store/registry/registrars.ts';
import { graph } from '../../support/graph.ts';
import { clockAt } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Numbers of groups that are no sums, and balances by day. */

let world: TestWorld;

/** On the account of ALPHA, which had 1,000 euros at the beginning of 2030. */
const movements = [
  ['2030-01-10', 'update_credit', '100.00'],
  ['2030-01-20', 'create', '-10.00'],
  ['2030-01-20', 'create', '-25.00'],
  ['2030-01-31', 'renew', '-40.00'],
  ['2030-03-05', 'create', '-10.01'],
  ['2030-03-06', 'create', '-10.02'],
] as const;

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' }, { clock: clockAt('2030-01-01T10:00:00Z') });
  const { db } = world.container.database;
  for (const code of ['ALPHA', 'BETA'])
    for (const [day, activity, sum] of code === 'ALPHA' ? movements : movements.slice(0, 2))
      await post(db, [
        {
          registrarId: (await registrarByCode(db, code))?.id ?? 0,
          activity,
          description: `On ${day}`,
          sum: money(sum),
          requestId: 'test',
          at: new Date(`${day}T12:00:00Z`),
        },
      ]);
  world.clock.moveTo(new Date('2030-03-15T12:00:00Z'));
});

const groups = async (of: string, args: string, selected: string, auth = alpha) => {
  const { data, errors } = await graph(world, `{ ${of} { groups(${args}) { ${selected} } } }`, { auth });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data)) as Record<
    string,
    { groups: unknown } & Record<string, { groups: unknown }>
  >;
};
const ofAccount = async (args: string, selected: string, auth = alpha) => {
  const { data, errors } = await graph(
    world,
    `{ account { transactions(where: { createdAt: { gt: "2030-01-02T00:00:00Z" } }) { groups(${args}) { ${selected} } } } }`,
    { auth },
  );
  expect(errors).toBeUndefined();
  return data.account?.transactions?.groups;
};

describe('groups of money', () => {
  it('have a median and percentiles, interpolated as PostgreSQL does', async () => {
    expect(
      await ofAccount(
        'by: [{ field: KIND }]',
        'kind median low: percentile(p: 0) high: percentile(p: 1) some: percentile(p: 0.9)',
      ),
    ).toEqual([
      { kind: 'ADJUSTMENT', median: '100.00', low: '100.00', high: '100.00', some: '100.00' },
      { kind: 'REGISTRATION', median: '-10.02', low: '-25.00', high: '-10.00', some: '-10.00' },
      { kind: 'RENEWAL', median: '-40.00', low: '-40.00', high: '-40.00', some: '-40.00' },
    ]);
  });

  it('refuse a number that is not a percentile, from a variable too', async () => {
    const query = (p: string) =>
      `{ account { transactions { groups(by: [{ field: KIND }]) { percentile(p: ${p}) } } } }`;
    for (const p of ['1.01', '-0.1']) {
      const { errors } = await graph(world, query(p));
      expect(errors?.[0]).toMatchObject({ message: expect.stringContaining('from 0 to 1') });
    }
    const { errors } = await graph(world, `query ($p: Float!) ${query('$p')}`, { variables: { p: 2 } });
    expect(errors?.[0]?.message).toContain('from 0 to 1');
    const { data } = await graph(world, `query ($p: Float!) ${query('$p')}`, { variables: { p: 0.5 } });
    expect(data.account?.transactions?.groups).toContainEqual({ percentile: '-40.00' });
  });

  it('have the balance after their last movement', async () => {
    expect(await ofAccount('by: [{ field: CREATED_AT, per: MONTH }]', 'createdAt sum lastPerPeriod')).toEqual(
      [
        { createdAt: '2030-01-01', sum: '25.00', lastPerPeriod: '1025.00' },
        { createdAt: '2030-03-01', sum: '-20.03', lastPerPeriod: '1004.97' },
      ],
    );
  });

  it('of several accounts have no last balance, unless they are grouped by registrar', async () => {
    const all = await groups('ledger', 'by: [{ field: CREATED_AT, per: YEAR }]', 'lastPerPeriod', operator);
    expect(all.ledger?.groups).toEqual([{ lastPerPeriod: null }]);
    const each = await groups(
      'ledger',
      'by: [{ field: CREATED_AT, per: YEAR }, { field: REGISTRAR }]',
      'registrar { code } lastPerPeriod',
      operator,
    );
    expect(each.ledger?.groups).toContainEqual({ registrar: { code: 'ALPHA' }, lastPerPeriod: '1004.97' });
  });

  it('compute what only the earlier period selects', async () => {
    const { data } = await graph(
      world,
      `{ account { transactions(where: { createdAt: { gte: "2030-03-01T00:00:00+02:00", lt: "2030-04-01T00:00:00+03:00" } }) {
          groups(by: [{ field: KIND }], compareTo: "P2M") { kind before { sum median lastPerPeriod } } } } }`,
    );
    expect(data.account?.transactions?.groups).toEqual([
      { kind: 'REGISTRATION', before: { sum: '-35.00', median: '-17.50', lastPerPeriod: '1065.00' } },
    ]);
  });
});

describe('shares', () => {
  const keys = 'by: [{ field: CREATED_AT, per: MONTH }, { field: KIND }]';

  it('are those of the first group when there are two keys', async () => {
    expect(await ofAccount(keys, 'createdAt kind share sumShare')).toEqual([
      { createdAt: '2030-01-01', kind: 'ADJUSTMENT', share: 25, sumShare: 400 },
      { createdAt: '2030-01-01', kind: 'REGISTRATION', share: 50, sumShare: -140 },
      { createdAt: '2030-01-01', kind: 'RENEWAL', share: 25, sumShare: -160 },
      { createdAt: '2030-03-01', kind: 'REGISTRATION', share: 100, sumShare: 100 },
    ]);
  });

  it('do not change when having and first leave groups out', async () => {
    const all = (await ofAccount(keys, 'kind share')) as unknown as { kind: string }[];
    expect(await ofAccount(`${keys}, first: 2`, 'kind share')).toEqual(all.slice(0, 2));
    expect(await ofAccount(`${keys}, having: { count: { lt: 2 } }`, 'kind share')).toEqual([all[0], all[2]]);
  });

  it('are those of all groups with shareOf: ALL', async () => {
    const all = await ofAccount(`${keys}, shareOf: ALL`, 'share');
    expect(all).toEqual([16.67, 33.33, 16.67, 33.33].map((share) => ({ share })));
  });
});

describe('balances', () => {
  const balances = async (args: string, auth = alpha) => {
    const { data, errors } = await graph(world, `{ account { balances${args} { day balance } } }`, { auth });
    return { rows: data.account?.balances as unknown as { day: string; balance: string }[], errors };
  };

  it('of a day without movements are those of the day before', async () => {
    const { rows } = await balances('(from: "2030-01-09", to: "2030-01-21", per: DAY)');
    expect(rows.map(({ balance }) => balance)).toEqual([
      '1000.00',
      ...Array.from({ length: 10 }, () => '1100.00'),
      '1065.00',
      '1065.00',
    ]);
    expect(rows[0]?.day).toBe('2030-01-09');
    expect(rows.at(-1)?.day).toBe('2030-01-21');
  });

  it('of a month are those of its last day, of the current month those of today', async () => {
    const { rows } = await balances('(from: "2030-01-15", per: MONTH)');
    expect(rows).toEqual([
      { day: '2030-01-31', balance: '1025.00' },
      { day: '2030-02-28', balance: '1025.00' },
      { day: '2030-03-15', balance: '1004.97' },
    ]);
  });

  it('are those of the last twelve months by default', async () => {
    const { rows } = await balances('');
    expect(rows).toHaveLength(13);
    expect(rows[0]).toEqual({ day: '2029-03-31', balance: '0.00' });
    expect(rows.at(-1)).toEqual({ day: '2030-03-15', balance: '1004.97' });
  });

  it('agree with the movements of the account at every day', async () => {
    const { rows } = await balances('(from: "2029-12-25", to: "2030-03-15", per: DAY)', beta);
    const { data } = await graph(
      world,
      '{ account { balance transactions(first: 50) { nodes { createdAt balance } } } }',
      { auth: beta },
    );
    const nodes = data.account?.transactions?.nodes as unknown as { createdAt: string; balance: string }[];
    for (const { day, balance } of rows)
      expect(balance).toBe(nodes.find(({ createdAt }) => createdAt.slice(0, 10) <= day)?.balance ?? '0.00');
    expect(rows.at(-1)?.balance).toBe(data.account?.balance);
  });

  it('are refused beyond 3,660 rows, and backwards', async () => {
    expect((await balances('(from: "2010-01-01", per: DAY)')).errors?.[0]?.message).toContain('3660');
    expect((await balances('(from: "2030-02-01", to: "2030-01-01")')).errors?.[0]?.message).toContain(
      'from must not be after to',
    );
    expect((await balances('(from: "2010-01-01", per: MONTH)')).rows).toHaveLength(20 * 12 + 3);
  });
});
