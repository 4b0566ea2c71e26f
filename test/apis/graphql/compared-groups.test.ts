import { beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { alpha, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** `compareTo` compares like with like, or is refused. */

let world: TestWorld;
let at = new Date('2025-03-10T10:00:00Z');
beforeAll(async () => {
  const clock = new SimulatedClock(0, { now: () => at });
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' }, { clock });
  for (const [day, count] of [
    ['2025-03-10T10:00:00Z', 2],
    ['2025-12-10T10:00:00Z', 1],
    ['2026-03-10T10:00:00Z', 1],
    // The last evening of March is April in the registry's time zone.
    ['2026-03-31T21:30:00Z', 1],
    ['2026-04-10T10:00:00Z', 1],
  ] as const) {
    at = new Date(day);
    for (let index = 0; index < count; index += 1) await newDomain(world);
  }
  at = new Date('2026-06-15T10:00:00Z');
});

type Groups = readonly { readonly count: number; readonly before: { readonly count: number } | null }[];
const groupsOf = async (list: string, by: string, args: string, auth = alpha): Promise<Groups> => {
  const field = list.split(/[(\s{]/)[0] ?? '';
  const query = `{ ${list} { groups(by: [${by}] ${args}) { count before { count } } } }`;
  const { data, errors } = await graph(world, query, { auth });
  expect(errors).toBeUndefined();
  return (data as Record<string, Loose>)[field]?.groups as unknown as Groups;
};
const refusal = async (query: string, auth = alpha): Promise<Loose | undefined> => {
  const { errors } = await graph(world, query, { auth });
  return errors?.[0] as unknown as Loose | undefined;
};
const month = '{field: CREATED_AT, per: MONTH}';
const zone = '{field: ZONE}';
const year = 'compareTo: "P1Y"';

describe('groups compared to those of a year ago', () => {
  it('are those of the list as of that moment where there is no period', async () => {
    const [now] = await groupsOf('domains', zone, year);
    const [then] = await groupsOf('domains(asOf: "-P1Y")', zone, '');
    expect({ now: now?.count, before: now?.before?.count, asOf: then?.count }).toEqual({
      now: 6,
      before: 2,
      asOf: 2,
    });
  });

  it('are as of that moment for contacts, too, and for a list that is itself of the past', async () => {
    const [contacts] = await groupsOf('contacts', '{field: IDENT_TYPE}', year);
    const [then] = await groupsOf('contacts(asOf: "-P1Y")', '{field: IDENT_TYPE}', '');
    expect(contacts?.before?.count).toBe(then?.count);
    const [past] = await groupsOf('domains(asOf: "2026-03-20")', zone, year);
    expect(past).toEqual({ count: 4, before: { count: 2 } });
    const [month] = await groupsOf('domains(asOf: "2026-03-20")', zone, 'compareTo: "P4M"');
    expect(month).toEqual({ count: 4, before: { count: 2 } });
  });

  const domainsIn = (where: string) => `domains(where: ${where})`;
  it.each([
    ['both bounds', '{createdAt: {gte: "2026-01-01", lt: "2027-01-01"}}'],
    ['only its beginning, so that it ends now', '{createdAt: {gte: "2026-01-01"}}'],
    [
      'both bounds in one and the other part',
      '{and: [{createdAt: {gte: "2026-01-01"}}, {createdAt: {lt: "2027-01-01"}}]}',
    ],
  ])('are those of the period as much earlier, by %s', async (_, where) => {
    expect(await groupsOf(domainsIn(where), month, year)).toEqual([
      { count: 1, before: { count: 2 } },
      { count: 2, before: { count: 0 } },
    ]);
  });

  it('are as of that moment in a period, too: later rows in it do not count', async () => {
    // By June 2025 the domain of December 2025 was not there.
    const where = '{createdAt: {gte: "2026-01-01", lt: "2027-01-01"}}';
    const [now] = await groupsOf(domainsIn(where), zone, year);
    expect(now).toEqual({ count: 3, before: { count: 2 } });
  });

  it('end now on both sides where a period has only its beginning, and dates are to come', async () => {
    const [open] = await groupsOf(domainsIn('{expiresAt: {gte: "2025-06-01"}}'), zone, year);
    const [closed] = await groupsOf(domainsIn('{expiresAt: {gte: "2025-06-01", lt: "PT0S"}}'), zone, year);
    expect(open).toEqual(closed);
    expect(open?.count).toBe(2);
  });

  it('move every condition on time, also on what nothing is grouped by', async () => {
    const where = '{updatedAt: {gte: "2026-03-01", lt: "2026-05-01"}}';
    const error = await refusal(`{ ${domainsIn(where)} { groups(by: [${zone}] ${year}) { count } } }`);
    expect(error?.extensions).toMatchObject({ code: 'NOT_IN_HISTORY' });
  });

  it.each([
    ['an end alone', '{createdAt: {lt: "2026-01-01"}}', /add a beginning/],
    ['a beginning now', '{expiresAt: {gte: "PT0S"}}', /until when/],
    ['a beginning to come', '{expiresAt: {gt: "P10D"}}', /until when/],
    ['an alternative', '{or: [{createdAt: {gte: "2026-01-01"}}, {name: {startsWith: "a"}}]}', /or and not/],
    ['a negation', '{not: {createdAt: {gte: "2026-01-01"}}}', /or and not/],
  ])('are refused for %s', async (_, where, message) => {
    const error = await refusal(`{ ${domainsIn(where)} { groups(by: [${zone}] ${year}) { count } } }`);
    expect(error).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'BAD_USER_INPUT', resultCode: 2306, argument: ['compareTo'] },
    });
  });

  it('are refused for keys that history does not keep', async () => {
    const error = await refusal(
      `{ domains { groups(by: [{field: REGISTRANT_COUNTRY_CODE}] ${year}) { count } } }`,
    );
    expect(error?.extensions).toMatchObject({ code: 'NOT_IN_HISTORY' });
  });

  it.each([
    ['account { transactions', '} }', '{field: KIND}', 'createdAt', alpha],
    ['invoices', '}', '{field: STATUS}', 'createdAt', alpha],
    ['notifications', '}', '{field: KIND}', 'createdAt', alpha],
    ['domainEvents', '}', '{field: KIND}', 'at', alpha],
    ['ledger', '}', '{field: KIND}', 'createdAt', operator],
    ['reservations', '}', '{field: STATUS}', 'createdAt', portal],
  ])(
    'are refused of %s without a period, because it has no past, and move one',
    async (list, end, by, field, auth) => {
      const ask = (where: string) =>
        graph(world, `{ ${list}${where} { groups(by: [${by}] ${year}) { count before { count } } } ${end}`, {
          auth,
        });
      const { errors } = await ask('');
      expect(errors?.[0]?.extensions, JSON.stringify(errors)).toMatchObject({
        resultCode: 2306,
        argument: ['compareTo'],
      });
      expect((await ask(`(where: {${field}: {gte: "-P1M"}})`)).errors).toBeUndefined();
    },
  );

  it('count movements of the period as much earlier', async () => {
    const where = '(where: {createdAt: {gte: "2026-03-01", lt: "2026-04-01"}})';
    const { data } = await graph(
      world,
      `{ account { transactions${where} { groups(by: [{field: KIND}] ${year}) { kind count before { count } } } } }`,
    );
    expect(data.account.transactions.groups).toContainEqual({
      kind: 'REGISTRATION',
      count: 1,
      before: { count: 2 },
    });
  });

  it('have none where nothing is compared', async () => {
    expect(await groupsOf('domains', zone, '')).toEqual([{ count: 6, before: null }]);
  });

  it('are compared whatever first and having leave out', async () => {
    const args =
      'compareTo: "-P1Y", first: 1, having: {count: {gte: 2}}, orderBy: {field: COUNT, direction: DESC}';
    const where = '{createdAt: {gte: "2026-01-01", lt: "2027-01-01"}}';
    expect(await groupsOf(domainsIn(where), month, args)).toEqual([{ count: 2, before: { count: 0 } }]);
  });

  it('cost one statement more', async () => {
    const statements = async (args: string) =>
      (
        await countStatements(world.container.database, () =>
          groupsOf(domainsIn('{createdAt: {gte: "2026-01-01"}}'), month, args),
        )
      ).statements.filter((text) => text.includes('group by')).length;
    expect(await statements(year)).toBe((await statements('')) + 1);
  });

  it.each([
    ['WEEK', 'P1Y', 'P52W'],
    ['WEEK', 'P10D', 'P21D'],
    ['MONTH', 'P15D', 'P13M'],
    ['QUARTER', 'P1M', 'P6M'],
    ['YEAR', 'P6M', 'P1Y'],
  ])(
    'by %s are refused for %s, which would compare unequal periods, and made for %s',
    async (per, uneven, even) => {
      const query = (compareTo: string) =>
        `{ domains(where: {createdAt: {gte: "2025-01-01"}}) { groups(by: [{field: CREATED_AT, per: ${per}}] compareTo: "${compareTo}") { count } }
        domainStatistics(from: "2026-01-01", to: "2026-06-01", per: ${per}, compareTo: "${compareTo}") { atEnd } }`;
      const { errors = [] } = await graph(world, query(uneven));
      expect(errors).toHaveLength(2);
      for (const error of errors)
        expect(error).toMatchObject({
          message: expect.stringContaining('not a whole number'),
          extensions: { code: 'BAD_USER_INPUT', resultCode: 2306, argument: ['compareTo'] },
        });
      expect((await graph(world, query(even))).errors).toBeUndefined();
    },
  );

  it('are counted until the same day where the last period of statistics is not over', async () => {
    // It is 15 June.
    const statistics = async (compareTo: string, to = '2026-12-31') =>
      (
        await graph(
          world,
          `{ domainStatistics(from: "2026-04-01", to: "${to}", per: YEAR, compareTo: "${compareTo}") {
          period registered atEnd before { period registered atEnd } } }`,
        )
      ).data.domainStatistics;
    const expected = [
      {
        period: '2026-01-01',
        registered: 3,
        atEnd: 6,
        // That of December is not among them.
        before: { period: '2025-01-01', registered: 2, atEnd: 2 },
      },
    ];
    expect(await statistics('P1Y')).toEqual(expected);
    expect(await statistics('P1Y', '2026-05-01')).toEqual(expected);
    const { data } = await graph(
      world,
      `{ domainStatistics(from: "2025-06-01", to: "2025-12-31", per: YEAR, compareTo: "P1Y") { registered before { atEnd } } }`,
    );
    expect(data.domainStatistics).toEqual([{ registered: 3, before: { atEnd: 0 } }]);
  });

  it.each(['PT12H', 'P0D', 'P200Y'])('are refused for %s', async (compareTo) => {
    const error = await refusal(`{ domains { groups(by: [${zone}] compareTo: "${compareTo}") { count } } }`);
    expect(error?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: ['compareTo'] });
  });
});
