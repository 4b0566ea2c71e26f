import { beforeAll, describe, expect, it } from 'vitest';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { newContact } from '../../support/contacts.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { alpha, basic, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** Documents are parsed, validated, priced and compiled once; what was decided for one request decides no other. */

/** More often than a document needs to come to be compiled. */
const often = [1, 2, 3, 4, 5, 6];

describe('a document that has come before', () => {
  const page = 'query Page($first: Int!) { contacts(first: $first) { nodes { code registrar { code } } } }';
  let world: TestWorld;
  beforeAll(async () => {
    world = await testWorld({ RATE_LIMIT_POINTS: '4', RATE_LIMIT_WINDOW: '60' });
    await newContact(world);
  });
  const fresh = () => freshBudgets(world);

  it('does not let larger variables through because smaller ones were let through', async () => {
    for (const _ of often) {
      await fresh();
      const small = await graph(world, page, { variables: { first: 1 } });
      expect({ status: small.status, cost: small.body.extensions.cost.requested }).toEqual({
        status: 200,
        cost: 1,
      });
    }
    await fresh();
    const large = await graph(world, page, { variables: { first: 100 } });
    expect(large.status).toBe(429);
    expect(large.errors).toMatchObject([{ extensions: { code: 'THROTTLED', cost: { requested: 5 } } }]);
  });

  it('does not refuse smaller variables because larger ones were refused', async () => {
    await fresh();
    expect((await graph(world, page, { variables: { first: 100 } })).status).toBe(429);
    expect((await graph(world, page, { variables: { first: 1 } })).status).toBe(200);
  });

  it('does not let a page through that is larger than any', async () => {
    await fresh();
    for (const first of [0, 101, 2 ** 31 - 1, -1]) {
      await fresh();
      const { data, errors } = await graph(
        world,
        'query ($first: Int!) { contacts(first: $first) { totalCount } }',
        {
          variables: { first },
        },
      );
      if (String(errors?.[0]?.extensions.code) !== 'THROTTLED')
        expect({ data, errors }).toMatchObject({
          data: { contacts: null },
          errors: [{ extensions: { code: 'BAD_USER_INPUT', resultCode: 2004 } }],
        });
    }
  });

  it('gets back what it did not use, and nothing else', async () => {
    await fresh();
    const spent = async () => (await spentPoints(world))[0]?.used;
    const { body } = await graph(world, page, { variables: { first: 60 } });
    expect(body.extensions.cost).toEqual({ requested: 3, used: 1 });
    expect(await spent()).toBe(1);
    const mutation = 'mutation { contactDelete(input: { code: "NOBODY" }) { userErrors { code } } }';
    const cost = (await graph(world, mutation)).body.extensions.cost;
    expect(await spent()).toBe(1 + Number(cost.used));
    // What is refused for want of points costs none.
    expect((await graph(world, page, { variables: { first: 100 } })).status).toBe(429);
    expect(await spent()).toBe(1 + Number(cost.used));
  });

  it('pays for every object that it names', async () => {
    const nodes =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Contact { registrar { code } } } }';
    const costOf = async (count: number) => {
      await fresh();
      const ids = Array.from({ length: count }, (_, index) => btoa(`Contact:${900_000 + index}`));
      const answer = await graph(world, nodes, { variables: { ids } });
      return answer.status === 429
        ? answer.errors?.[0]?.extensions.cost.requested
        : answer.body.extensions.cost.requested;
    };
    expect([await costOf(1), await costOf(100), await costOf(1)]).toEqual([1, 3, 1]);
  });

  it('pays for the page that it asks for, whether it says how long, leaves it to the document or says nothing', async () => {
    const document = 'query ($first: Int = 1) { contacts(first: $first) { nodes { registrar { code } } } }';
    const costOf = async (variables: Record<string, unknown>) => {
      await fresh();
      const { body } = await graph(world, document, { variables });
      return body.extensions?.cost.requested ?? body.errors[0].extensions.cost.requested;
    };
    expect([
      await costOf({}),
      await costOf({ first: 100 }),
      await costOf({ first: null }),
      await costOf({ first: 1, undeclared: 'x'.repeat(1000) }),
      await costOf({ undeclared: 100 }),
    ]).toEqual([1, 5, 1, 1, 1]);
  });
});

describe('a document that others were answered', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await testWorld();
  });

  it('is unknown to callers of another kind and refused to those of another role, compiled or not', async () => {
    const document = '{ contacts(first: 1) { totalCount } }';
    for (const _ of often) expect((await graph(world, document)).errors).toBeUndefined();
    for (const _ of often) {
      const { data, errors } = await graph(world, document, {
        auth: basic('alpha-billing', 'alpha-sandbox'),
      });
      expect(data).toEqual({ contacts: null });
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      const portals = await graph(world, document, { auth: portal });
      expect(portals.data).toBeUndefined();
      expect(portals.errors).toMatchObject([unknownField('contacts')]);
    }
    expect((await graph(world, document, { auth: null })).status).toBe(401);
    expect((await graph(world, document)).errors).toBeUndefined();
  });

  it('is too long every time', async () => {
    const document = `{ viewer { ${'name '.repeat(2100)} } }`;
    for (const auth of [alpha, null, alpha]) {
      const { status, errors } = await graph(world, document, { auth });
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
    }
  });

  it('is too complex every time, in whichever media type', async () => {
    const document = `{ ${'errorCatalogue { code } '.repeat(21)} }`;
    for (const accept of ['application/json', 'application/graphql-response+json', 'application/json']) {
      const { status, errors } = await graph(world, document, { headers: { accept } });
      expect(status).toBe(400);
      expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
    }
  });
});
