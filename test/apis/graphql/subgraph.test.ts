import { assertCompositionSuccess, composeServices } from '@theguild/federation-composition';
import { graphqlSync, parse } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxNarrowing } from '#src/extensions/sandbox/narrowed.ts';
import { token } from '../../support/billing.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { salesTypes } from '../../support/other-subgraph.ts';
import { buildSchema } from '../../support/schema.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let mine: string;
const names = Array.from({ length: 20 }, (_, number) => `osa-${number}.ee`);

beforeAll(async () => {
  world = await testWorld({ FEDERATION: 'true' });
  mine = await seed(world).contact();
  for (const name of names) await seed(world).domain(name, { registrant: mine });
});

const document = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename
  ... on Domain { name expiresAt registrar { code } registrant { code email } nameservers { hostname } transferCode }
  ... on Contact { code email }
  ... on Invoice { number status }
  ... on Registrar { code website } } }`;
const entities = async (
  representations: readonly object[],
  auth: string | null = alpha,
  asked: string = document,
) => graph(world, asked, { variables: { representations }, auth });
/** The part of it that kinds of callers can ask for who never see a domain. */
const plainly = document.replace(/registrar \{ code \} .* \{ hostname \} /, '');
const found = async (representations: readonly object[], auth?: string | null, asked?: string) =>
  ((await entities(representations, auth, asked)).data as Loose)._entities;

const sales = parse(salesTypes);

describe('the graph as a subgraph', () => {
  it.each([true, false])(
    'is put together with another one by a gateway, in the sandbox or not: %s',
    (sandbox) => {
      const schema = buildSchema({ narrowedBy: sandbox ? [] : [sandboxNarrowing], federation: true });
      const { data } = graphqlSync({ schema, source: '{ _service { sdl } }' });
      const { sdl } = (data as unknown as { _service: { sdl: string } })._service;
      const ours = { name: 'registry', typeDefs: parse(sdl), url: 'http://127.0.0.1:4000/graphql' };
      const alone = composeServices([ours]);
      expect(alone.errors?.map(({ message }) => message) ?? []).toEqual([]);
      const composed = composeServices([
        ours,
        { name: 'sales', typeDefs: sales, url: 'http://127.0.0.1:4001/graphql' },
      ]);
      expect(composed.errors?.map(({ message }) => message) ?? []).toEqual([]);
      assertCompositionSuccess(composed);
      const whole = composed.publicSdl;
      expect(whole).toMatch(/type Invoice[^}]*remindedAt/s);
      expect(whole).toMatch(/type Lead[^}]*about: Domain/s);
      expect(whole.includes('clockAdvance')).toBe(sandbox);
      expect(whole).not.toContain('_entities');
    },
  );

  it('shows its schema to every caller, as to a gateway', async () => {
    const { data } = await graph(world, '{ _service { sdl } }', { auth: null });
    expect(data._service.sdl).toContain('extend type Domain @key(fields: "name") @key(fields: "id")');
  });

  it('finds objects by their keys, in the order they are asked for, however a name is spelt', async () => {
    expect(
      await found([
        { __typename: 'Registrar', code: 'ALPHA' },
        { __typename: 'Domain', name: names[1] },
        { __typename: 'Domain', name: 'nobody-has-it.ee' },
        { __typename: 'Contact', code: mine },
        { __typename: 'Domain', name: String(names[0]).toUpperCase() },
      ]),
    ).toMatchObject([
      { __typename: 'Registrar', code: 'ALPHA' },
      { name: names[1], registrar: { code: 'ALPHA' }, registrant: { code: mine } },
      null,
      { __typename: 'Contact', code: mine, email: expect.stringContaining('@') },
      { name: names[0] },
    ]);
  });

  it('finds every object by its id, and nothing by the id of another type', async () => {
    const ids = await graph(
      world,
      `{ domain(name: "${names[0]}") { id registrar { id } registrant { id } history(first: 1) { nodes { id } } } }`,
    );
    const { id, registrar, registrant, history } = ids.data.domain as Loose;
    const entry = history.nodes[0].id;
    const asked = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      __typename ... on Domain { name } ... on Contact { code } ... on Registrar { code } ... on HistoryEntry { operation } } }`;
    const representations = [
      { __typename: 'Domain', id },
      { __typename: 'Registrar', id: registrar.id },
      { __typename: 'Contact', id: registrant.id },
      { __typename: 'HistoryEntry', id: entry },
      { __typename: 'Contact', id },
      { __typename: 'Domain', id: 'nobody has it' },
    ];
    expect(await found(representations, alpha, asked)).toEqual([
      { __typename: 'Domain', name: names[0] },
      { __typename: 'Registrar', code: 'ALPHA' },
      { __typename: 'Contact', code: mine },
      { __typename: 'HistoryEntry', operation: 'domain.register' },
      null,
      null,
    ]);
    expect(await found(representations, beta, asked)).toEqual([
      { __typename: 'Domain', name: names[0] },
      ...[null, null, null, null, null],
    ]);
  });

  it('shows nobody more than the same objects show elsewhere', async () => {
    const all = [
      { __typename: 'Domain', name: names[0] },
      { __typename: 'Contact', code: mine },
      { __typename: 'Registrar', code: 'ALPHA' },
    ];
    expect(await found(all, beta)).toMatchObject([
      { name: names[0], transferCode: null, registrant: { email: null } },
      null,
      null,
    ]);
    expect(await found(all, portal, plainly)).toEqual([null, null, null]);
    expect(await found(all, operator)).toMatchObject([{ name: names[0] }, { code: mine }, { code: 'ALPHA' }]);
  });

  it('finds an invoice by its number, and shows it to its owner', async () => {
    const issued = await graph(
      world,
      `mutation { accountTopUp(input: { amount: "100.00" }) { invoice { number } userErrors { message } } }`,
    );
    const { number } = issued.data.accountTopUp.invoice as unknown as { number: number };
    const one = [{ __typename: 'Invoice', number }];
    expect(await found(one)).toMatchObject([{ __typename: 'Invoice', number }]);
    expect(await found(one, beta)).toEqual([null]);
    expect(await found(one, await token('auction'), plainly)).toEqual([null]);
  });

  it('costs no more statements for many than for one', async () => {
    const counted = async (some: readonly string[]) =>
      countStatements(world.container.database, async () => {
        const answer = await found(some.map((name) => ({ __typename: 'Domain', name })));
        expect(answer).toMatchObject(some.map((name) => ({ name })));
      });
    const one = await counted(names.slice(0, 1));
    expect((await counted(names)).count).toBe(one.count);
  });

  it('refuses what is none of its types, has no key, or is too much', async () => {
    const { data, errors } = await entities([
      { __typename: 'Domain', name: names[0] },
      { __typename: 'Query' },
      { __typename: 'Domain' },
      { __typename: 'Domain', name: 'nul\u0000.ee' },
      { __typename: 'Invoice', number: 1e300 },
    ]);
    expect((data as Loose)._entities).toMatchObject([{ name: names[0] }, null, null, null, null]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(2).fill('BAD_USER_INPUT'));
    const many = await entities(
      Array.from({ length: 101 }, () => ({ __typename: 'Domain', name: names[0] })),
    );
    expect(many.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('has no types by the names that every object knows', async () => {
    const strange = [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      ['Domain'],
      { toString: 1 },
      7,
      null,
    ];
    const { data, errors } = await entities(
      strange.flatMap((__typename) => [
        { __typename, code: 'x', name: names[0], undefined: 'x', '[object Object]': 'x' },
        { __typename, [String(Object.prototype.constructor)]: 'x', [String(Object.prototype.toString)]: 'x' },
      ]),
    );
    expect((data as Loose)._entities).toEqual(Array(2 * strange.length).fill(null));
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(
      Array(2 * strange.length).fill('BAD_USER_INPUT'),
    );
  });

  it('costs as much as its answer can hold', async () => {
    const price = async (count: number) => {
      const { body } = await entities(names.slice(0, count).map((name) => ({ __typename: 'Domain', name })));
      return Number(body.extensions.cost.requested);
    };
    expect(await price(20)).toBeGreaterThan(await price(1));
  });
});

it('is none unless configured as one', () => {
  expect(
    Object.keys(buildSchema().getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('_')),
  ).toEqual([]);
});

describe('_entities', () => {
  it('is for signed-in callers: nobody is asked to sign in, whatever the document', async () => {
    for (const representation of [{ __typename: 'Domain', name: names[0] }, { __typename: 'Nothing' }]) {
      const { status, errors } = await entities([representation], null);
      expect(status).toBe(401);
      expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    }
  });
});
