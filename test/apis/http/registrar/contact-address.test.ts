import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { between, incumbentBefore } from '../../../support/between.ts';
import { newContact, person, postContact } from '../../../support/contacts.ts';
import { testFacade } from '../../../support/facade.ts';
import { graph } from '../../../support/graph.ts';
import { seed } from '../../../support/seed.ts';
import { advance } from '../../../support/time.ts';
import { beta, type Loose, operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** The postal address of contacts, over both APIs and through a facade (docs/rules/registrar.md#postal-addresses). */
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const addr = { street: 'Pikk 1', city: 'Tallinn', zip: '10123', state: 'Harjumaa', country_code: 'ee' };
const shownAddr = { street: 'Pikk 1', zip: '10123', city: 'Tallinn', state: 'Harjumaa', country_code: 'EE' };
const address = { street: 'Pikk 1', city: 'Tallinn', zip: '10123', state: 'Harjumaa', countryCode: 'EE' };
const nothing = { street: null, city: null, zip: null, state: null, countryCode: null };
const parts = 'address { street city zip state countryCode }';

const urlOf = (code: string) => `/registry/v1/contacts/${encodeURIComponent(code)}`;
const overRest = async (code: string): Promise<Loose> =>
  (await world.request({ url: urlOf(code) })).body.data.contact;
const overGraph = async (code: string, auth?: string): Promise<unknown> =>
  (await graph(world, `{ contact(code: "${code}") { ${parts} } }`, auth ? { auth } : {})).data.contact
    .address;
const put = (code: string, contact: object) =>
  world.request({ method: 'PUT', url: urlOf(code), payload: { contact } });
const update = async (code: string, change: object): Promise<Loose> =>
  (
    await graph(
      world,
      `mutation ($input: ContactUpdateInput!) {
        contactUpdate(input: $input) { contact { ${parts} } userErrors { resultCode message path } } }`,
      { variables: { input: { code, ...change } } },
    )
  ).data.contactUpdate;
const create = async (given: object): Promise<Loose> =>
  (
    await graph(
      world,
      `mutation ($input: ContactCreateInput!) {
        contactCreate(input: $input) { contact { code ${parts} } userErrors { resultCode message path } } }`,
      {
        variables: {
          input: {
            ...person,
            ident: { code: person.ident.ident, type: 'PRIV', countryCode: 'EE' },
            ...given,
          },
        },
      },
    )
  ).data.contactCreate;
const setting = async (value: string): Promise<void> => {
  const { data } = await graph(
    world,
    `mutation { settingSet(input: { name: "address_processing", value: "${value}" }) {
      setting { value } userErrors { message } } }`,
    { auth: operator },
  );
  expect(data.settingSet.setting).toEqual({ value });
};

describe('the postal address of a contact', () => {
  it('is kept when it is given over REST, and shown by both APIs', async () => {
    const answer = await postContact(world, { ...person, addr });
    expect(answer.body).toMatchObject({ code: 1000, message: 'Command completed successfully' });
    const code = String(answer.body.data.contact.code);
    expect((await overRest(code)).address).toEqual(shownAddr);
    expect(await overGraph(code)).toEqual(address);
  });

  it('is kept when it is given over GraphQL, in part too', async () => {
    const { contact, userErrors } = await create({
      address: { city: ' Tartu ', countryCode: 'EE', zip: '' },
    });
    expect(userErrors).toEqual([]);
    expect(contact.address).toEqual({ ...nothing, city: 'Tartu', countryCode: 'EE' });
    expect((await overRest(String(contact.code))).address).toMatchObject({ city: 'Tartu', zip: null });
  });

  it('is null over GraphQL and left out over REST where there is none', async () => {
    for (const given of [{}, { addr: null }, { addr: {} }, { addr: 'Pikk 1, Tallinn' }]) {
      const code = await newContact(world, given);
      expect(await overGraph(code)).toBeNull();
      expect(await overRest(code)).not.toHaveProperty('address');
    }
    expect((await create({ address: null })).contact.address).toBeNull();
  });

  it('changes in the parts that are given, and in no others', async () => {
    const code = await newContact(world, { addr });
    expect((await put(code, { addr: { city: 'Tartu', state: null } })).body.code).toBe(1000);
    expect(await overGraph(code)).toEqual({ ...address, city: 'Tartu', state: null });
    expect((await update(code, { address: { zip: '50090', street: null } })).contact.address).toEqual({
      ...address,
      city: 'Tartu',
      state: null,
      zip: '50090',
      street: null,
    });
    await put(code, { name: 'Jaan Mets' });
    await update(code, { name: 'Jaan Kask' });
    expect(await overGraph(code)).toMatchObject({ city: 'Tartu', zip: '50090' });
  });

  it('is removed by null, or by null for each of its parts', async () => {
    const remove: ((code: string) => Promise<unknown>)[] = [
      (code) => put(code, { addr: null }),
      (code) => update(code, { address: null }),
      (code) => update(code, { address: nothing }),
    ];
    for (const removed of remove) {
      const code = await newContact(world, { addr });
      await removed(code);
      expect(await overGraph(code)).toBeNull();
    }
  });

  it.each([
    ['countryCode', 'XX', 'Country code does not conform to ISO 3166-1 alpha-2 standard'],
    ['countryCode', 'Eesti', 'Country code does not conform to ISO 3166-1 alpha-2 standard'],
    ['zip', '1'.repeat(17), 'Zip is too long, max 16 characters [zip]'],
    ['street', 'õ'.repeat(256), 'Street is too long, max 255 characters [street]'],
    ['city', '<b>Tallinn</b>', 'City is invalid [city]'],
  ])('is refused with 2005 for a wrong %s: %s', async (part, value, message) => {
    // Brackets are words of the REST API.
    const failure = { resultCode: 2005, message: message.replace(/ \[.*/, ''), path: ['address', part] };
    expect(await create({ address: { [part]: value } })).toEqual({ contact: null, userErrors: [failure] });
    const code = await newContact(world, { addr });
    expect((await update(code, { address: { [part]: value } })).userErrors).toEqual([failure]);
    const name = part === 'countryCode' ? 'country_code' : part;
    const refused = { status: 400, body: { code: 2005, message, data: {} } };
    expect(await postContact(world, { ...person, addr: { [name]: value } })).toMatchObject(refused);
    expect(await put(code, { addr: { [name]: value } })).toMatchObject(refused);
    expect(await overGraph(code)).toEqual(address);
  });

  it('is in the history with what it was before and after, and in what the contact was at a moment', async () => {
    const code = await newContact(world, { addr });
    const before = world.clock.now();
    await advance(world, { by: 'PT1M' });
    await update(code, { address: { city: 'Tartu' } });
    await update(code, { address: null });
    const { data } = await graph(
      world,
      `{ contact(code: "${code}") { history(first: 2) { nodes { changes { field from to } } } }
         then: contact(code: "${code}", asOf: "${before.toISOString()}") { ${parts} } }`,
    );
    const inTartu = { ...address, city: 'Tartu' };
    expect(data.contact.history.nodes).toEqual([
      { changes: [{ field: 'address', from: inTartu, to: null }] },
      { changes: [{ field: 'address', from: address, to: inTartu }] },
    ]);
    expect(data.then.address).toEqual(address);
  });

  it('is found by its country and its city', async () => {
    const code = await newContact(world, { addr: { ...addr, city: 'Rīga', country_code: 'LV' } });
    await newContact(world, { addr: { ...addr, city: 'Rīga' } });
    const found = async (where: string) =>
      (await graph(world, `{ contacts(first: 10, where: ${where}) { nodes { code } } }`)).data.contacts.nodes;
    expect(await found('{ addressCountryCode: { eq: "LV" } }')).toEqual([{ code }]);
    expect(await found('{ addressCity: { eq: "Rīga" } }')).toHaveLength(2);
    expect(await found('{ addressCity: { startsWith: "Rī" }, addressCountryCode: { eq: "LV" } }')).toEqual([
      { code },
    ]);
    const { body } = await world.request({ url: '/registry/v1/contacts?q[country_code_eq]=LV' });
    expect(body.data.contacts).toEqual([code]);
  });

  it('stands in columns of its own in a CSV file', async () => {
    const code = await newContact(world, { addr });
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'text/csv' },
      payload: {
        query: `{ contacts(first: 10, where: { code: { eq: "${code}" } }) { nodes { code ${parts} } } }`,
      },
    });
    expect(text.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'code,address.street,address.city,address.zip,address.state,address.countryCode',
      `${code},Pikk 1,Tallinn,10123,Harjumaa,EE`,
    ]);
  });
});

