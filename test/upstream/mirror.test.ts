import { beforeAll, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../support/facade.ts';
import { people, seed, twoNameservers } from '../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  const tech = await seed(world).contact({ id: 'tech', ident: people.mari, name: 'Mari Maasikas' });
  for (let index = 0; index < 5; index += 1)
    await seed(world).domain(`own-${index}.ee`, { nameservers: twoNameservers, techs: [tech] });
  await seed(world).domain('õun.ee', {
    keys: [{ flags: '257', protocol: '3', alg: '13', public_key: 'dGVzdA==' }],
  });
  await seed(world, beta).domain('foreign.ee');
  facade = await testFacade(await world.listen(), { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});

const without = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value) => (key === 'id' ? undefined : value));

describe('after its first pass', () => {
  it('answers REST as the registry does, lists and single objects', async () => {
    for (const url of [
      '/registry/v1/domains?details=true',
      '/registry/v1/domains?limit=2&offset=1',
      '/registry/v1/contacts?details=true',
      '/registry/v1/accounts/balance?detailed=true',
      '/registry/v1/registrar/notifications/all_notifications',
      `/registry/v1/domains/${encodeURIComponent('õun.ee')}`,
      '/registry/v1/domains/foreign.ee',
      '/registry/v1/contacts/ALPHA:TECH',
      '/repp/v1/domains/own-1.ee/nameservers',
    ]) {
      const [here, there] = await Promise.all([facade.request({ url }), world.request({ url })]);
      expect({ url, status: here.status, body: without(here.body) }).toEqual({
        url,
        status: there.status,
        body: without(there.body),
      });
    }
  });

  it('tells how complete it is', async () => {
    expect(await facade.ask('{ mirror { state progress lag domains contacts } }')).toMatchObject({
      mirror: { state: 'CURRENT', progress: 1, domains: 6 },
    });
    expect((await facade.request({ url: '/readyz' })).body).toMatchObject({
      status: 'ok',
      mirror: { state: 'current' },
    });
  });

  it('asks nothing of the registry for a page of the list', async () => {
    const before = facade.upstream.calls;
    const page = await facade.ask(
      '{ domains(first: 50) { totalCount nodes { name registrant { name } techContacts { name } nameservers { hostname } } } }',
    );
    expect(page.domains.totalCount).toBe(6);
    expect(facade.upstream.calls).toBe(before);
  });
});

describe('a later pass', () => {
  it('writes what differs, with history, and drops what is gone', async () => {
    const contact = await seed(world).contact({ id: 'leaves' });
    await facade.upstream.mirror.pass();
    await world.request({
      method: 'PUT',
      url: '/registry/v1/domains/own-2.ee/statuses/clientHold',
    });
    await world.request({ method: 'DELETE', url: `/registry/v1/contacts/${contact}` });
    await world.house.database.db.deleteFrom('domains').where('name', '=', 'own-3.ee').execute();
    await facade.upstream.mirror.pass();
    const { domain, domains, contacts } = await facade.ask(
      `{ domain(name: "own-2.ee") { statuses { name } history(first: 1) { nodes { actor operation } } }
         domains { totalCount } contacts(where: { code: { eq: "${contact}" } }) { totalCount } }`,
    );
    expect({ domain, left: domains.totalCount, contacts: contacts.totalCount }).toMatchObject({
      domain: {
        statuses: expect.arrayContaining([{ name: 'clientHold' }]),
        history: { nodes: [{ actor: 'upstream' }] },
      },
      left: 5,
      contacts: 0,
    });
  });
});
