import { beforeAll, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed } from '../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  facade = await testFacade(await world.listen());
  await facade.upstream.mirror.pass();
});

const register = (name: string, more = '') =>
  facade.ask(
    `mutation { domainRegister(${more}input: { name: "${name}", registrant: "ALPHA:HOLDER", period: "P1Y" }) {
      price domain { name registrant { name } statuses { name } } userErrors { code resultCode message } } }`,
  );

describe('a command in front of a registry', () => {
  it('is done there, and shown as the registry reports it then', async () => {
    const { domainRegister } = await register('new.ee');
    expect(domainRegister).toEqual({
      price: expect.stringMatching(/^\d+\.\d\d$/),
      domain: { name: 'new.ee', registrant: { name: 'Jaan Tamm' }, statuses: [{ name: 'inactive' }] },
      userErrors: [],
    });
    expect((await world.request({ url: '/registry/v1/domains/new.ee' })).status).toBe(200);
    const [here, there] = await Promise.all(
      [facade, world].map((at) => at.request({ url: '/registry/v1/accounts/balance?detailed=true' })),
    );
    expect(here?.body).toEqual(there?.body);
  });

  it("is refused with the registry's own code and words, but for those of its API", async () => {
    const { domainRegister } = await register('new.ee');
    expect(domainRegister).toMatchObject({
      domain: null,
      userErrors: [{ code: 'OBJECT_EXISTS', resultCode: 2302, message: 'Domain name already exists' }],
    });
  });

  describe('can be tried where the registry can, shows what is shown there, and changes nothing:', () => {
    const domain = `domain { name expiresAt transferCode statuses { name } registrant { code name } techContacts { code }
      nameservers { hostname } }`;
    const errors = 'userErrors { code message }';
    const person = `{ code: "${people.mari}", type: PRIV, countryCode: "EE" }`;
    const cases: Readonly<Record<string, string>> = {
      registration: `domainRegister(dryRun: true, input: { name: "dry.ee", registrant: "ALPHA:HOLDER", period: "P1Y",
        transferCode: "sesame", nameservers: [{ hostname: "ns1.dry.example" }, { hostname: "ns2.dry.example" }] }) {
        price ${domain} ${errors} }`,
      renewal: `domainRenew(dryRun: true, input: { name: "tried.ee", period: "P1Y", expiresOn: "EXPIRES" }) {
        price ${domain} ${errors} }`,
      update: `domainUpdate(dryRun: true, input: { name: "tried.ee", transferCode: "another" }) { ${domain} ${errors} }`,
      'a contact added': `domainContactsAdd(dryRun: true, input: { name: "tried.ee", contacts:
        [{ code: "ALPHA:HOLDER", role: TECH }] }) { ${domain} ${errors} }`,
      deletion: `domainDelete(dryRun: true, input: { name: "tried.ee", verified: true }) { ${domain} ${errors} }`,
      'bulk renewal': `domainBulkRenew(dryRun: true, input: { names: ["tried.ee"], period: "P1Y" }) {
        price results { name ok } ${errors} }`,
      'a contact created': `contactCreate(dryRun: true, input: { code: "dry", name: "Kuiv Mari", email: "k@example.com",
        phone: "+372.5555555", ident: ${person} }) { contact { code name email } ${errors} }`,
      'a contact changed': `contactUpdate(dryRun: true, input: { code: "ALPHA:HOLDER", phone: "+372.5000000" }) {
        contact { code phone } ${errors} }`,
      'what is refused': `domainRegister(dryRun: true, input: { name: "tried.ee", registrant: "ALPHA:HOLDER",
        period: "P1Y" }) { price ${domain} ${errors} }`,
    };
    const everything = async () =>
      (await world.request({ url: '/registry/v1/domains?details=true' })).body.data.domains;
    let expires: string;
    beforeAll(async () => {
      const { calendar, clock } = world.container;
      expires = calendar.plusDays(calendar.dateOf(clock.now()), 20);
      await seed(world).domain('tried.ee', { registrant: 'ALPHA:HOLDER', transferCode: 'told' });
      await seed(world).alter('tried.ee', { expires_at: calendar.startOf(expires) });
      await facade.upstream.mirror.pass();
    });

    it.each(Object.entries(cases))('%s', async (_, one) => {
      const query = `mutation { tried: ${one.replace('EXPIRES', expires)} }`;
      const before = await everything();
      const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query } });
      const known = await facade.ask(
        '{ domains(first: 100) { totalCount nodes { name transferCode } } contacts { totalCount } }',
      );
      expect(await facade.ask(query)).toEqual(body.data);
      expect(body.errors).toBeUndefined();
      expect(await everything()).toEqual(before);
      expect(
        await facade.ask(
          '{ domains(first: 100) { totalCount nodes { name transferCode } } contacts { totalCount } }',
        ),
      ).toEqual(known);
    });
  });

  it('of many reports why some were left as they are, where the registry reports it', async () => {
    const nameservers = ['ns1.why.example', 'ns2.why.example'];
    for (const name of ['why-1.ee', 'why-2.ee'])
      await seed(world).domain(name, { registrant: 'ALPHA:HOLDER', nameservers });
    await seed(world).alter('why-2.ee', { statuses: ['serverUpdateProhibited'] });
    await facade.upstream.mirror.pass();
    const query = (dryRun: boolean) => `mutation { domainBulkNameserverReplace(dryRun: ${dryRun}, input:
      { hostname: "ns1.why.example", newNameserver: { hostname: "ns3.why.example" } }) {
        results { name ok userErrors { code resultCode message } } userErrors { code } } }`;
    const { body } = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: query(true) },
    });
    expect(await facade.ask(query(true))).toEqual(body.data);
    expect(await facade.ask(query(false))).toEqual(body.data);
    expect(body.data.domainBulkNameserverReplace.results).toMatchObject([{ ok: true }, { ok: false }]);
  });

  it('that cannot be sent on is refused, and changes nothing here', async () => {
    const answer = await facade.request({
      method: 'PUT',
      url: '/registry/v1/accounts',
      payload: { account: { billing_email: 'other@example.com' } },
    });
    expect(answer).toMatchObject({ status: 501, body: { code: 2101 } });
    expect((await facade.request({ url: '/api/v1/business_registry/domain_names/x' })).status).toBe(404);
  });

  it('is done once for a key', async () => {
    const first = await register('once.ee', 'idempotencyKey: "k1", ');
    expect(await register('once.ee', 'idempotencyKey: "k1", ')).toEqual(first);
  });

  it('takes over what is new to us with a transfer, people and all', async () => {
    const { transferCode } = await seed(world, beta).domain('theirs.ee');
    const { domainTransfer } = await facade.ask(
      `mutation { domainTransfer(input: { name: "theirs.ee", transferCode: "${transferCode}" }) {
        domain { name registrar { code } registrant { code name email } } userErrors { message } } }`,
    );
    expect(domainTransfer).toMatchObject({
      domain: { registrar: { code: 'ALPHA' }, registrant: { name: 'Jaan Tamm', email: 'jaan@example.com' } },
      userErrors: [],
    });
  });

  it('comes in over REST too', async () => {
    const made = await facade.request({
      method: 'POST',
      url: '/repp/v1/contacts',
      payload: {
        contact: {
          id: 'rest',
          name: 'Mari Maasikas',
          email: 'mari@example.com',
          phone: '+372.5555555',
          ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
        },
      },
    });
    expect(made.body).toMatchObject({ code: 1000, data: { contact: { code: 'ALPHA:REST' } } });
    expect(await facade.ask('{ contact(code: "ALPHA:REST") { name } }')).toEqual({
      contact: { name: 'Mari Maasikas' },
    });
    const gone = await facade.request({ method: 'DELETE', url: '/repp/v1/contacts/ALPHA:REST' });
    expect(gone.body.code).toBe(1000);
    expect((await facade.request({ url: '/repp/v1/contacts/ALPHA:REST' })).status).toBe(404);
  });
});

