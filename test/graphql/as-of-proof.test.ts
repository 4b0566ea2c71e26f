import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, expectDone, mutateOf } from '../support/operator.ts';
import { seed } from '../support/seed.ts';
import { advance, clockAt, domainNow } from '../support/time.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../support/world.ts';

/**
 * Random writes of three registrars over years; lists are noted at random moments, and found again with `asOf`.
 * `AS_OF_WRITES=20000 AS_OF_SEED=3 npx vitest run test/graphql/as-of-proof.test.ts` plays longer.
 */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

const writes = Number(process.env.AS_OF_WRITES ?? 2000);
/** How many writes there are until time goes on, and how many until a list is noted. */
const writesAtOnce = 25;
const writesNoted = 50;
let drawn = Number(process.env.AS_OF_SEED ?? 7);
const random = (below: number): number => {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * below);
};
const some = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const gamma = basic('gamma', 'gamma-password');
const registrars = [alpha, beta, gamma];

const held = new Map<string, string>();
const contacts: { readonly code: string; readonly auth: string }[] = [];

async function register(step: number, auth: string): Promise<void> {
  const name = `p${step}${some(['', 'õ'])}.${some(['ee', 'com.ee'])}`;
  await seed(world, auth).domain(name, {
    nameservers: random(2) ? ['ns1.some.example', 'ns2.some.example'] : [],
    period: some([3, 6, 9]),
    unit: 'm',
  });
  held.set(name, auth);
}

async function changeContact(step: number): Promise<void> {
  const [contact] = contacts.splice(random(contacts.length), 1);
  if (!contact) return;
  const { code, auth } = contact;
  if (random(2)) await mutate('contactDelete', { code }, '__typename', auth);
  else {
    await mutate('contactUpdate', { code, name: `New ${step}` }, '__typename', auth);
    contacts.push(contact);
  }
}

async function changeDomain(name: string, auth: string): Promise<void> {
  const domain = await domainNow(world, name);
  if (!domain) held.delete(name);
  else if (random(2)) {
    const expiresOn = world.container.calendar.dateOf(domain.expires_at);
    await mutate('domainRenew', { name, period: 'P3M', expiresOn }, '__typename', auth);
  } else {
    const other = some(registrars.filter((one) => one !== auth));
    const input = { name, transferCode: domain.transfer_code };
    const { userErrors } = await mutate('domainTransfer', input, '__typename', other);
    if (userErrors.length === 0) held.set(name, other);
  }
}

async function oneWrite(step: number): Promise<void> {
  const auth = some(registrars);
  const what = random(7);
  if (what <= 1 || held.size === 0) await register(step, auth);
  else if (what === 2)
    contacts.push({ code: await seed(world, auth).contact({ name: `Person ${step}` }), auth });
  else if (what === 3) await changeContact(step);
  else await changeDomain(...some([...held]));
}

async function openGamma(): Promise<void> {
  const registrar = { code: 'GAMMA', name: 'Gamma' };
  await mutate('registrarCreate', registrar, '__typename');
  const user = { registrar: 'GAMMA', username: 'gamma', password: 'gamma-password', roles: ['SUPER'] };
  expectDone(await mutate('apiUserCreate', user, '__typename'));
  for (const code of ['ALPHA', 'BETA', 'GAMMA'])
    expectDone(await mutate('accountAdjust', { registrar: code, sum: '1000000.00' }, '__typename'));
}

/** Counts and groups are those of whole lists: they are asked for with the first page. */
const lists = (
  asOf: string,
): string => `query ($begin: Boolean!, $domains: String, $named: String, $created: String, $contacts: String) {
  domains(first: 50, after: $domains${asOf}, orderBy: { field: EXPIRES_AT }) {
    totalCount @include(if: $begin) pageInfo { hasNextPage endCursor }
    nodes { name expiresAt createdAt statuses { name } registrar { code } registrant { code name } nameservers { hostname } }
    groups(by: [{ field: ZONE }, { field: STATUS }]) @include(if: $begin) { zone status count }
  }
  named: domains(
    first: 50, after: $named${asOf}, orderBy: { field: NAME, direction: DESC }, where: { expiresAt: { gte: "PT0S" } }
  ) {
    totalCount @include(if: $begin) pageInfo { hasNextPage endCursor } nodes { name }
    groups(by: [{ field: EXPIRES_AT, per: MONTH }]) @include(if: $begin) { expiresAt count }
  }
  created: domains(first: 50, after: $created${asOf}, orderBy: { field: CREATED_AT, direction: DESC }) {
    totalCount @include(if: $begin) pageInfo { hasNextPage endCursor } nodes { name }
    groups(by: [{ field: CREATED_AT, per: MONTH }]) @include(if: $begin) { createdAt count }
  }
  contacts(first: 50, after: $contacts${asOf}, orderBy: { field: NAME }) {
    totalCount @include(if: $begin) pageInfo { hasNextPage endCursor }
    nodes { code name email createdAt } groups(by: [{ field: COUNTRY }]) @include(if: $begin) { country count }
  } }`;

