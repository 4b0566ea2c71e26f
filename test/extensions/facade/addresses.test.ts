import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, doneUnheard, incumbentBefore, neverArrives } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** In front of a registry that asks for the postal address of each contact (docs/rules/registrar.md#postal-addresses). */
const addr = { street: 'Pikk 1', city: 'Tallinn', zip: '10123', state: 'Harjumaa', country_code: 'EE' };

let world: TestWorld;
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  await sql`insert into settings (name, value, updated_at) values ('address_processing', 'true', now())
    on conflict (name) do update set value = 'true'`.execute(db);
  for (const id of ['ARRIVES', 'LOST', 'PARTLY']) await seed(world).contact({ id, addr });
  const theirs = seed(world, beta);
  await theirs.contact({ id: 'HOLDER', name: 'Hoidja', addr });
  await theirs.contact({ id: 'TECH', name: 'Tehnik', addr: { ...addr, city: 'Narva' } });
  await sql`update contacts set statuses = '{clientUpdateProhibited}' where code = 'BETA:TECH'`.execute(db);
  await theirs.domain('theirs.ee', {
    registrant: 'BETA:HOLDER',
    techs: ['BETA:TECH'],
    transferCode: 'sesame',
  });
  line = await between(world, incumbentBefore(world));
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
});

const urlOf = (id: string): string => `/repp/v1/contacts/ALPHA:${id}`;
const at = async (url: string, headers = {}) => {
  const answer = await fetch(line.url + url, { headers: { authorization: alpha, ...headers } });
  return ((await answer.json()) as { data: { contact: { name: string; address: object } } }).data;
};

describe('a change of an address whose answer was lost', () => {
  const put = (id: string, contact: object) =>
    facade.request({
      method: 'PUT',
      url: urlOf(id),
      payload: { contact },
      headers: { 'idempotency-key': `address-${id}` },
    });
  const lostThenRepeated = async (id: string, contact: object, fault: Between['fault']) => {
    line.fault = fault;
    expect((await put(id, contact)).body).toMatchObject({ code: 2400 });
    line.fault = undefined;
    line.seen.length = 0;
    const { body } = await put(id, contact);
    expect(line.seen.filter((one) => !one.startsWith('GET'))).toEqual([]);
    return body.code as unknown;
  };

  it('is found when it was done, a part of it too', async () => {
    expect(await lostThenRepeated('ARRIVES', { addr: { city: 'Tartu' } }, doneUnheard)).toBe(1000);
    expect((await at(urlOf('ARRIVES'))).contact.address).toEqual({ ...addr, city: 'Tartu' });
  });

  it('stays unknown when it was not', async () => {
    expect(await lostThenRepeated('LOST', { addr: { city: 'Tartu' } }, neverArrives)).toBe(2400);
    expect((await at(urlOf('LOST'))).contact.address).toEqual(addr);
  });

  it('stays unknown where only the name is what was asked for', async () => {
    const change = { name: 'Uus Nimi', addr: { city: 'Tartu' } };
    const otherChange: Between['fault'] = async (request, response, pass) => {
      if (request.method === 'GET') return pass();
      await sql`update contacts set name = 'Uus Nimi' where code = 'ALPHA:PARTLY'`.execute(
        world.container.database.db,
      );
      response.destroy();
    };
    expect(await lostThenRepeated('PARTLY', change, otherChange)).toBe(2400);
    expect((await at(urlOf('PARTLY'))).contact).toMatchObject({ name: 'Uus Nimi', address: addr });
  });
});

describe("a caller with the transfer code of another registrar's domain", () => {
  const url = '/repp/v1/domains/theirs.ee/transfer_info';
  const headers = { 'auth-code': 'sesame' };

  it('sees addresses and statuses of its people as the registry reports them', async () => {
    const { body } = await facade.request({ url, headers });
    expect(body.data).toEqual(await at(url, headers));
    expect(body.data).toMatchObject({
      registrant: { code: 'BETA:HOLDER', city: 'Tallinn', zip: '10123', country_code: 'EE' },
      tech_contacts: [{ city: 'Narva', statuses: ['clientUpdateProhibited', 'linked'] }],
    });
  });

  it('sees them in the graph too', async () => {
    const { domainTransferInfo } =
      await facade.ask(`{ domainTransferInfo(name: "theirs.ee", transferCode: "sesame") {
      registrant { street city zip countryCode statuses } techContacts { name city statuses } } }`);
    expect(domainTransferInfo).toEqual({
      registrant: {
        street: 'Pikk 1',
        city: 'Tallinn',
        zip: '10123',
        countryCode: 'EE',
        statuses: ['ok', 'linked'],
      },
      techContacts: [{ name: 'Tehnik', city: 'Narva', statuses: ['clientUpdateProhibited', 'linked'] }],
    });
  });
});
