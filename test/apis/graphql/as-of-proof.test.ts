import { beforeAll, describe, expect, it } from 'vitest';
import { normaliseLookup } from '#src/registry/rules/domain/domain-name.ts';
import { domainsByName } from '#src/registry/store/registry/domains.ts';
import { askOf, expectDone, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * Random writes of three registrars over years; lists are noted at random moments, and found again with `asOf`.
 * `AS_OF_WRITES=20000 AS_OF_SEED=3 npx vitest run test/apis/graphql/as-of-proof.test.ts` plays longer.
 */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

const writes = Number(process.env.AS_OF_WRITES ?? 2000);
/**
 * How many steps there are until time goes on, and how many until a list is noted. That makes three years: in more than those
 * the registrars' monthly summaries would use up the sandbox's invoice numbers, and each move of the clock wait for some.
 */
const stepsAtOnce = 10;
const stepsNoted = 15;
/** Renewals and transfers are of so many domains at once: each of them is a write with a history of its own. */
const mostAtOnce = 30;
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

/** Each of these answers how many writes it was. */
async function register(step: number, auth: string): Promise<number> {
  const name = `p${step}${some(['', 'õ'])}.${some(['ee', 'com.ee'])}`;
  await seed(world, auth).domain(name, {
    nameservers: random(2) ? ['ns1.some.example', 'ns2.some.example'] : [],
    period: some([3, 6, 9]),
    unit: 'm',
  });
  held.set(name, auth);
  // Of its registrant, too.
  return 2;
}

async function changeContact(step: number): Promise<number> {
  const [contact] = contacts.splice(random(contacts.length), 1);
  if (!contact) return 0;
  const { code, auth } = contact;
  if (random(2)) await mutate('contactDelete', { code }, '__typename', auth);
  else {
    await mutate('contactUpdate', { code, name: `New ${step}` }, '__typename', auth);
    contacts.push(contact);
  }
  return 1;
}

async function changeDomains(auth: string): Promise<number> {
  const theirs = [...held].filter(([, by]) => by === auth).map(([name]) => name);
  const from = random(theirs.length);
  const chosen = theirs.slice(from, from + 1 + random(mostAtOnce));
  const today = world.container.calendar.dateOf(world.clock.now());
  const found = await domainsByName(world.container.database.db, chosen.map(normaliseLookup), today);
  for (const name of chosen) if (!found.some((one) => one.name === name)) held.delete(name);
  if (found.length === 0) return 0;
  if (random(2)) {
    // All are renewed or none: those for which it is too early or too late are left out.
    const [now, soon] = [world.clock.now(), new Date(world.clock.now().getTime() + 80 * 86_400_000)];
    const due = found.filter(({ expires_at }) => expires_at > now && expires_at < soon);
    const names = due.map(({ name }) => name);
    if (names.length === 0) return 0;
    const { userErrors } = await mutate('domainBulkRenew', { names, period: 'P3M' }, '__typename', auth);
    expect(userErrors).toEqual([]);
    return names.length;
  }
  const other = some(registrars.filter((one) => one !== auth));
  const transfers = found.map(({ name, transfer_code }) => ({ name, transferCode: transfer_code }));
  const { results } = await mutate('domainBulkTransfer', { transfers }, 'results { name ok }', other);
  const moved = (results as unknown as { name: string; ok: boolean }[]).filter(({ ok }) => ok);
  for (const { name } of moved) held.set(name, other);
  return moved.length;
}

async function oneStep(step: number): Promise<number> {
  const auth = some(registrars);
  const what = random(11);
  if (what <= 1 || ![...held.values()].includes(auth)) return register(step, auth);
  if (what === 3) return changeContact(step);
  if (what > 3) return changeDomains(auth);
  contacts.push({ code: await seed(world, auth).contact({ name: `Person ${step}` }), auth });
  return 1;
}

async function openGamma(): Promise<void> {
  const registrar = { code: 'GAMMA', name: 'Gamma' };
  await mutate('registrarCreate', registrar, '__typename');
  const user = { registrar: 'GAMMA', username: 'gamma', password: 'gamma-password', roles: ['SUPER'] };
  expectDone(await mutate('apiUserCreate', user, '__typename'));
  for (const code of ['ALPHA', 'BETA', 'GAMMA'])
    expectDone(await mutate('accountAdjust', { registrar: code, amount: '1000000.00' }, '__typename'));
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
    nodes { code name email createdAt } groups(by: [{ field: COUNTRY_CODE }]) @include(if: $begin) { countryCode count }
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
  for (let step = 0, written = 0; written < writes; step += 1) {
    written += await oneStep(step);
    if (random(stepsAtOnce) === 0) await advance(world, { by: `P${1 + random(25)}DT${1 + random(20)}H` });
    if (random(stepsNoted) > 0) continue;
    const auth = some([...registrars, operator]);
    noted.push({ at: world.clock.now().toISOString(), auth, data: await whole(auth, '') });
    // What comes next is later than what was noted; nothing falls due in a second that would not later.
    world.clock.moveTo(new Date(world.clock.now().getTime() + 1000));
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
