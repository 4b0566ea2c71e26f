import { domainToASCII } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  disputed,
  newDomain,
  openDispute,
  operationsOn,
  setDomainStatuses,
  storedDomain,
  updateBlockers,
} from '../../../support/domains.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let company: string;
let minor: string;
let ann: string;
let ben: string;
beforeAll(async () => {
  world = await testWorld();
  company = await seed(world).organisation();
  minor = await seed(world).contact({ ident: people.minor });
  ann = await seed(world).contact({ name: 'Ann' });
  ben = await seed(world).contact({ name: 'Ben' });
});

const call = restApi(() => world);
const admin = (code: string) => ({ code, type: 'admin' });
const tech = (code: string) => ({ code, type: 'tech' });

async function contactsOf(name: string): Promise<unknown> {
  return (await call(`GET /domains/${name}/contacts`)).body.data;
}

describe('the contacts of a domain', () => {
  it('are listed by code in each role', async () => {
    const name = await newDomain(world, { admins: [ann], techs: [ben, company] });
    expectData(await call(`GET /domains/${name}/contacts`), {
      admin_contacts: [ann],
      tech_contacts: [ben, company],
    });
  });

  it('are found by the name in punycode and in any case', async () => {
    await newDomain(world, { name: 'öökull.ee', techs: [ben] });
    for (const name of [
      domainToASCII('öökull.ee'),
      encodeURIComponent('ÖÖKULL.ee'),
      encodeURIComponent('öökull.ee'),
    ])
      expect(await contactsOf(name)).toEqual({ admin_contacts: [], tech_contacts: [ben] });
  });

  it('are not there for another registrar, nor on a domain that does not exist', async () => {
    const name = await newDomain(world);
    expectMissing(await call(`GET /domains/${name}/contacts`, undefined, { auth: beta }));
    expectMissing(await call('GET /domains/unknown.ee/contacts'));
  });
});

describe('adding contacts to a domain', () => {
  it('links them in their roles and answers with the name', async () => {
    const name = await newDomain(world);
    expectData(
      await call(`POST /domains/${name}/contacts`, { contacts: [admin(ann), tech(ann), tech(ben)] }),
      {
        domain: { name },
      },
    );
    expect(await contactsOf(name)).toEqual({ admin_contacts: [ann], tech_contacts: [ann, ben] });
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.add-contacts']);
  });

  it("takes another registrar's contact", async () => {
    const foreign = await seed(world, beta).contact();
    const name = await newDomain(world);
    expect((await call(`POST /domains/${name}/contacts`, { contacts: [tech(foreign)] })).status).toBe(200);
    expect(await contactsOf(name)).toMatchObject({ tech_contacts: [foreign] });
  });

  it('changes nothing when they are there already, or when the list is empty', async () => {
    const name = await newDomain(world, { admins: [ann] });
    const { updated_at } = await storedDomain(world, name);
    expectData(await call(`POST /domains/${name}/contacts`, { contacts: [admin(ann)] }), {
      domain: { name },
    });
    expectData(await call(`POST /domains/${name}/contacts`, { contacts: [] }), { domain: { name } });
    expect((await storedDomain(world, name)).updated_at).toEqual(updated_at);
    expect(await operationsOn(world, name)).toEqual(['domain.register']);
  });

  it('refuses an unknown code and then adds none of them', async () => {
    const name = await newDomain(world);
    const answer = await call(`POST /domains/${name}/contacts`, {
      contacts: [tech(ann), tech('ALPHA:NOBODY')],
    });
    expectRefusal(answer, 400, 2303, 'Contact was not found');
    expect(await contactsOf(name)).toEqual({ admin_contacts: [], tech_contacts: [] });
  });

  it('refuses the same code twice in one role', async () => {
    const name = await newDomain(world);
    const answer = await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann), tech(ann)] });
    expectRefusal(answer, 400, 2306, 'Contacts are invalid');
  });

  it('refuses a company or a minor as admin, and takes both as tech', async () => {
    const name = await newDomain(world);
    const add = (contact: object) => call(`POST /domains/${name}/contacts`, { contacts: [contact] });
    expectRefusal(await add(admin(company)), 400, 2306, 'Admin contact can be private person only');
    expectRefusal(await add(admin(minor)), 400, 2304, 'Administrative contact must be at least 18 years old');
    expect((await add(tech(company))).status).toBe(200);
    expect((await add(tech(minor))).status).toBe(200);
  });

  it('refuses an eleventh in either role', async () => {
    const eleven = await Promise.all(Array.from({ length: 11 }, () => seed(world).contact()));
    const name = await newDomain(world);
    expectRefusal(
      await call(`POST /domains/${name}/contacts`, { contacts: eleven.map(admin) }),
      400,
      2004,
      'Admin contacts count must be between 0-10 [admin_domain_contacts]',
    );
    expectRefusal(
      await call(`POST /domains/${name}/contacts`, { contacts: eleven.map(tech) }),
      400,
      2004,
      'Tech contacts count must be between 0-10 [tech_domain_contacts]',
    );
    expect(
      (await call(`POST /domains/${name}/contacts`, { contacts: eleven.slice(1).map(tech) })).status,
    ).toBe(200);
  });

  it('refuses a type that is neither admin nor tech', async () => {
    const name = await newDomain(world);
    expectRefusal(
      await call(`POST /domains/${name}/contacts`, { contacts: [{ code: ann, type: 'billing' }] }),
      400,
      2005,
      `Invalid parameter 'type' value "billing": Must be one of: admin, tech`,
    );
  });

  it('names what is missing or has the wrong type', async () => {
    const name = await newDomain(world);
    const add = (body: unknown) => call(`POST /domains/${name}/contacts`, body);
    expectRefusal(await add({}), 400, 2003, 'Missing parameter contacts');
    expectRefusal(await add(null), 400, 2003, 'Missing parameter contacts');
    expectRefusal(await add({ contacts: [{ type: 'admin' }] }), 400, 2003, 'Missing parameter code');
    expectRefusal(await add({ contacts: [{ code: ann }] }), 400, 2003, 'Missing parameter type');
    expectRefusal(
      await add({ contacts: 'all' }),
      400,
      2005,
      `Invalid parameter 'contacts' value "all": Must be an Array of nested elements`,
    );
    expectRefusal(
      await add({ contacts: [{ code: 7, type: 'tech' }] }),
      400,
      2005,
      "Invalid parameter 'code' value 7: Must be a String",
    );
  });

  it('reports that the domain is missing before it looks at the body', async () => {
    expectMissing(await call('POST /domains/unknown.ee/contacts', {}));
    const name = await newDomain(world);
    expectMissing(await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann)] }, { auth: beta }));
  });

  it.each([...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited'])(
    'is forbidden by %s',
    async (status) => {
      const name = await newDomain(world, { techs: [ben] });
      await setDomainStatuses(world, name, [status]);
      expectProhibited(await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann)] }));
      expectProhibited(await call(`DELETE /domains/${name}/contacts`, { contacts: [tech(ben)] }));
    },
  );

  it('is forbidden in one role by the status of that role', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverAdminChangeProhibited']);
    expectProhibited(await call(`POST /domains/${name}/contacts`, { contacts: [admin(ann), tech(ben)] }));
    expect((await call(`POST /domains/${name}/contacts`, { contacts: [tech(ben)] })).status).toBe(200);
    await setDomainStatuses(world, name, ['serverTechChangeProhibited']);
    expectProhibited(await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann)] }));
    expect((await call(`POST /domains/${name}/contacts`, { contacts: [admin(ann)] })).status).toBe(200);
  });

  it('is forbidden while a dispute runs', async () => {
    const name = await newDomain(world);
    await openDispute(world, name);
    expectRefusal(
      await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann)] }),
      400,
      2304,
      disputed,
    );
  });

  it('is forbidden while the registrant itself is not valid', async () => {
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant });
    await world.container.database.db
      .updateTable('contacts')
      .set({ phone: 'none' })
      .where('code', '=', registrant)
      .execute();
    expectRefusal(
      await call(`POST /domains/${name}/contacts`, { contacts: [tech(ann)] }),
      400,
      2304,
      `Contact ${registrant} is not valid, please fix the invalid contact`,
    );
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world, { techs: [ben] });
    const auth = basic('alpha-billing', 'alpha-sandbox');
    for (const request of [
      `GET /domains/${name}/contacts`,
      `POST /domains/${name}/contacts`,
      `DELETE /domains/${name}/contacts`,
    ] as const) {
      const body = request.startsWith('GET') ? undefined : { contacts: [tech(ben)] };
      expectRefusal(await call(request, body, { auth }), 401, 2201, 'Authorization error');
    }
  });
});

