import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../support/contacts.ts';
import { newDomain } from '../support/domains.ts';
import { graph } from '../support/graph.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let stranger: string;
let own: string;
let sameIdent: string;

beforeAll(async () => {
  world = await testWorld();
  stranger = await newContact(world, { name: 'Salme Salajane' }, { auth: beta });
  sameIdent = await newContact(world);
  own = await newContact(world, {
    ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
  });
});

const shown = 'domain { registrant { code name } adminContacts { name } } userErrors { message details }';
async function registering(registrant: string, auth = alpha) {
  const { data } = await graph(
    world,
    `mutation ($input: DomainRegisterInput!) { domainRegister(input: $input, dryRun: true) { ${shown} } }`,
    {
      auth,
      variables: { input: { name: 'proov.ee', registrant, period: 'P1Y', adminContacts: [registrant] } },
    },
  );
  return data.domainRegister;
}
async function updating(name: string, code: string) {
  const { data } = await graph(
    world,
    'mutation ($input: DomainUpdateInput!) { domainUpdate(input: $input, dryRun: true) { pending userErrors { message } } }',
    { variables: { input: { name, registrant: { code } } } },
  );
  return data.domainUpdate;
}

describe("another registrar's contact", () => {
  it('has no name in a dry run that makes it a registrant', async () => {
    expect((await registering(stranger)).domain).toEqual({
      registrant: { code: stranger, name: 'N/A' },
      adminContacts: [{ name: 'N/A' }],
    });
    expect((await registering(stranger, beta)).domain.registrant.name).toBe('Salme Salajane');
    expect((await registering(own)).domain.registrant.name).toBe('Jaan Tamm');
  });

  it('has none on a domain either, however that is reached, but for its own registrar and operators', async () => {
    const name = await newDomain(world, { registrant: stranger });
    const nameFor = async (auth: string) => {
      const { data } = await graph(world, `{ domain(name: "${name}") { id registrant { name } } }`, { auth });
      const node = await graph(
        world,
        'query ($id: ID!) { node(id: $id) { ... on Domain { registrant { name } transactions { domain { registrant { name } } } } } }',
        { auth, variables: { id: data.domain.id } },
      );
      const below = (node.data.node.transactions ?? []) as unknown as {
        domain: { registrant: { name: string } };
      }[];
      return [data.domain, node.data.node, ...below.map(({ domain }) => domain)].map(
        (one) => one.registrant.name,
      );
    };
    expect(new Set(await nameFor(alpha))).toEqual(new Set(['N/A']));
    expect(new Set(await nameFor(beta))).toEqual(new Set(['Salme Salajane']));
    expect(new Set(await nameFor(operator))).toEqual(new Set(['Salme Salajane']));
    const theirs = await newDomain(world, { registrant: stranger }, { auth: beta });
    const { data } = await graph(world, `{ domain(name: "${theirs}") { registrant { name } } }`);
    expect(data.domain.registrant.name).toBe('Salme Salajane');
    const rest = await world.request({ url: `/registry/v1/domains/${name}` });
    expect(rest.body.data.domain.registrant).toEqual({ name: 'Salme Salajane', code: stranger });
  });

  it('is not told to be the person of an own one, whichever comes first', async () => {
    const pending = { pending: true, userErrors: [] };
    const theirs = await newDomain(world, { registrant: stranger });
    expect([await updating(theirs, sameIdent), await updating(theirs, own)]).toEqual([pending, pending]);
    for (const registrant of [sameIdent, own])
      expect(await updating(await newDomain(world, { registrant }), stranger)).toEqual(pending);
    const twin = await newContact(world);
    expect(await updating(await newDomain(world, { registrant: sameIdent }), twin)).toEqual({
      pending: false,
      userErrors: [],
    });
  });

  it('is refused without telling what is wrong with it', async () => {
    const { db } = world.house.database;
    const broken = async (auth: string) => {
      const code = await newContact(world, {}, { auth });
      await db.updateTable('contacts').set({ email: 'salajane@' }).where('code', '=', code).execute();
      return code;
    };
    const [mine, theirs] = [await broken(alpha), await broken(beta)];
    const message = (code: string) => `Contact ${code} is not valid, please fix the invalid contact`;
    expect((await registering(theirs)).userErrors).toEqual([{ message: message(theirs), details: null }]);
    expect((await registering(mine)).userErrors).toEqual([
      {
        message: message(mine),
        details: { reasons: ["Parameter value syntax error: email 'salajane@' didn't pass validation"] },
      },
    ]);
  });
});