describe('the visibility of a postal address', () => {
  it('is its registrar and the operator, whose look is noted, and no other registrar', async () => {
    const code = await newContact(world, { addr });
    const { name } = await seed(world).domain('seen.ee', { registrant: code });
    const ofDomain = async (auth: string) =>
      (await graph(world, `{ domain(name: "${name}") { registrant { ${parts} } } }`, { auth })).data.domain
        .registrant;
    expect(await ofDomain(beta)).toEqual({ address: null });
    expect(await ofDomain(operator)).toEqual({ address });
    const { rows } = await sql`select * from access_log_entries where object_key = ${code}`.execute(
      world.container.database.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is who holds the transfer code of a domain, and the registrar to which it goes, in a copy', async () => {
    const code = await newContact(world, { addr });
    const { name, transferCode } = await seed(world).domain('moves.ee', { registrant: code });
    const { body } = await world.request({
      url: `/registry/v1/domains/${name}/transfer_info`,
      headers: { 'auth-code': transferCode },
      auth: beta,
    });
    expect(body.data.registrant).toMatchObject({
      street: 'Pikk 1',
      city: 'Tallinn',
      zip: '10123',
      country_code: 'EE',
    });
    const info = await graph(
      world,
      `{ domainTransferInfo(name: "${name}", transferCode: "${transferCode}") { registrant { street city zip countryCode } } }`,
      { auth: beta },
    );
    const { state: _, ...shown } = address;
    expect(info.data.domainTransferInfo.registrant).toEqual(shown);
    await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/transfer`,
      payload: { transfer: { transfer_code: transferCode } },
      auth: beta,
    });
    const { data } = await graph(world, `{ domain(name: "${name}") { registrant { code ${parts} } } }`, {
      auth: beta,
    });
    expect(data.domain.registrant).toEqual({ code: expect.stringMatching(/^BETA:/), address });
  });
});

describe('while address_processing is on', () => {
  const missing = (name: string) => ({
    status: 400,
    body: { code: 2003, message: `param is missing or the value is empty: ${name}`, data: {} },
  });
  const signedIn = async () => (await world.request({ url: '/registry/v1/registrar/auth' })).body.data;

  it('a new contact has a whole address, and what is missing is named', async () => {
    expect(await signedIn()).toMatchObject({ address_processing: false });
    const old = await newContact(world);
    const whole = await newContact(world, { addr });
    await setting('true');
    try {
      expect(await signedIn()).toMatchObject({ address_processing: true });
      expect(await postContact(world, person)).toMatchObject(missing('addr'));
      for (const part of ['country_code', 'city', 'street', 'zip'])
        expect(await postContact(world, { ...person, addr: { ...addr, [part]: '' } })).toMatchObject(
          missing(part),
        );
      expect((await create({})).userErrors).toEqual([
        {
          resultCode: 2003,
          message: 'param is missing or the value is empty: addr',
          path: ['address'],
        },
      ]);
      expect((await create({ address: { ...address, state: null } })).userErrors).toEqual([]);
      // What is there stays whole; a contact from before, which has none, can still change otherwise.
      expect(await put(whole, { addr: null })).toMatchObject(missing('addr'));
      expect(await put(whole, { addr: { city: null } })).toMatchObject(missing('city'));
      expect(await put(whole, { addr: { city: 'Tartu' } })).toMatchObject({ status: 200 });
      expect(await put(old, { name: 'Jaan Mets' })).toMatchObject({ status: 200 });
    } finally {
      await setting('false');
    }
    expect(await postContact(world, person)).toMatchObject({ status: 200 });
  });
});

describe('in front of another registry', () => {
  it('is written there, and read back by the mirror, also when another client changes it', async () => {
    await setting('true');
    try {
      const line = await between(world, incumbentBefore(world));
      const facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H' });
      await facade.upstream.mirror.pass();
      const { contactCreate } = await facade.ask(
        `mutation ($input: ContactCreateInput!) {
          contactCreate(input: $input) { contact { code ${parts} } userErrors { message } } }`,
        {
          input: {
            ...person,
            ident: { code: person.ident.ident, type: 'PRIV', countryCode: 'EE' },
            address,
          },
        },
      );
      expect(contactCreate).toMatchObject({ contact: { address }, userErrors: [] });
      const code = String(contactCreate.contact.code);
      expect(await overGraph(code)).toEqual(address);

      // The registry asks for whole addresses: a part that changes is sent with the others.
      const changed = await facade.request({
        method: 'PUT',
        url: urlOf(code),
        payload: { contact: { addr: { city: 'Tartu' } } },
      });
      expect(changed.body).toMatchObject({ code: 1000 });
      expect(await overGraph(code)).toEqual({ ...address, city: 'Tartu' });
      expect((await facade.request({ url: urlOf(code) })).body.data.contact.address).toEqual({
        ...shownAddr,
        city: 'Tartu',
      });

      const renamed = await facade.request({
        method: 'PUT',
        url: urlOf(code),
        payload: { contact: { name: 'Jaan Mets' } },
      });
      expect(renamed.body).toMatchObject({ code: 1000 });
      expect(await overGraph(code)).toEqual({ ...address, city: 'Tartu' });

      await put(code, { addr: { city: 'Narva' } });
      await facade.upstream.mirror.pass();
      const { contacts } = await facade.ask(
        `{ contacts(first: 10, where: { addressCity: { eq: "Narva" } }) { nodes { code ${parts} history(first: 1) {
          nodes { changes { field from to } } } } } }`,
      );
      expect(contacts.nodes).toEqual([
        {
          code,
          address: { ...address, city: 'Narva' },
          history: {
            nodes: [
              {
                changes: [
                  {
                    field: 'address',
                    from: { ...address, city: 'Tartu' },
                    to: { ...address, city: 'Narva' },
                  },
                ],
              },
            ],
          },
        },
      ]);
    } finally {
      await setting('false');
    }
  });
});