interface List {
  readonly totalCount?: number;
  readonly nodes: readonly unknown[];
  readonly groups?: unknown;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The lists to their ends, page by page; a list that has ended stays at its last cursor. */
async function whole(auth: string, asOf: string) {
  const found: Record<string, { totalCount: number | undefined; groups: unknown; nodes: unknown[] }> = {};
  for (let after: Record<string, string | null> | undefined; ; ) {
    const { data, errors } = await ask(lists(asOf), { ...after, begin: after === undefined }, auth);
    expect(errors).toBeUndefined();
    const pages = Object.entries(data as unknown as Record<string, List>);
    for (const [list, { totalCount, groups, nodes }] of pages)
      if (found[list]) found[list].nodes.push(...nodes);
      else found[list] = { totalCount, groups, nodes: [...nodes] };
    if (!pages.some(([, { pageInfo }]) => pageInfo.hasNextPage)) break;
    after = Object.fromEntries(
      pages.map(([list, { pageInfo }]) => [list, pageInfo.endCursor ?? after?.[list] ?? null]),
    );
  }
  for (const { nodes, totalCount } of Object.values(found)) expect(nodes.length).toBe(totalCount);
  return found;
}

const noted: { readonly at: string; readonly auth: string; readonly data: unknown }[] = [];

beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '100000000', RATE_LIMIT_REGISTRAR_POINTS: '100000000' },
    { clock: clockAt('2026-07-05T10:00:00+03:00') },
  );
  await openGamma();
  for (let step = 0; step < writes; step += 1) {
    await oneWrite(step);
    if (random(writesAtOnce) === 0) await advance(world, { by: `P${1 + random(25)}DT${1 + random(20)}H` });
    if (random(writesNoted) > 0) continue;
    const auth = some([...registrars, operator]);
    noted.push({ at: world.clock.now().toISOString(), auth, data: await whole(auth, '') });
    // What comes next is later than what was noted.
    await advance(world, { by: 'PT1S' });
  }
}, 3_600_000);

describe('lists that were noted at random moments', () => {
  it('are found again as of those moments, row for row, with their counts and groups', async () => {
    expect(noted.length).toBeGreaterThan(10);
    for (const { at, auth, data } of noted) {
      const again = await whole(auth, `, asOf: "${at}"`);
      expect(again, `${auth} at ${at}`).toEqual(data);
    }
  });
});

describe('the statistics of those years', () => {
  interface Row {
    readonly period: string;
    readonly zone: string;
    readonly registrar: { readonly code: string };
    readonly [column: string]: unknown;
  }
  const keyOf = (zone: unknown, registrar: unknown): string => JSON.stringify([zone, registrar]);

  it('have at the end of each month what the list of that moment has, and what the events count', async () => {
    const { calendar } = world.container;
    const today = calendar.dateOf(world.clock.now());
    const { data } = await ask(
      `{ domainStatistics(from: "2026-07-01", to: "${today}", per: MONTH, by: [ZONE, REGISTRAR]) {
          period zone registrar { code } registered renewed transferredIn deleted atEnd }
        domainEvents { groups(by: [{ field: AT, per: MONTH }, { field: ZONE }, { field: REGISTRAR }, { field: KIND }]) {
          at zone registrar { code } kind count } } }`,
    );
    const rows = data.domainStatistics as unknown as Row[];
    const { groups } = data.domainEvents as unknown as { groups: (Row & { at: string; kind: string })[] };
    const counted = (kind: string, row: Row): unknown =>
      groups.find(
        (one) =>
          one.kind === kind &&
          one.at === row.period &&
          keyOf(one.zone, one.registrar.code) === keyOf(row.zone, row.registrar.code),
      )?.count ?? 0;
    for (const row of rows)
      expect(row).toMatchObject({
        registered: counted('REGISTERED', row),
        renewed: counted('RENEWED', row),
        transferredIn: counted('TRANSFERRED', row),
        deleted: counted('DELETED', row),
      });
    const periods = [...new Set(rows.map(({ period }) => period))];
    expect(periods.length).toBeGreaterThan(3);
    for (const period of periods) {
      const end = calendar.startOf(calendar.datePlus(period, { months: 1 }));
      const isOver = end <= world.clock.now();
      const asOf = isOver ? `(asOf: "${new Date(end.getTime() - 1).toISOString()}")` : '';
      const list = await ask(
        `{ domains${asOf} { groups(by: [{ field: ZONE }, { field: REGISTRAR }]) { zone registrar { code } count } } }`,
      );
      const held = list.data.domains.groups as unknown as (Row & { count: number })[];
      expect(
        new Map(held.map(({ zone, registrar, count }) => [keyOf(zone, registrar.code), count])),
        period,
      ).toEqual(
        new Map(
          rows
            .filter((row) => row.period === period && row.atEnd !== 0)
            .map(({ zone, registrar, atEnd }) => [keyOf(zone, registrar.code), atEnd]),
        ),
      );
    }
  });
});
