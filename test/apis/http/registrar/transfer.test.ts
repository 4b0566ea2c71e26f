import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, operationsOn, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { mutateOf } from '../../../support/operator.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const mutate = mutateOf(() => world);
const code = 'open-sesame';
const transfer = (name: string, transfer_code: unknown = code, auth = beta) =>
  call(`POST /domains/${name}/transfer`, { transfer: { transfer_code } }, { auth });
const shown = async (name: string, auth = beta) =>
  (await call(`GET /domains/${name}`, undefined, { auth })).body.data.domain;
const contactCount = async () =>
  Number((await call('GET /contacts', undefined, { auth: beta })).body.data.count);

describe('transferring a domain', () => {
  it('gives it to the caller under a new code and changes nothing else', async () => {
    const name = await newDomain(world, {
      transferCode: code,
      nameservers: ['ns1.host.test', 'ns2.host.test'],
    });
    const before = await storedDomain(world, name);
    const balance = (await call('GET /accounts/balance', undefined, { auth: beta })).body.data.balance;
    expectData(await transfer(name), { domain: { name, type: 'domain_transfer' } });
    const after = await storedDomain(world, name);
    expect(after).toMatchObject({
      registrar_code: 'BETA',
      expires_at: before.expires_at,
      statuses: before.statuses,
      created_at: before.created_at,
    });
    expect(after.transfer_code).toMatch(/^[0-9a-f]{32}$/);
    expect((await call('GET /accounts/balance', undefined, { auth: beta })).body.data.balance).toBe(balance);
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.transfer']);
    expectMissing(await call(`GET /domains/${name}/contacts`, undefined, { auth: alpha }));
  });

  it('notifies the old registrar, with all codes that were on the domain', async () => {
    const [one, two] = [await seed(world).contact(), await seed(world).contact()];
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant, admins: [one], techs: [two, one], transferCode: code });
    await transfer(name);
    const { body } = await call('GET /registrar/notifications');
    expect(body.data).toEqual({
      id: expect.any(Number),
      text:
        `Transfer of domain ${name} has been approved. It was associated with registrant ${registrant}` +
        ` and contacts ${[one, two].sort().join(', ')}.`,
      attached_obj_type: 'DomainTransfer',
      attached_obj_id: expect.any(Number),
    });
    const kept = await world.container.database.db
      .selectFrom('domain_transfers')
      .selectAll()
      .where('id', '=', Number(body.data.attached_obj_id))
      .executeTakeFirst();
    expect(kept).toMatchObject({ domain_name: name, status: 'serverApproved' });
    expect(kept?.transferred_at).toEqual(kept?.requested_at);
    expect((await call('GET /registrar/notifications', undefined, { auth: beta })).body.data).toEqual({});
  });

  it('copies contacts under new codes and leaves the old ones where they were', async () => {
    const registrant = await seed(world).contact({ name: 'Mari Kask', ident: people.mari });
    const tech = await seed(world).organisation({ name: 'Kask OÜ' });
    const name = await newDomain(world, {
      registrant,
      admins: [registrant],
      techs: [tech],
      transferCode: code,
    });
    await transfer(name);
    const domain = await shown(name);
    const copy = String(domain.registrant.code);
    expect(copy).toMatch(/^BETA:[0-9A-F]{8}$/);
    expect(domain.contacts).toEqual([
      { code: copy, type: 'AdminDomainContact', name: 'Mari Kask' },
      { code: expect.stringMatching(/^BETA:[0-9A-F]{8}$/), type: 'TechDomainContact', name: 'Kask OÜ' },
    ]);
    const [old, made] = [
      (await call(`GET /contacts/${registrant}`)).body.data.contact,
      (await call(`GET /contacts/${copy}`, undefined, { auth: beta })).body.data.contact,
    ];
    expect(old.domains_count).toBe(0);
    expect(made).toMatchObject({ name: old.name, email: old.email, phone: old.phone, ident: old.ident });
    expect(made.auth_info).toMatch(/^[0-9a-f]{22}$/);
    expect(made.auth_info).not.toBe(old.auth_info);
  });

  it('hands over no contact of a third registrar, whatever role it has been given', async () => {
    await mutate('registrarCreate', { code: 'GAMMA', name: 'Gamma' }, 'registrar { code }');
    const user = { registrar: 'GAMMA', username: 'gamma', password: 'gamma-sandbox', roles: ['EPP'] };
    await mutate('apiUserCreate', user, 'apiUser { username }');
    const gamma = basic('gamma', 'gamma-sandbox');
    const same = { name: 'Võõra Inimene', ident: people.mari, email: 'stranger@example.com' };
    const stranger = await seed(world, gamma).contact(same);
    // Neither a copy nor a link to one that says the same: that would tell that a guess was right.
    await seed(world, beta).contact(same);
    // Of whom the new registrar has nobody like: there is none to link, and none is made.
    const alone = await seed(world, gamma).contact({
      ...same,
      name: 'Teine Võõras',
      email: 'alone@example.com',
    });
    const name = await newDomain(world, {
      registrant: await seed(world).contact({ name: 'Oma Inimene' }),
      admins: [stranger],
      techs: [stranger, alone],
      transferCode: code,
    });
    const count = await contactCount();
    expectData(await transfer(name), { domain: { name, type: 'domain_transfer' } });
    expect(await contactCount()).toBe(count + 1);
    expectData(await call(`GET /domains/${name}/contacts`, undefined, { auth: beta }), {
      admin_contacts: [stranger],
      tech_contacts: [stranger, alone],
    });
    expect((await shown(name)).contacts).toEqual([
      { code: stranger, type: 'AdminDomainContact', name: 'N/A' },
      { code: stranger, type: 'TechDomainContact', name: 'N/A' },
      { code: alone, type: 'TechDomainContact', name: 'N/A' },
    ]);
    const info = await call(`GET /domains/${name}/transfer_info`, undefined, { auth: beta });
    expect(JSON.stringify(info.body)).not.toContain(same.email);
    expectMissing(await call(`GET /contacts/${stranger}`, undefined, { auth: beta }));
  });

  it('reuses an identical contact of the new registrar, and only an identical one', async () => {
    const same = { name: 'Peeter Pärn', ident: people.peeter, email: 'peeter@example.com' };
    const known = await seed(world, beta).contact(same);
    await seed(world, beta).contact({ ...same, email: 'other@example.com' });
    const first = await newDomain(world, { registrant: await seed(world).contact(same), transferCode: code });
    const count = await contactCount();
    await transfer(first);
    expect((await shown(first)).registrant.code).toBe(known);
    expect(await contactCount()).toBe(count);

    await world.container.database.db
      .updateTable('contacts')
      .set({ statuses: ['serverUpdateProhibited'] })
      .where('code', '=', known)
      .execute();
    const second = await newDomain(world, {
      registrant: await seed(world).contact(same),
      transferCode: code,
    });
    await transfer(second);
    expect((await shown(second)).registrant.code).not.toBe(known);
    expect(await contactCount()).toBe(count + 1);
  });

  it("keeps contacts that are the new registrar's own, and drops a link that would stand twice", async () => {
    const same = { name: 'Tiina Tamm', ident: people.mari };
    const own = await seed(world, beta).contact(same);
    const twins = [await seed(world).contact(same), await seed(world).contact(same)];
    const name = await newDomain(world, { admins: twins, techs: [...twins, own], transferCode: code });
    await transfer(name);
    expectData(await call(`GET /domains/${name}/contacts`, undefined, { auth: beta }), {
      admin_contacts: [own],
      tech_contacts: [own],
    });
  });

  it('copies contacts that say the same only once', async () => {
    const same = { name: 'Kaks Kaksikut', ident: people.peeter };
    const techs = [await seed(world).contact(same), await seed(world).contact(same)];
    const name = await newDomain(world, { techs, transferCode: code });
    await transfer(name);
    expect((await shown(name)).contacts).toHaveLength(1);
  });

  it('is not prevented by earlier faults of the domain', async () => {
    const registrant = await seed(world).contact({ name: 'Vana Viga' });
    const name = await newDomain(world, {
      registrant,
      nameservers: ['ns1.host.test', 'ns2.host.test'],
      transferCode: code,
    });
    const { db } = world.container.database;
    await db
      .updateTable('contacts')
      .set({ ident: 'bad', phone: '' })
      .where('code', '=', registrant)
      .execute();
    await db
      .deleteFrom('nameservers')
      .where('domain_id', '=', (await storedDomain(world, name)).id)
      .where('hostname', '=', 'ns1.host.test')
      .execute();
    expectData(await transfer(name), { domain: { name, type: 'domain_transfer' } });
  });

  it('refuses a wrong code before it shows anything else about the domain', async () => {
    const invalid = 'Invalid authorization information';
    const name = await newDomain(world, { transferCode: code });
    await setDomainStatuses(world, name, ['serverTransferProhibited']);
    expectRefusal(await transfer(name, 'wrong'), 400, 2202, invalid);
    expectRefusal(await transfer(name, ''), 400, 2202, invalid);
    expectRefusal(await transfer(name, 'wrong', alpha), 400, 2202, invalid);
  });

  it('refuses the registrar that has it, even when a status forbids the transfer', async () => {
    const name = await newDomain(world, { transferCode: code });
    await setDomainStatuses(world, name, ['serverTransferProhibited']);
    const own = 'Domain already belongs to the querying registrar';
    expectRefusal(await transfer(name, code, alpha), 400, 2002, own);
  });

  it.each([
    'pendingDelete',
    'pendingDeleteConfirmation',
    'pendingCreate',
    'pendingUpdate',
    'pendingRenew',
    'pendingTransfer',
    'serverForceDelete',
    'serverTransferProhibited',
    'clientTransferProhibited',
    'serverUpdateProhibited',
    'clientUpdateProhibited',
  ])('is forbidden by %s, also together with deleteCandidate', async (status) => {
    const name = await newDomain(world, { transferCode: code });
    await setDomainStatuses(world, name, ['deleteCandidate', status]);
    expectProhibited(await transfer(name));
    expect((await storedDomain(world, name)).registrar_code).toBe('ALPHA');
  });

  it('is not possible for a domain that is about to be deleted', async () => {
    const name = await newDomain(world, { transferCode: code });
    await setDomainStatuses(world, name, ['deleteCandidate']);
    expectRefusal(await transfer(name), 400, 2106, 'Object is not eligible for transfer');
  });

  it('is not forbidden by holds, expiry, disputes or the registry lock of updates alone', async () => {
    const statuses = ['serverHold', 'clientHold', 'expired', 'disputed', 'serverObjUpdateProhibited'];
    const name = await newDomain(world, {
      transferCode: code,
      nameservers: ['ns1.host.test', 'ns2.host.test'],
    });
    await setDomainStatuses(world, name, statuses);
    expect((await transfer(name)).status).toBe(200);
    expect((await storedDomain(world, name)).statuses).toEqual(statuses);
  });

  it('names what is missing or has the wrong type, but reports first that there is no such domain', async () => {
    const name = await newDomain(world, { transferCode: code });
    const post = (path: string, body: unknown) =>
      call(`POST /domains/${path}/transfer`, body, { auth: beta });
    expectRefusal(await post(name, undefined), 400, 2003, 'Missing parameter transfer');
    expectRefusal(await post(name, {}), 400, 2003, 'Missing parameter transfer_code');
    expectRefusal(await post(name, { transfer: {} }), 400, 2003, 'Missing parameter transfer_code');
    expectRefusal(
      await transfer(name, 7),
      400,
      2005,
      "Invalid parameter 'transfer_code' value 7: Must be a String",
    );
    expectRefusal(
      await post(name, { transfer: 'x' }),
      400,
      2005,
      `Invalid parameter 'transfer' value "x": Must be a Hash`,
    );
    expectMissing(await post('unknown.ee', {}));
    expectMissing(await transfer('unknown.ee'));
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world, { transferCode: code }, { auth: beta });
    const answer = await transfer(name, code, basic('alpha-billing', 'alpha-sandbox'));
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });

  it('answers a repeated idempotency key with the first answer', async () => {
    const name = await newDomain(world, { transferCode: code });
    const again = () =>
      call(
        `POST /domains/${name}/transfer`,
        { transfer: { transfer_code: code } },
        { auth: beta, headers: { 'idempotency-key': name } },
      );
    const [first, second] = [await again(), await again()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.transfer']);
  });

  it('changes nothing in a dry run', async () => {
    const name = await newDomain(world, { transferCode: code });
    const count = await contactCount();
    const answer = await call(
      `POST /domains/${name}/transfer`,
      { transfer: { transfer_code: code } },
      { auth: beta, headers: { 'dry-run': 'true' } },
    );
    expect(answer.status).toBe(200);
    expect(await storedDomain(world, name)).toMatchObject({ registrar_code: 'ALPHA', transfer_code: code });
    expect(await contactCount()).toBe(count);
  });

  it('lets one of several at the same time win; the code of the others is wrong by then', async () => {
    const name = await newDomain(world, { transferCode: code });
    const answers = await Promise.all([1, 2, 3].map(() => transfer(name)));
    expect(answers.map(({ body }) => Number(body.code)).sort()).toEqual([1000, 2202, 2202]);
    const kept = await world.container.database.db
      .selectFrom('domain_transfers')
      .select('id')
      .where('domain_name', '=', name)
      .execute();
    expect(kept).toHaveLength(1);
  });
});
