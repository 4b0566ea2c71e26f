import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, incumbentBefore } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { setBalance } from '../../support/money.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let line: Between;
let facade: TestFacade;

const verified = {
  ident_request_sent_at: '2026-11-15T17:07:48.715+02:00',
  verified_at: '2026-11-16T17:07:48.715+02:00',
  verification_id: 'abc',
  verification_pending_at: '2026-11-16T17:07:48.716+02:00',
  verification_snapshot: { name: 'Veri Fied' },
};

beforeAll(async () => {
  world = await testWorld();
  const own = seed(world);
  for (const id of ['PASS', 'NOIDENT', 'STRANGE', 'NOPHONE', 'VERIFIED', 'TECH'])
    await own.contact({ id, name: id, ident: people.mari });
  const keys = [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }];
  // The numbers of the registry are not those that would come first here.
  await sql`select setval(pg_get_serial_sequence('nameservers', 'id'), 700),
    setval(pg_get_serial_sequence('dnssec_keys', 'id'), 800)`.execute(world.container.database.db);
  await own.domain('plain.ee', { registrant: 'ALPHA:PASS', nameservers: twoNameservers, keys });
  await own.domain('disputed.ee', { admins: ['ALPHA:NOIDENT'] });
  await seed(world, beta).contact({ id: 'TECH', name: 'Tehnik Õun', ident: people.mari });
  await seed(world, beta).domain('theirs.ee', { techs: ['BETA:TECH'] });
  await own.domain('shared.ee', { techs: ['BETA:TECH'] });
  await own.domain('both.ee', { registrant: 'BETA:TECH', techs: ['BETA:TECH'] });
  await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
    values ('disputed.ee', 'disputed.ee', 'x', '2020-01-01', '2099-01-01', now())`.execute(
    world.container.database.db,
  );
  const incumbent = incumbentBefore(world);
  incumbent.odd.set('ALPHA:PASS', { ident: { code: 'AB123456', type: 'passport', country_code: 'RU' } });
  incumbent.odd.set('ALPHA:NOIDENT', { ident: { code: null, type: null, country_code: null } });
  incumbent.odd.set('ALPHA:STRANGE', { ident: { code: 'X1', type: 'seafarer', country_code: null } });
  incumbent.odd.set('ALPHA:NOPHONE', { phone: null, email: null });
  incumbent.odd.set('ALPHA:VERIFIED', verified);
  line = await between(world, incumbent);
  facade = await testFacade(line.url);
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.seen.length = 0;
});

const at = async (url: string) => {
  const answer = await fetch(line.url + url, { headers: { authorization: alpha } });
  return (await answer.json()) as { data: Record<string, unknown> };
};
const isOld = (ms: number) =>
  facade.container.database.db
    .updateTable('mirror_objects')
    .set({ read_at: new Date(Date.now() - ms) })
    .execute();

describe('the report of the registry is shown as it is', () => {
  it.each(['PASS', 'NOIDENT', 'STRANGE', 'NOPHONE', 'VERIFIED'])('of the contact %s', async (id) => {
    const url = `/repp/v1/contacts/ALPHA:${id}`;
    const [here, there] = [await facade.request({ url }), await at(url)];
    // Domains have numbers of their own here, and notes of statuses are told as null or as nothing.
    const { statuses: _, domains: __, ...reported } = there.data.contact as Record<string, unknown>;
    expect(here.body.data.contact).toMatchObject(reported);
  });

  it('and stays as it was when the registry reports the same again', async () => {
    const written = async () =>
      (await sql`select code, xmin::text from contacts order by code`.execute(facade.container.database.db))
        .rows;
    const before = await written();
    await facade.upstream.mirror.pass();
    expect(await written()).toEqual(before);
  });

  it('of contacts in lists: none is left out, over REST, in the graph and in a file', async () => {
    const { body } = await facade.request({ url: '/repp/v1/contacts?details=true' });
    const { count } = (await at('/repp/v1/contacts')).data;
    expect(body.data.contacts).toHaveLength(Number(count));
    const { contacts } = await facade.ask(`{ contacts(first: 50) { totalCount
      nodes { code email phone ident { code type countryCode } }
      groups(by: [{ field: IDENT_TYPE }]) { count identType } } }`);
    const nodes = contacts.nodes as unknown as { code: string }[];
    const node = (id: string) => nodes.find(({ code }) => code === `ALPHA:${id}`);
    expect(contacts.totalCount).toBe(count);
    expect(contacts.groups).toEqual(
      expect.arrayContaining([
        { count: 1, identType: 'PASSPORT' },
        { count: 2, identType: null },
      ]),
    );
    expect(node('PASS')).toMatchObject({ ident: { code: 'AB123456', type: 'PASSPORT', countryCode: 'RU' } });
    expect(node('NOIDENT')).toMatchObject({ ident: null });
    expect(node('STRANGE')).toMatchObject({ ident: { code: 'X1', type: null, countryCode: null } });
    expect(node('NOPHONE')).toMatchObject({ phone: null, email: null });
    const file = await facade.request({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'text/csv' },
      payload: { query: '{ contacts(first: 50) { nodes { code phone ident { code type } } } }' },
    });
    expect(file.text.trim().split(/\r?\n/).slice(1).sort()).toEqual(
      expect.arrayContaining([
        "ALPHA:NOIDENT,'+372.5555555,,",
        "ALPHA:PASS,'+372.5555555,AB123456,PASSPORT",
        expect.stringMatching(/^ALPHA:NOPHONE,,/),
      ]),
    );
    const chosen = await facade.ask(
      '{ contacts(where: { identType: { eq: PASSPORT } }, first: 5) { nodes { code } } }',
    );
    expect(chosen.contacts).toEqual({ nodes: [{ code: 'ALPHA:PASS' }] });
  });

  it('but no new contact has an old kind of ident', async () => {
    const asked = facade.ask(`mutation { contactCreate(input: { name: "Ivan", email: "i@example.com",
      phone: "+372.5555555", ident: { code: "AB1", type: PASSPORT, countryCode: "RU" } }) { userErrors { code } } }`);
    await expect(asked).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
    const ident = { ident: 'AB1', ident_type: 'passport', ident_country_code: 'RU' };
    const contact = { name: 'Ivan', email: 'i@example.com', phone: '+372.5555555', ident };
    const { body } = await facade.request({
      method: 'POST',
      url: '/repp/v1/contacts',
      payload: { contact },
    });
    expect(body).toMatchObject({ code: 2003, message: 'Invalid ident type' });
  });

  it('of contacts as they were before, too', async () => {
    const { contact } = await facade.ask(
      `{ contact(code: "ALPHA:PASS", asOf: "${new Date().toISOString()}") { ident { code type } } }`,
    );
    expect(contact).toEqual({ ident: { code: 'AB123456', type: 'PASSPORT' } });
  });

  it('of postal addresses: a registry that keeps none says so with each contact', async () => {
    const addr = { street: 'Pikk 1', city: 'Tallinn', zip: '10123', country_code: 'EE' };
    const ident = { ident: '37605030299', ident_type: 'priv', ident_country_code: 'EE' };
    const contact = { id: 'MOVED', name: 'Mo Ved', email: 'mo@ved.ee', phone: '+372.5555555', ident };
    const discarded = {
      code: 1100,
      message: 'Command completed successfully; Postal address data discarded',
      data: { contact: { code: 'ALPHA:MOVED' } },
    };
    const create = await facade.request({
      method: 'POST',
      url: '/repp/v1/contacts',
      payload: { contact: { ...contact, addr } },
    });
    expect(create.body).toEqual(discarded);
    const url = '/repp/v1/contacts/ALPHA:MOVED';
    const change = await facade.request({ method: 'PUT', url, payload: { contact: { name: 'Mo', addr } } });
    expect(change.body).toEqual(discarded);
    const plain = await facade.request({ method: 'PUT', url, payload: { contact: { name: 'Mo Vēd' } } });
    expect(plain.body).toMatchObject({ code: 1000 });
    expect((await facade.ask('{ contact(code: "ALPHA:MOVED") { address { city } } }')).contact).toEqual({
      address: null,
    });
  });

  it('of the UUIDs of domains: none until it has reported them, which lists do not', async () => {
    const url = '/repp/v1/contacts/ALPHA:PASS';
    const ids = async () => {
      const { domains } = (await facade.request({ url })).body.data.contact;
      return (domains as unknown as { id: string | null }[]).map(({ id }) => id);
    };
    expect(await ids()).toEqual([null]);
    const { body } = await facade.request({ url: `${url}?simple=true` });
    expect(body.data.contact).toEqual({ id: null, code: 'ALPHA:PASS', name: 'PASS' });
    expect(line.seen).toEqual([]);
    await isOld(20 * 60_000);
    const { domains } = (await at(url)).data.contact as { domains: { id: string }[] };
    expect(await ids()).toEqual(domains.map(({ id }) => id));
    await facade.upstream.mirror.pass();
    expect(await ids()).toEqual(domains.map(({ id }) => id));
  });

  it('of the UUIDs of domains: with a registration, and with a contact that is read again', async () => {
    await facade.request({
      method: 'POST',
      url: '/repp/v1/domains',
      payload: {
        domain: { name: 'named.ee', registrant: 'ALPHA:TECH', period: 1, period_unit: 'y' },
      },
    });
    const url = '/repp/v1/contacts/ALPHA:TECH';
    await isOld(20 * 60_000);
    const [here, there] = [await facade.request({ url }), await at(url)];
    const { domains } = there.data.contact as { domains: { id: string; name: string }[] };
    expect(domains.map(({ name }) => name)).toContain('named.ee');
    expect(here.body.data.contact.domains).toEqual(domains);
  });

  it('of movements: one that says nothing of what it was for has no description', async () => {
    await setBalance(world, 'ALPHA', '1000.00', '');
    await facade.upstream.mirror.pass();
    const { account } = await facade.ask(
      '{ account { transactions(first: 1) { nodes { description balance } } } }',
    );
    expect(account.transactions).toEqual({ nodes: [{ description: null, balance: '1000.00' }] });
    const { body } = await facade.request({ url: '/repp/v1/accounts/balance?detailed=true' });
    expect(body.data.transactions).toContainEqual(
      expect.objectContaining({ description: null, balance: '1000.0' }),
    );
  });

  it.each(['plain.ee', 'shared.ee', 'theirs.ee', 'disputed.ee'])(
    'of the domain %s: names of people, numbers of nameservers and keys',
    async (name) => {
      const url = `/repp/v1/domains/${name}`;
      const [here, there] = [await facade.request({ url }), await at(url)];
      expect(here.body.data).toEqual(there.data);
    },
  );

  it('of a name that it hides on one domain and shows on another: on each as it does, whichever was read last', async () => {
    const url = (name: string) => `/repp/v1/domains/${name}`;
    const contactsOn = async (name: string) =>
      (await facade.request({ url: url(name) })).body.data.domain.contacts as unknown;
    const tech = (name: string) =>
      expect.arrayContaining([{ code: 'BETA:TECH', type: 'TechDomainContact', name }]) as unknown;
    for (const read of ['theirs.ee', 'shared.ee']) {
      await isOld(20 * 60_000);
      await facade.request({ url: url(read) });
      expect({ read, on: await contactsOn('theirs.ee') }).toEqual({ read, on: tech('Tehnik Õun') });
      expect({ read, on: await contactsOn('shared.ee') }).toEqual({ read, on: tech('N/A') });
    }
    const { domain } = await facade.ask('{ domain(name: "shared.ee") { techContacts { code name } } }');
    expect(domain).toMatchObject({ techContacts: [{ code: 'BETA:TECH', name: 'N/A' }] });
  });

  it('of a name that it hides on a domain where the same person is its registrant', async () => {
    const shown = { url: '/repp/v1/domains/both.ee' };
    const [here, there] = [await facade.request(shown), await at(shown.url)];
    expect(there.data.domain).toMatchObject({
      registrant: { name: 'Tehnik Õun' },
      contacts: [{ name: 'N/A' }],
    });
    expect(here.body.data).toEqual(there.data);
  });

  it("in the graph, of people on another registrar's domain", async () => {
    const { domain } = await facade.ask(
      '{ domain(name: "theirs.ee") { registrant { code name } techContacts { code name email } } }',
    );
    expect(domain).toMatchObject({
      registrant: { name: 'Jaan Tamm' },
      techContacts: [{ code: 'BETA:TECH', name: 'Tehnik Õun', email: null }],
    });
  });

  it('where it moves: a number goes with its nameserver, and one that is given away again stops no pass', async () => {
    const { db } = world.container.database;
    const numbers = async () =>
      (await facade.request({ url: '/repp/v1/domains/plain.ee' })).body.data.domain.nameservers;
    const [first, second] = (await numbers()) as unknown as { id: number; hostname: string }[];
    expect([first?.id, second?.id]).toEqual([701, 702]);
    await sql`update nameservers set id = id + 10 where id in (701, 702)`.execute(db);
    await facade.upstream.mirror.pass();
    expect((await numbers()) as unknown).toMatchObject([{ id: 711 }, { id: 712 }]);
    await sql`update nameservers set id = 1711 - id where id in (711, 712)`.execute(db);
    await sql`update nameservers set id = 712 where id = 1000`.execute(db);
    await facade.upstream.mirror.pass();
    expect(((await numbers()) as unknown as object[]).length).toBe(2);
  });
});

describe('a page of REST', () => {
  it('whose contacts are asked for one by one costs no question while lists are as new as they should be', async () => {
    const { body } = await facade.request({ url: '/repp/v1/contacts' });
    const codes = body.data.contacts as unknown as string[];
    const readAll = () =>
      Promise.all(codes.map((code) => facade.request({ url: `/repp/v1/contacts/${code}` })));
    // UPSTREAM_FRESH_FOR is a minute, UPSTREAM_SYNC_EVERY a quarter of an hour.
    await isOld(10 * 60_000);
    expect((await readAll()).map(({ status }) => status)).toEqual(codes.map(() => 200));
    expect(line.seen).toEqual([]);
    await facade.request({ url: '/repp/v1/domains/plain.ee' });
    await facade.ask('{ contact(code: "ALPHA:TECH") { name } }');
    expect(line.seen).toHaveLength(2);
    await isOld(16 * 60_000);
    line.seen.length = 0;
    await readAll();
    expect(line.seen).toHaveLength(codes.length);
  });
});

describe('a dispute without a reported end', () => {
  it('stops no job, and /readyz reports no database that would not answer', async () => {
    const { db } = facade.container.database;
    const key = { scope: 'test', key: 'old', operation: 'x', input_hash: 'x' };
    await db
      .insertInto('idempotency_keys')
      .values({ ...key, answer: '{}', created_at: new Date('2020-01-01') } as never)
      .execute();
    facade.container.jobs.start();
    await expect
      .poll(() => db.selectFrom('idempotency_keys').select('key').where('key', '=', 'old').execute())
      .toEqual([]);
    await facade.container.jobs.stop();
    const { status, body } = await facade.request({ url: '/readyz' });
    expect({ status, jobs: body.jobs }).toEqual({ status: 200, jobs: { lagSeconds: 0, failing: [] } });
    expect((await facade.ask('{ domain(name: "disputed.ee") { disputed } }')).domain).toEqual({
      disputed: true,
    });
  });
});
