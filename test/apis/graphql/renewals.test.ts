import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Five domains of ALPHA whose terms end on the same day in May 2026, and what becomes of each. */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

async function renew(name: string): Promise<void> {
  const expiresAt = (await domainNow(world, name))?.expires_at ?? new Date(0);
  const input = { name, period: 'P1Y', expiresOn: world.container.calendar.dateOf(expiresAt) };
  expect((await mutate('domainRenew', input, '__typename', alpha)).userErrors).toEqual([]);
}

beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '1000000', RATE_LIMIT_REGISTRAR_POINTS: '1000000' },
    { clock: clockAt('2026-02-10T10:00:00+02:00') },
  );
  const codes = new Map<string, string>();
  for (const name of ['early.ee', 'late.ee', 'gone.pri.ee', 'moved.ee', 'dropped.ee'])
    codes.set(name, (await seed(world).domain(name, { period: 3, unit: 'm' })).transferCode);
  await advance(world, { to: '2026-04-20T12:00:00+03:00' });
  await renew('early.ee');
  const transfer = { name: 'moved.ee', transferCode: codes.get('moved.ee') };
  expect((await mutate('domainTransfer', transfer, '__typename', beta)).userErrors).toEqual([]);
  // Gone before its term ends: it neither expires nor is renewed.
  await mutate('domainDelete', { name: 'dropped.ee', verified: true }, '__typename', alpha);
  await world.container.database.db
    .updateTable('domains')
    .set({ delete_date: '2026-04-25' })
    .where('name', '=', 'dropped.ee')
    .execute();
  await advance(world, { to: '2026-06-05T12:00:00+03:00' });
  await renew('late.ee');
  await advance(world, { to: '2026-08-05T12:00:00+03:00' });
});

async function expired(auth: string): Promise<Loose[]> {
  const { data, errors } = await ask(
    `{ domainEvents(first: 20, where: { kind: { eq: EXPIRED } }, orderBy: { field: AT }) {
      totalCount nodes { name kind at registrar { code } direction months price operation }
      groups(by: [{ field: AT, per: MONTH }, { field: ZONE }]) { at zone count } } }`,
    {},
    auth,
  );
  expect(errors).toBeUndefined();
  const { totalCount, nodes, groups } = data.domainEvents as unknown as Record<string, Loose[]>;
  expect(totalCount).toBe(nodes?.length);
  return [...(nodes ?? []), ...(groups ?? [])];
}

const statistics = async (args: string, auth: string): Promise<Loose[]> => {
  const { data, errors } = await ask(
    `{ domainStatistics(from: "2026-04-01", to: "2026-08-31", per: MONTH${args}) {
      period zone registrar { code } renewed expired termsEnded termsRenewed renewalRate } }`,
    {},
    auth,
  );
  expect(errors).toBeUndefined();
  return data.domainStatistics as unknown as Loose[];
};

