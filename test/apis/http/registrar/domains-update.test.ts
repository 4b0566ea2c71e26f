import { beforeAll, describe, expect, it } from 'vitest';
import {
  disputed,
  newDomain,
  openDispute,
  operationsOn,
  setDomainStatuses,
  setSetting,
  storedDomain,
  updateBlockers,
} from '../../../support/domains.ts';
import { mailsAbout } from '../../../support/mail.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let mari: string;
let jaanAgain: string;
beforeAll(async () => {
  world = await testWorld();
  mari = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas' });
  jaanAgain = await seed(world).contact({ ident: people.jaan, name: 'Jaan Uus' });
});

const call = restApi(() => world);
const put = (name: string, domain: unknown, auth?: string) =>
  call(`PUT /domains/${name}`, { domain }, auth ? { auth } : {});
const verified = (code: string) => ({ registrant: { code, verified: true } });
const newestPoll = async () => (await call('GET /registrar/notifications')).body.data.text;

describe('updating a domain', () => {
  it('sets its transfer code, and nothing else', async () => {
    const name = await newDomain(world);
    const before = await storedDomain(world, name);
    expectData(await put(name.toUpperCase(), { transfer_code: 'brand new' }), { domain: { name } });
    const { updated_at, ...after } = await storedDomain(world, name);
    expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, transfer_code: 'brand new' });
    expect(before).toMatchObject({ period: 1, period_unit: 'y' });
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.update']);
  });

  it('refuses a blank transfer code', async () => {
    const name = await newDomain(world);
    for (const transfer_code of ['', '  '])
      expectRefusal(
        await put(name, { transfer_code }),
        400,
        2003,
        'Transfer code is missing [transfer_code]',
      );
  });

  it('changes nothing when the registrant is the present one', async () => {
    const registrant = await seed(world).contact();
    const { name, transferCode } = await seed(world).domain('same.ee', { registrant });
    expectData(await put(name, { registrant: { code: registrant } }), { domain: { name } });
    expect((await storedDomain(world, name)).transfer_code).toBe(transferCode);
    expect(await operationsOn(world, name)).toEqual(['domain.register']);
  });

  it('takes another contact of the same person at once, under a new transfer code', async () => {
    const name = await newDomain(world, { transferCode: 'old' });
    const answer = await put(name, { registrant: { code: jaanAgain }, transfer_code: 'wanted' });
    expectData(answer, { domain: { name } });
    const stored = await storedDomain(world, name);
    expect(stored.registrant_code).toBe(jaanAgain);
    expect(stored.transfer_code).toMatch(/^[0-9a-f]{32}$/);
    expect(await mailsAbout(world, name)).toEqual([]);
  });

  it.each([true, 'true'])('takes another person at once when the registrar vouches (%j)', async (vouched) => {
    const name = await newDomain(world, { transferCode: 'old' });
    expectData(await put(name, { registrant: { code: mari, verified: vouched } }), { domain: { name } });
    const stored = await storedDomain(world, name);
    expect(stored).toMatchObject({ registrant_code: mari, statuses: ['inactive'] });
    expect(stored.transfer_code).toMatch(/^[0-9a-f]{32}$/);
  });

  it('takes another person at once when the registry does not ask', async () => {
    await setSetting(world, 'request_confirmation_on_registrant_change_enabled', 'false');
    const name = await newDomain(world);
    expectData(await put(name, { registrant: { code: mari } }), { domain: { name } });
    await setSetting(world, 'request_confirmation_on_registrant_change_enabled', 'true');
  });

  it('ends a force delete when the domain goes to another person, and says so', async () => {
    const name = await newDomain(world);
    const brought = ['serverForceDelete', 'serverRenewProhibited', 'serverTransferProhibited'];
    await seed(world).alter(name, {
      statuses: [...brought, 'inactive'],
      force_delete_kind: 'fast_track',
      force_delete_date: '2027-01-01',
      force_delete_statuses: brought,
    });
    await put(name, verified(mari));
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive'],
      force_delete_kind: null,
      force_delete_date: null,
    });
    expect(await newestPoll()).toBe(`Force delete is cancelled on domain ${name}`);
  });

  it('takes a contact of another registrar', async () => {
    const theirs = await seed(world, beta).contact({ ident: people.peeter });
    const name = await newDomain(world);
    expect((await put(name, verified(theirs))).status).toBe(200);
  });
});

