import { isNonNullType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { buildSchema } from '../../support/schema.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const billingUser = basic('alpha-billing', 'alpha-sandbox');

describe('a field that the caller may not ask for', () => {
  it('is null beside FORBIDDEN and HTTP 200, and the other root fields still answer', async () => {
    const { status, data, errors } = await graph(
      world,
      '{ viewer { kind } contacts(first: 1) { nodes { code } } }',
      { auth: billingUser },
    );
    expect(status).toBe(200);
    expect(data).toEqual({ viewer: { kind: 'REGISTRAR' }, contacts: null });
    expect(errors).toMatchObject([
      { path: ['contacts'], extensions: { code: 'FORBIDDEN', resultCode: 2201 } },
    ]);
  });

  it('does not take from users who only bill what is theirs', async () => {
    const { data, errors } = await graph(
      world,
      '{ account { balance } domains(first: 1) { totalCount } latestNotification { text } }',
      { auth: billingUser },
    );
    expect(data).toEqual({ account: { balance: '1000.00' }, domains: null, latestNotification: null });
    expect(errors).toMatchObject([
      { path: ['domains'], extensions: { code: 'FORBIDDEN' } },
      { path: ['latestNotification'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });

  it('may be a mutation: the results of those before it are still shown', async () => {
    const { status, data, errors } = await graph(
      world,
      `mutation {
        contactCreate(input: {
          name: "Mari Mets", email: "mari@mets.example", phone: "+372.5555555"
          ident: { code: "37605030299", type: PRIV, countryCode: "EE" }
        }) { contact { name } userErrors { message } }
        accountTopUp(input: { amount: "1" }) { paymentUrl }
      }`,
      { auth: basic('alpha-epp', 'alpha-sandbox') },
    );
    expect(status).toBe(200);
    expect(data).toEqual({
      contactCreate: { contact: { name: 'Mari Mets' }, userErrors: [] },
      accountTopUp: null,
    });
    expect(errors).toMatchObject([{ path: ['accountTopUp'], extensions: { code: 'FORBIDDEN' } }]);
  });

  it('can be null: every root field but those that everybody may ask for', () => {
    const schema = buildSchema();
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    expect(roots.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([
      'errorCatalogue',
      'nodes',
      'viewer',
    ]);
  });
});

describe('a query with a bad argument', () => {
  it('is null beside BAD_USER_INPUT and HTTP 200, and the other root fields still answer', async () => {
    const { status, data, errors } = await graph(
      world,
      '{ contacts(first: 0) { nodes { code } } viewer { name } }',
    );
    expect({ status, data }).toEqual({ status: 200, data: { contacts: null, viewer: { name: 'alpha' } } });
    expect(errors).toMatchObject([
      { path: ['contacts'], extensions: { code: 'BAD_USER_INPUT', resultCode: 2004 } },
    ]);
  });
});