describe('removing contacts from a domain', () => {
  it('unlinks them from the role named', async () => {
    const name = await newDomain(world, { admins: [ann], techs: [ann, ben] });
    expectData(await call(`DELETE /domains/${name}/contacts`, { contacts: [tech(ann)] }), {
      domain: { name },
    });
    expect(await contactsOf(name)).toEqual({ admin_contacts: [ann], tech_contacts: [ben] });
  });

  it('may leave a private adult without any', async () => {
    const name = await newDomain(world, { admins: [ann] });
    expect((await call(`DELETE /domains/${name}/contacts`, { contacts: [admin(ann)] })).status).toBe(200);
    expect(await contactsOf(name)).toEqual({ admin_contacts: [], tech_contacts: [] });
  });

  it('keeps the last admin of a company and of a minor', async () => {
    for (const registrant of [company, minor]) {
      const name = await newDomain(world, { registrant, admins: [ann, ben] });
      expect((await call(`DELETE /domains/${name}/contacts`, { contacts: [admin(ben)] })).status).toBe(200);
      const answer = await call(`DELETE /domains/${name}/contacts`, { contacts: [admin(ann)] });
      expectRefusal(answer, 400, 2306, 'Admin contact is required');
    }
  });

  it('refuses one that is not linked in that role and then removes none', async () => {
    const name = await newDomain(world, { admins: [ann], techs: [ben] });
    const answer = await call(`DELETE /domains/${name}/contacts`, { contacts: [tech(ben), tech(ann)] });
    expectRefusal(answer, 400, 2303, 'Contact was not found');
    expect(await contactsOf(name)).toEqual({ admin_contacts: [ann], tech_contacts: [ben] });
  });

  it('changes nothing for an empty list', async () => {
    const name = await newDomain(world, { techs: [ben] });
    expectData(await call(`DELETE /domains/${name}/contacts`, { contacts: [] }), { domain: { name } });
    expectRefusal(
      await call(`DELETE /domains/${name}/contacts`, null),
      400,
      2003,
      'Missing parameter contacts',
    );
  });
});
