import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { people, seed } from '../../support/seed.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const registrant = await seed(world).contact({ ident: people.mari });
  await seed(world).domain('loe.ee', { registrant });
  await seed(world).domain('kokku.ee', { registrant });
});

const places: readonly [place: string, auth: string, open: string, close: string][] = [
  ['domains', alpha, 'domains', ''],
  ['contacts', alpha, 'contacts', ''],
  ['notifications', alpha, 'notifications', ''],
  ['transactions of the account', alpha, 'account { transactions', '}'],
  ['the ledger', operator, 'ledger', ''],
  ['invoices', operator, 'invoices', ''],
  ['payment disagreements', operator, 'paymentDisagreements', ''],
  ['the history of a domain', alpha, 'domain(name: "loe.ee") { history', '}'],
  ['the domains of a contact', alpha, 'domain(name: "loe.ee") { registrant { domains', '} }'],
  ['the history of a contact', alpha, 'domain(name: "loe.ee") { registrant { history', '} }'],
];

describe.each(places)('%s', (_, auth, open, close) => {
  const ask = (selection: string, args = '') =>
    graph(world, `{ ${open}${args} ${selection} ${close} }`, { auth });

  it('can be counted without a page', async () => {
    const counted = await ask('{ totalCount }');
    expect(counted.errors).toBeUndefined();
    const paged = await ask('{ totalCount nodes { __typename } }', '(first: 1)');
    const count = /"totalCount":\d+/;
    expect(count.exec(counted.text)?.[0]).toBe(count.exec(paged.text)?.[0] ?? 'a count');
  });

  it.each(['nodes { __typename }', 'edges { cursor }', 'pageInfo { hasNextPage }'])(
    'shows %s of the first twenty where nobody says how many, in a fragment too',
    async (shown) => {
      const usual = await ask(`{ totalCount ... { ${shown} } }`);
      expect(usual.errors).toBeUndefined();
      expect(usual.data).toEqual((await ask(`{ totalCount ... { ${shown} } }`, '(first: 20)')).data);
    },
  );

  it('does not let a page of the wrong size through because nobody looks at it', async () => {
    expect((await ask('{ totalCount }', '(first: 101)')).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', resultCode: 2004 } },
    ]);
  });
});

describe('counting', () => {
  it('reads no rows', async () => {
    const document = '{ domains(first: 50) { totalCount } }';
    await graph(world, document);
    const { count } = await countStatements(world.container.database, () => graph(world, document));
    expect(count).toBe(1);
  });

  it('is for callers that may list, and costs a point', async () => {
    const { errors } = await graph(world, '{ domains { __typename } }', { auth: portal });
    expect(errors).toMatchObject([unknownField('domains')]);
    const { body } = await graph(world, '{ domains { totalCount } }');
    expect(body.extensions).toEqual({ cost: { requested: 1, used: 1 } });
  });
});