it("has none of a registry's own fields", async () => {
  const { __schema } = await facade.ask(
    '{ __schema { queryType { fields { name } } mutationType { fields { name } } types { name } } }',
  );
  const names = JSON.stringify(__schema);
  for (const name of [
    'reservations',
    'invoices',
    'priceSet',
    'clockAdvance',
    'jobsRun',
    'Invoice',
    'Reservation',
  ])
    expect(names).not.toContain(`"name":"${name}"`);
  for (const name of [
    'mirror',
    'domains',
    'domainRegister',
    'webhookCreate',
    'accessTokenCreate',
    'apiUserCreate',
  ])
    expect(names).toContain(`"name":"${name}"`);
});

describe('a field that the registry does not report', () => {
  it('is null: since when a status is set', async () => {
    await register('since.ee');
    expect(await facade.ask('{ domain(name: "since.ee") { statuses { name setAt } } }')).toEqual({
      domain: { statuses: [{ name: 'inactive', setAt: null }] },
    });
  });
});

it('a movement knows its domain, also when it arrives before the domain', async () => {
  const name = 'met-later.ee';
  const { status } = await world.request({
    method: 'POST',
    url: '/registry/v1/domains',
    payload: { domain: { name, registrant: 'ALPHA:HOLDER', period: 1, period_unit: 'y' } },
  });
  expect(status).toBe(200);
  await facade.container.database.db.deleteFrom('mirror_objects').where('kind', '=', 'account').execute();
  await facade.ask('{ account { balance } }');
  await facade.upstream.mirror.pass();
  const { domain } = await facade.ask(
    `{ domain(name: "${name}") { transactions(first: 5) { nodes { description } } } }`,
  );
  expect(domain.transactions.nodes).toEqual([{ description: `Create ${name}` }]);
});
