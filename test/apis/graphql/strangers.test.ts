import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

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

async function registering(registrant: string) {
  const { data } = await graph(
    world,
    'mutation ($input: DomainRegisterInput!) { domainRegister(input: $input, dryRun: true) { userErrors { message details } } }',
    { variables: { input: { name: 'proov.ee', registrant, period: 'P1Y' } } },
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
  it('is not shown as the person of an own one, in either order', async () => {
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
    const { db } = world.container.database;
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
