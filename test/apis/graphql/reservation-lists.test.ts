import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** Reservations as a list: a portal's own, an operator's all, and never a code among them. */

const other = 'Bearer another-portal';
let world: TestWorld;

beforeAll(async () => {
  world = await testWorld({ BUSINESS_REGISTRY_TOKENS: 'portal-sandbox,another-portal' });
  const mine = portalOf(world);
  const theirs = {
    ...mine,
    post: (path: string, payload: object) =>
      mine.request({ method: 'POST', url: `/api/v1/business_registry${path}`, payload, auth: other }),
  };
  const payments = paymentsOf(world, mine);
  await mine.reserved('vaba.ee');
  await payments.pending('ootab.ee', 'ootab-ka.ee');
  wait(world, 2 * day);
  const paid = await payments.pending('makstud.ee');
  await payments.pay(paid);
  await payments.reported(paid);
  const used = await mine.reserved('kasutatud.ee');
  await seed(world).domain('kasutatud.ee', { reservationCode: used.password });
  await theirs.post('/reserve_domains', { domain_names: ['teiste.ee'] });
});

const names = async (where: string, auth: string, more = ''): Promise<string[]> => {
  const { data, errors } = await graph(
    world,
    `{ reservations(first: 100 ${where && `, where: { ${where} }`} ${more}) { totalCount nodes { entries { name } } } }`,
    { auth },
  );
  expect(errors).toBeUndefined();
  const { nodes, totalCount } = data.reservations as unknown as {
    nodes: { entries: { name: string }[] }[];
    totalCount: number;
  };
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ entries }) => entries.map(({ name }) => name).join('+')).sort();
};

const pending = 'ootab-ka.ee+ootab.ee';
const sorted = (list: string[]): string[] => list.map((one) => one.split('+').sort().join('+')).sort();

describe('a list of reservations', () => {
  it('is of those that were made with the same token; an operator has all', async () => {
    expect(sorted(await names('', portal))).toEqual(['kasutatud.ee', 'makstud.ee', pending, 'vaba.ee']);
    expect(await names('', other)).toEqual(['teiste.ee']);
    expect(sorted(await names('', operator))).toEqual([
      'kasutatud.ee',
      'makstud.ee',
      pending,
      'teiste.ee',
      'vaba.ee',
    ]);
  });

  it.each([
    ['kind: { eq: PAID }', ['makstud.ee', pending]],
    ['kind: { ne: PAID }', ['kasutatud.ee', 'vaba.ee']],
    ['status: { eq: PENDING }', [pending]],
    ['status: { in: [REGISTERED, PENDING] }', ['kasutatud.ee', pending]],
    ['status: { notIn: [REGISTERED, PENDING] }', ['makstud.ee', 'vaba.ee']],
    ['name: { eq: "ootab.ee" }', [pending]],
    ['name: { startsWith: "KASU" }', ['kasutatud.ee']],
    ['paid: { eq: false }', [pending]],
    ['paid: { eq: true }', ['makstud.ee']],
    ['createdAt: { lt: "-P1D" }', [pending, 'vaba.ee']],
    ['createdAt: { gte: "-P1D" }, kind: { eq: FREE }', ['kasutatud.ee']],
    ['paid: { eq: false }, createdAt: { lt: "-P1D" }', [pending]],
    ['paid: { eq: false }, createdAt: { gte: "-P1D" }', []],
    ['not: { kind: { eq: PAID } }', ['kasutatud.ee', 'vaba.ee']],
    ['name: { eq: "teiste.ee" }', []],
  ])('can be narrowed down by { %s }, within what is the portal’s own', async (where, expected) => {
    expect(sorted(await names(where, portal))).toEqual(expected);
    expect(await names(where, other)).toEqual(
      expect.not.arrayContaining(['kasutatud.ee', 'makstud.ee', 'vaba.ee']),
    );
  });

  it('comes in pages, newest first by default', async () => {
    const page = async (args: string) =>
      (
        await graph(world, `{ reservations(${args}) { nodes { id } pageInfo { hasNextPage endCursor } } }`, {
          auth: portal,
        })
      ).data.reservations as unknown as { nodes: { id: string }[]; pageInfo: Loose };
    const all = (await page('first: 10')).nodes.map(({ id }) => id);
    const first = await page('first: 3');
    const second = await page(`first: 3, after: "${String(first.pageInfo.endCursor)}"`);
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all);
    const upwards = await page('first: 10, orderBy: { field: CREATED_AT }');
    expect(upwards.nodes.map(({ id }) => id).reverse()).toEqual(all);
  });

  it('never shows a code', async () => {
    for (const auth of [portal, operator]) {
      const { data } = await graph(
        world,
        '{ reservations(first: 10) { nodes { entries { name password } } } }',
        { auth },
      );
      const entries = (data.reservations.nodes as unknown as { entries: { password: unknown }[] }[]).flatMap(
        (one) => one.entries,
      );
      expect(entries.length).toBeGreaterThan(3);
      expect(entries.map(({ password }) => password)).toEqual(entries.map(() => null));
    }
  });

  it('is grouped within what is the portal’s own, and a reservation counts once in each status of its names', async () => {
    const groups = async (by: string, auth: string) =>
      (
        await graph(world, `{ reservations { groups(by: [{ field: ${by} }]) { kind status count } } }`, {
          auth,
        })
      ).data.reservations.groups;
    expect(await groups('STATUS', portal)).toEqual([
      { kind: null, status: 'PENDING', count: 1 },
      { kind: null, status: 'REGISTERED', count: 1 },
      { kind: null, status: 'RESERVED', count: 2 },
    ]);
    expect(await groups('KIND', other)).toEqual([{ kind: 'FREE', status: null, count: 1 }]);
  });
});
