import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** The same statistics a month ago beside these, contacts by how many domains they have, invoices by how long they are overdue. */

let world: TestWorld;
const db = () => world.container.database.db;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  await manyDomains(world, { prefix: 'now', count: 5 });
  for (let index = 0; index < 3; index += 1) await newContact(world);
  const contacts = await db().selectFrom('contacts').select('id').orderBy('id').execute();
  const domains = await db().selectFrom('domains').select('id').orderBy('id').execute();
  // Four, two and none; the tech contact of the first stands on one of them twice.
  for (const [index, { id }] of domains.entries())
    await db()
      .updateTable('domains')
      .set({ registrant_id: contacts[index < 4 ? 0 : 1]?.id ?? 0, created_at: moments[index] ?? new Date() })
      .where('id', '=', id)
      .execute();
  await db().deleteFrom('domain_contacts').execute();
  await db()
    .insertInto('domain_contacts')
    .values({ domain_id: domains[0]?.id ?? 0, contact_id: contacts[0]?.id ?? 0, role: 'tech' })
    .execute();
});

const moments = [
  '2025-03-10T10:00:00Z',
  '2025-03-11T10:00:00Z',
  '2026-03-10T10:00:00Z',
  '2026-03-31T21:30:00Z',
  '2026-04-10T10:00:00Z',
  '2026-05-10T10:00:00Z',
].map((text) => new Date(text));

const ask = async (document: string, auth = alpha): Promise<Record<string, Loose>> => {
  const { data, errors } = await graph(world, document, { auth });
  expect(errors).toBeUndefined();
  return data as Record<string, Loose>;
};

describe('statistics compared to those of a month ago', () => {
  it('stand beside those of the earlier period', async () => {
    const { domainStatistics: rows } = await ask(
      `{ domainStatistics(from: "2026-10-01", to: "2026-11-01", per: MONTH, compareTo: "P1M") {
        period registered atEnd before { period registered atEnd before { period } } } }`,
    );
    const [first, second] = rows as unknown as Loose[];
    expect(first).toMatchObject({ period: '2026-10-01', before: { period: '2026-09-01', before: null } });
    const { period, registered, atEnd } = first as unknown as Record<string, unknown>;
    expect(second?.before).toEqual({ period, registered, atEnd, before: null });
  });
});

describe('contacts', () => {
  const page = (
    after = '',
  ) => `{ contacts(first: 1, orderBy: {field: DOMAINS_COUNT, direction: DESC}${after}) {
    nodes { domainsCount } pageInfo { hasNextPage endCursor } } }`;

  it('are sorted by on how many domains they stand, page by page, each domain counted once', async () => {
    const counts: unknown[] = [];
    let after = '';
    for (let more = true; more; ) {
      const { contacts } = await ask(page(after), operator);
      const { nodes, pageInfo } = contacts as unknown as {
        nodes: { domainsCount: number }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      counts.push(nodes[0]?.domainsCount);
      more = pageInfo.hasNextPage;
      after = `, after: "${pageInfo.endCursor}"`;
    }
    expect(counts.slice(0, 3)).toEqual([4, 2, 0]);
    expect(counts).toHaveLength((await db().selectFrom('contacts').select('id').execute()).length);
  });

  it('of others are not among them', async () => {
    const { contacts } = await ask(page(), beta);
    expect(contacts?.nodes).toEqual([]);
  });

  it('of the past are not', async () => {
    const { errors } = await graph(
      world,
      '{ contacts(first: 1, asOf: "-P1D", orderBy: {field: DOMAINS_COUNT}) { nodes { code } } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_IN_HISTORY' });
  });
});

describe('invoices', () => {
  /** By the calendar: in winter the last hour of a day, so many times 24 hours ago, was the day after. */
  const daysAgo = (days: number) => {
    const { calendar, clock } = world.container;
    return calendar.startOf(calendar.plusDays(calendar.dateOf(clock.now()), -days));
  };
  beforeAll(async () => {
    const invoices = [
      { number: 901, status: 'unpaid', days: 5 },
      { number: 902, status: 'overdue', days: 24 },
      { number: 903, status: 'failed', days: 60 },
      { number: 904, status: 'unpaid', days: 200 },
      { number: 905, status: 'paid', days: 200 },
    ] as const;
    await db()
      .insertInto('invoices')
      .values(
        invoices.map(({ number, status, days }) => ({
          number,
          status,
          initiator: 'auction' as const,
          amount: '10.00' as never,
          amount_text: '10.00',
          description: 'An invoice',
          reference_number: null,
          created_at: daysAgo(days),
          updated_at: daysAgo(days),
          ...(status === 'paid' && { paid_at: daysAgo(days) }),
        })) as never,
      )
      .execute();
  });

  it('show for how many days they have been overdue, and are sorted and found by it', async () => {
    const list = 'first: 2, orderBy: {field: OVERDUE_DAYS, direction: DESC}';
    const { invoices } = await ask(
      `{ invoices(${list}) { nodes { number overdueDays } pageInfo { endCursor } } }`,
      operator,
    );
    expect(invoices?.nodes).toEqual([
      { number: 904, overdueDays: 186 },
      { number: 903, overdueDays: 46 },
    ]);
    const { endCursor } = (invoices?.pageInfo ?? {}) as { endCursor?: string };
    const { invoices: rest } = await ask(
      `{ invoices(${list}, after: "${endCursor}") { nodes { number overdueDays } } }`,
      operator,
    );
    expect(rest?.nodes).toEqual([
      { number: 902, overdueDays: 10 },
      { number: 905, overdueDays: 0 },
    ]);
    const { invoices: late } = await ask(
      '{ invoices(where: {overdueDays: {gte: 40}}) { totalCount } }',
      operator,
    );
    expect(late?.totalCount).toBe(2);
  });

  it('come together by how long they have been overdue, the longest last', async () => {
    const { invoices } = await ask(
      '{ invoices(where: {number: {gte: 901, lte: 905}}) { groups(by: [{field: OVERDUE}]) { overdue count sum } } }',
      operator,
    );
    expect(invoices?.groups).toEqual([
      { overdue: 'UP_TO_30_DAYS', count: 1, sum: '10.00' },
      { overdue: 'UP_TO_60_DAYS', count: 1, sum: '10.00' },
      { overdue: 'OVER_90_DAYS', count: 1, sum: '10.00' },
      { overdue: null, count: 2, sum: '20.00' },
    ]);
  });

  it('are added up without the bulk payments that pay for others of them', async () => {
    await db().updateTable('invoices').set({ bulk: true }).where('number', '=', 904).execute();
    const sumOf = async (where: string) => {
      const { invoices } = await ask(
        `{ invoices(where: {number: {gte: 901, lte: 905}, ${where}}) { groups(by: []) { count sum } } }`,
        operator,
      );
      return invoices?.groups;
    };
    expect(await sumOf('bulk: {eq: false}')).toEqual([{ count: 4, sum: '40.00' }]);
    expect(await sumOf('bulk: {eq: true}')).toEqual([{ count: 1, sum: '10.00' }]);
  });
});
