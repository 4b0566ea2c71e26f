import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOn, storedDomain } from '../../../support/domains.ts';
import { expectData, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let jaan: string;
let firm: string;
beforeAll(async () => {
  world = await testWorld();
  jaan = await seed(world).contact();
  firm = await seed(world).organisation();
});

const call = restApi(() => world);
const post = (domain: unknown) => call('POST /domains', { domain });
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
let count = 0;
const wish = (fields: object = {}) => {
  count += 1;
  return { name: `register-${count}.ee`, registrant: jaan, period: 1, period_unit: 'y', ...fields };
};
const shown = async (name: string) => (await call(`GET /domains/${name}`)).body.data.domain;

describe('registering a domain', () => {
  it('answers with its name, its transfer code and its id', async () => {
    const wanted = wish();
    expectData(await post(wanted), {
      domain: {
        name: wanted.name,
        transfer_code: expect.stringMatching(/^[0-9a-f]{32}$/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(await operationsOn(world, wanted.name)).toEqual(['domain.register']);
  });

  it('keeps everything that was asked for', async () => {
    const mari = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas' });
    const wanted = wish({
      registrant: firm,
      admin_contacts: [mari],
      tech_contacts: [jaan, firm],
      nameservers_attributes: [
        { hostname: 'NS1.Hosting.example.', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
        { hostname: 'ns2.hosting.example' },
      ],
      dnskeys_attributes: [key],
      transfer_code: 'my own code',
    });
    await post(wanted);
    expect(await shown(wanted.name)).toMatchObject({
      registrant: { code: firm, name: 'Tamm OÜ' },
      contacts: [
        { code: mari, type: 'AdminDomainContact', name: 'Mari Maasikas' },
        { code: jaan, type: 'TechDomainContact', name: 'Jaan Tamm' },
        { code: firm, type: 'TechDomainContact', name: 'Tamm OÜ' },
      ],
      nameservers: [
        { hostname: 'ns1.hosting.example', ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] },
        { hostname: 'ns2.hosting.example', ipv4: [], ipv6: [] },
      ],
      dnssec_keys: [{ flags: 257, protocol: 3, alg: 8, public_key: 'dGVzdA==' }],
      statuses: { ok: '' },
      transfer_code: 'my own code',
    });
  });

  it('makes a domain without nameservers inactive', async () => {
    const wanted = wish({ nameservers_attributes: [] });
    await post(wanted);
    expect((await shown(wanted.name)).statuses).toEqual({ inactive: '' });
  });

  it('makes up a transfer code when a blank one is given', async () => {
    const wanted = wish({ transfer_code: '  ' });
    await post(wanted);
    expect((await shown(wanted.name)).transfer_code).toMatch(/^[0-9a-f]{32}$/);
  });

  it('takes a period written as text, and ignores what it does not know', async () => {
    const wanted = wish({ period: '2', statuses: ['serverHold'], valid_to: '2099-01-01' });
    await post(wanted);
    expect(await storedDomain(world, wanted.name)).toMatchObject({
      period: 2,
      period_unit: 'y',
      statuses: ['inactive'],
    });
  });

  it('takes contacts of other registrars in any role', async () => {
    const theirs = await seed(world, beta).contact();
    const wanted = wish({ registrant: theirs, admin_contacts: [theirs], tech_contacts: [theirs] });
    expect((await post(wanted)).status).toBe(200);
    expect((await shown(wanted.name)).contacts).toEqual([
      { code: theirs, type: 'AdminDomainContact', name: 'N/A' },
      { code: theirs, type: 'TechDomainContact', name: 'N/A' },
    ]);
  });

  it('happens once for an idempotency key, whatever the second answer costs', async () => {
    const wanted = wish();
    const headers = { 'idempotency-key': 'register-once' };
    const first = await call('POST /domains', { domain: wanted }, { headers });
    const second = await call('POST /domains', { domain: wanted }, { headers });
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const { body } = await call('GET /accounts/balance?detailed=true');
    const rows = body.data.transactions as unknown as { description: string }[];
    expect(rows.filter(({ description }) => description === `Create ${wanted.name}`)).toHaveLength(1);
  });

  it('only shows what would be, when it is a dry run', async () => {
    const wanted = wish();
    const answer = await call('POST /domains', { domain: wanted }, { headers: { 'dry-run': 'true' } });
    expect(answer.body).toMatchObject({ code: 1000, data: { domain: { name: wanted.name } } });
    expect((await call(`GET /domains/${wanted.name}`)).status).toBe(404);
  });

  it('is not for users who only pay', async () => {
    const auth = basic('alpha-billing', 'alpha-sandbox');
    expectRefusal(await call('POST /domains', {}, { auth }), 401, 2201, 'Authorization error');
  });
});

describe('a registration is refused for its form', () => {
  const without = (field: string) => ({ ...wish(), [field]: undefined });
  it.each([
    ['no domain', () => undefined, 2003, 'Missing parameter name'],
    ['null for one', () => null, 2005, "Invalid parameter 'domain' value nil: Must be a Hash"],
    ['a domain that is text', () => 'a.ee', 2005, `Invalid parameter 'domain' value "a.ee": Must be a Hash`],
    ['no name', () => without('name'), 2003, 'Missing parameter name'],
    [
      'a name that is a number',
      () => wish({ name: 7 }),
      2005,
      `Invalid parameter 'name' value 7: Must be a String`,
    ],
    ['no registrant', () => without('registrant'), 2003, 'Missing parameter registrant'],
    ['no unit', () => without('period_unit'), 2003, 'Missing parameter period_unit'],
    ['no period', () => without('period'), 2003, 'Missing parameter period'],
    [
      'half a year',
      () => wish({ period: 1.5 }),
      2005,
      `Invalid parameter 'period' value 1.5: Must be a Integer`,
    ],
    [
      'a unit of days',
      () => wish({ period_unit: 'd' }),
      2005,
      `Invalid parameter 'period_unit' value "d": Must be one of: y, m`,
    ],
    [
      'admins that are no list',
      () => wish({ admin_contacts: 'X' }),
      2005,
      `Invalid parameter 'admin_contacts' value "X": Must be an array of any type`,
    ],
    [
      'nameservers that are no list',
      () => wish({ nameservers_attributes: 'ns' }),
      2005,
      `Invalid parameter 'nameservers_attributes' value "ns": Must be an Array of nested elements`,
    ],
    [
      'a nameserver without a name',
      () => wish({ nameservers_attributes: [{}] }),
      2003,
      'Missing parameter hostname',
    ],
    [
      'addresses that are no list',
      () => wish({ nameservers_attributes: [{ hostname: 'ns.x.ee', ipv4: '1.1.1.1' }] }),
      2005,
      `Invalid parameter 'ipv4' value "1.1.1.1": Must be an array of any type`,
    ],
    [
      'flags that are a number',
      () => wish({ dnskeys_attributes: [{ ...key, flags: 257 }] }),
      2005,
      `Invalid parameter 'flags' value 257: Must be a String`,
    ],
    [
      'a key without its algorithm',
      () => wish({ dnskeys_attributes: [{ ...key, alg: undefined }] }),
      2003,
      'Missing parameter alg',
    ],
  ])('with %s', async (_, domain, code, message) => {
    expectRefusal(await call('POST /domains', { domain: domain() }), 400, code, message);
  });
});

describe('a registration is refused because of the people it names', () => {
  it('when the registrant is unknown or blank', async () => {
    expectRefusal(await post(wish({ registrant: 'ALPHA:NOBODY' })), 400, 2303, 'Registrant not found');
    expectRefusal(await post(wish({ registrant: '' })), 400, 2303, 'Registrant not found');
  });

  it('when a contact is unknown, or named twice in one role', async () => {
    expectRefusal(await post(wish({ tech_contacts: ['NOBODY'] })), 400, 2303, 'Contact was not found');
    expectRefusal(await post(wish({ tech_contacts: [jaan, jaan] })), 400, 2306, 'Contacts are invalid');
    expect((await post(wish({ admin_contacts: [jaan], tech_contacts: [jaan] }))).status).toBe(200);
  });

  it('when an organisation or a minor has nobody to look after the domain', async () => {
    const child = await seed(world).contact({ ident: people.minor });
    for (const registrant of [firm, child])
      expectRefusal(await post(wish({ registrant })), 400, 2306, 'Admin contact is required');
  });

  it('when the admin contact is an organisation or a minor', async () => {
    const child = await seed(world).contact({ ident: people.minor });
    expectRefusal(
      await post(wish({ admin_contacts: [firm] })),
      400,
      2306,
      'Admin contact can be private person only',
    );
    expectRefusal(
      await post(wish({ admin_contacts: [child] })),
      400,
      2304,
      'Administrative contact must be at least 18 years old',
    );
  });

  it('when there are more than ten of a kind', async () => {
    const eleven: string[] = [];
    for (let index = 0; index < 11; index += 1) eleven.push(await seed(world).contact());
    expectRefusal(
      await post(wish({ admin_contacts: eleven })),
      400,
      2004,
      'Admin contacts count must be between 0-10 [admin_domain_contacts]',
    );
    expectRefusal(
      await post(wish({ registrant: firm, admin_contacts: eleven })),
      400,
      2004,
      'Admin contacts count must be between 1-10 [admin_domain_contacts]',
    );
    expectRefusal(
      await post(wish({ tech_contacts: eleven })),
      400,
      2004,
      'Tech contacts count must be between 0-10 [tech_domain_contacts]',
    );
  });

  it('when the registrant itself is not valid, before anything about the name', async () => {
    const broken = await seed(world).contact();
    await world.container.database.db
      .updateTable('contacts')
      .set({ phone: '1' })
      .where('code', '=', broken)
      .execute();
    expectRefusal(
      await post(wish({ registrant: broken, name: '!.ee' })),
      400,
      2304,
      `Contact ${broken} is not valid, please fix the invalid contact`,
    );
  });
});