describe('an update is refused', () => {
  it('for a domain of somebody else, even with its code, or of nobody', async () => {
    const theirs = await newDomain(world, { transferCode: 'known' }, { auth: beta });
    for (const name of [theirs, 'nobody.ee']) expectMissing(await put(name, { transfer_code: 'known' }));
    expectMissing(await put(theirs, { registrant: 'no hash' }));
  });

  it.each([undefined, null, {}, ''])(
    'without anything to change: %j, before the domain is looked for',
    async (domain) => {
      expectRefusal(
        await put('nobody.ee', domain),
        400,
        2003,
        'param is missing or the value is empty: domain',
      );
    },
  );

  it.each([
    [{ registrant: {} }, 2003, 'Missing parameter code'],
    [{ registrant: 'X' }, 2005, `Invalid parameter 'registrant' value "X": Must be a Hash`],
    [{ registrant: { code: 7 } }, 2005, `Invalid parameter 'code' value 7: Must be a String`],
    [
      { registrant: { code: 'X', verified: 'yes' } },
      2005,
      `Invalid parameter 'verified' value "yes": Must be one of: <code>true</code>, <code>false</code>, <code>true</code>, <code>false</code>.`,
    ],
    [{ transfer_code: 7 }, 2005, `Invalid parameter 'transfer_code' value 7: Must be a String`],
    [{ registrant: { code: 'NOBODY' } }, 2303, 'Registrant not found'],
    [{ registrant: { code: '' } }, 2303, 'Registrant not found'],
  ])('with %j', async (domain, code, message) => {
    expectRefusal(await put(await newDomain(world), domain), 400, code, message);
  });

  it.each([...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited'])(
    'while the domain is %s',
    async (status) => {
      const name = await newDomain(world);
      await setDomainStatuses(world, name, [status]);
      expectProhibited(await put(name, { transfer_code: 'x' }));
      expectProhibited(await put(name, { registrant: { code: 'ALPHA:NOBODY' } }));
    },
  );

  it('to another person while the registrant is fixed, but not to another contact of the same', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverRegistrantChangeProhibited']);
    expectProhibited(await put(name, verified(mari)));
    expect((await put(name, { registrant: { code: jaanAgain } })).status).toBe(200);
  });

  it('when the new registrant would need an admin contact', async () => {
    const firm = await seed(world).organisation();
    const name = await newDomain(world);
    expectRefusal(await put(name, { registrant: { code: firm } }), 400, 2306, 'Admin contact is required');
    expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
  });

  it('when the new registrant is not valid', async () => {
    const broken = await seed(world).contact({ ident: people.peeter });
    await world.container.database.db
      .updateTable('contacts')
      .set({ email: 'x' })
      .where('code', '=', broken)
      .execute();
    const message = `Contact ${broken} is not valid, please fix the invalid contact`;
    expectRefusal(await put(await newDomain(world), verified(broken)), 400, 2304, message);
  });
});

describe('a disputed domain', () => {
  const missing = 'Required parameter missing; reserved_pw element required for dispute domains';

  it('changes only its registrant', async () => {
    const name = await newDomain(world);
    await openDispute(world, name);
    expectRefusal(await put(name, { transfer_code: 'x' }), 400, 2304, disputed);
  });

  it('changes its registrant with the dispute’s password only, and then at once', async () => {
    const name = await newDomain(world);
    await openDispute(world, name);
    await setDomainStatuses(world, name, ['disputed', 'inactive']);
    expectRefusal(await put(name, verified(mari)), 400, 2304, missing);
    expectRefusal(
      await put(name, { registrant: { code: mari }, reserved_pw: 'guess' }),
      400,
      2202,
      'Invalid authorization information; invalid reserved_pw value',
    );
    expectData(await put(name, { registrant: { code: mari }, reserved_pw: 'dispute-code' }), {
      domain: { name },
    });
    expect(await storedDomain(world, name)).toMatchObject({
      registrant_code: mari,
      statuses: ['inactive'],
      disputed: false,
    });
  });
});

describe('the update of an existing client', () => {
  const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
  const shown = async (name: string) => (await call(`GET /domains/${name}`)).body.data.domain;

  it('is the whole set of contacts', async () => {
    const name = await newDomain(world, { admins: [jaanAgain], techs: [jaanAgain, mari] });
    const contacts = [
      { code: mari, type: 'admin', action: 'add' },
      { code: jaanAgain, type: 'tech' },
      { code: mari, type: 'tech', action: 'rem' },
    ];
    expectData(await put(name, { contacts }), { domain: { name } });
    expect((await shown(name)).contacts).toEqual([
      { code: jaanAgain, type: 'TechDomainContact', name: 'Jaan Uus' },
      { code: mari, type: 'AdminDomainContact', name: 'Mari Maasikas' },
    ]);
    expectRefusal(
      await put(name, { contacts: [{ code: 'X', type: 'tech' }] }),
      400,
      2303,
      'Contact was not found',
    );
    await setDomainStatuses(world, name, ['serverTechChangeProhibited']);
    expectProhibited(await put(name, { contacts: [{ code: mari, type: 'admin' }] }));
    expect((await put(name, { contacts: [{ code: jaanAgain, type: 'tech' }] })).status).toBe(200);
  });

  it('is nameservers and keys to add and to remove', async () => {
    const name = await newDomain(world, { nameservers: ['ns1.x.ee', 'ns2.x.ee'], keys: [key] });
    const other = { ...key, public_key: 'b3RoZXI=' };
    const change = {
      nameservers: [
        { hostname: 'NS1.x.ee', ipv4: [], ipv6: [], action: 'rem' },
        { hostname: 'ns1.x.ee', ipv4: ['192.0.2.7'], ipv6: [], action: 'add' },
        { hostname: 'ns3.x.ee' },
      ],
      dns_keys: [
        { ...key, action: 'rem' },
        { ...other, action: 'add' },
      ],
    };
    expectData(await put(name, change), { domain: { name } });
    expect(await shown(name)).toMatchObject({
      nameservers: [
        { hostname: 'ns2.x.ee' },
        { hostname: 'ns1.x.ee', ipv4: ['192.0.2.7'] },
        { hostname: 'ns3.x.ee' },
      ],
      dnssec_keys: [{ public_key: 'b3RoZXI=' }],
    });
    const gone = { nameservers: [{ hostname: 'ns9.x.ee', action: 'rem' }] };
    expectRefusal(await put(name, gone), 400, 2303, 'Nameserver was not found');
    expectRefusal(await put(name, { dns_keys: [{ ...key, action: 'rem' }] }), 400, 2303, 'DS was not found');
    await setDomainStatuses(world, name, ['serverObjUpdateProhibited']);
    expect((await put(name, { dns_keys: [{ ...key, action: 'add' }] })).status).toBe(200);
    expectProhibited(await put(name, { dns_keys: [{ ...key, action: 'rem' }], transfer_code: 'x' }));
    await setDomainStatuses(world, name, ['serverExtensionUpdateProhibited']);
    expectProhibited(await put(name, { dns_keys: [{ ...key, action: 'rem' }] }));
  });
});