describe('domains that expire', () => {
  it('are events of their registrar at that time, found, counted and grouped like all others', async () => {
    expect(await expired(alpha)).toMatchObject([
      { name: 'late.ee', kind: 'EXPIRED', registrar: { code: 'ALPHA' }, direction: null, months: null },
      { name: 'gone.pri.ee', kind: 'EXPIRED', price: null, operation: 'domain.expire' },
      { at: '2026-05-01', zone: 'ee', count: 1 },
      { at: '2026-05-01', zone: 'pri.ee', count: 1 },
    ]);
    expect(await expired(beta)).toMatchObject([
      { name: 'moved.ee', registrar: { code: 'BETA' } },
      { zone: 'ee', count: 1 },
    ]);
    const names = (await expired(operator)).flatMap(({ name }) => (name ? [name] : []));
    expect(names.toSorted()).toEqual(['gone.pri.ee', 'late.ee', 'moved.ee']);
  });

  it('happen at the end of the term, however late the job ran', async () => {
    const { data } = await ask(
      `{ domainEvents(first: 9, where: { name: { eq: "gone.pri.ee" } }, orderBy: { field: AT }) { nodes { kind at } } }`,
    );
    const { nodes } = data.domainEvents as unknown as { nodes: { kind: string; at: string }[] };
    expect(nodes.map(({ kind }) => kind).filter((kind) => kind !== 'UPDATED')).toEqual([
      'REGISTERED',
      'EXPIRED',
      'DELETED',
    ]);
    expect(nodes.find(({ kind }) => kind === 'EXPIRED')?.at).toMatch(/^2026-05-1/);
  });

  it('have their kind from the migration, too, where they expired before it', async () => {
    const { db } = world.container.database;
    await sql`update domain_versions set kind = 'UPDATED' where kind = 'EXPIRED'`.execute(db);
    expect(await expired(operator)).toEqual([]);
    const file = new URL('../../../src/registry/store/migrations/0007_expired.sql', import.meta.url);
    const [, ...updates] = readFileSync(file, 'utf8').split(/;\s*$/m);
    for (const update of updates) if (update.trim()) await sql.raw(update).execute(db);
    expect((await expired(operator)).filter(({ name }) => name)).toHaveLength(3);
  });
});

describe('the renewal rate', () => {
  it('counts what was renewed in the month in which the term ended, also late', async () => {
    const rows = await statistics('', operator);
    expect(rows).toMatchObject([
      { period: '2026-04-01', renewed: 1, expired: 0, termsEnded: 0, termsRenewed: 0, renewalRate: null },
      { period: '2026-05-01', renewed: 0, expired: 3, termsEnded: 4, termsRenewed: 2, renewalRate: 50 },
      { period: '2026-06-01', renewed: 1, expired: 0, termsEnded: 0, renewalRate: null },
      { period: '2026-07-01' },
      { period: '2026-08-01' },
    ]);
  });

  it('is of the registrar and the zone in which the term ended', async () => {
    const of = async (args: string, auth: string) =>
      (await statistics(args, auth))
        .filter(({ termsEnded }) => Number(termsEnded) > 0)
        .map(({ period, zone, registrar, expired, termsEnded, termsRenewed }) => [
          period,
          zone ?? (registrar as unknown as { code: string } | null)?.code,
          expired,
          termsEnded,
          termsRenewed,
        ]);
    expect(await of('', alpha)).toEqual([['2026-05-01', undefined, 2, 3, 2]]);
    expect(await of('', beta)).toEqual([['2026-05-01', undefined, 1, 1, 0]]);
    expect(await of(', by: [ZONE]', operator)).toEqual([
      ['2026-05-01', 'ee', 2, 3, 2],
      ['2026-05-01', 'pri.ee', 1, 1, 0],
    ]);
    expect(await of(', by: [REGISTRAR]', operator)).toEqual([
      ['2026-05-01', 'ALPHA', 2, 3, 2],
      ['2026-05-01', 'BETA', 1, 1, 0],
    ]);
  });

  it('can be compared with that of an earlier time', async () => {
    const { data } = await ask(
      `{ domainStatistics(from: "2026-06-01", to: "2026-06-30", per: MONTH, compareTo: "P1M") {
        renewalRate before { period renewalRate expired } } }`,
    );
    expect(data.domainStatistics).toEqual([
      { renewalRate: null, before: { period: '2026-05-01', renewalRate: 50, expired: 3 } },
    ]);
  });

  it('agrees with the events by month', async () => {
    const { data } = await ask(
      '{ domainEvents(where: { kind: { eq: EXPIRED } }) { groups(by: [{ field: AT, per: MONTH }]) { at count } } }',
    );
    const { groups } = data.domainEvents as unknown as { groups: Loose[] };
    const rows = await statistics('', operator);
    expect(groups).toEqual(
      rows
        .filter(({ expired }) => Number(expired) > 0)
        .map(({ period, expired }) => ({ at: period, count: expired })),
    );
  });
});
