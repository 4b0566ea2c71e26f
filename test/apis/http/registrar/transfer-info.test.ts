import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { expectData, expectMissing, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { basic, beta, type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const info = (name: string, auth: string, code?: string) =>
  call(`GET /domains/${name}/transfer_info`, undefined, {
    auth,
    headers: code === undefined ? {} : { 'auth-code': code },
  });
const wrong = (answer: Awaited<ReturnType<typeof info>>) =>
  expectRefusal(answer, 400, 2202, 'Authorization error');

describe('transfer info', () => {
  it('shows the people behind a domain, with every documented key', async () => {
    const registrant = await seed(world, beta).contact({ name: 'Mari Mets', ident: people.mari });
    const admin = await seed(world, beta).contact();
    const company = await seed(world, beta).organisation();
    const name = await newDomain(
      world,
      { registrant, admins: [admin], techs: [company], transferCode: 'open-sesame' },
      { auth: beta },
    );
    const contact = (code: string, fields: object) => ({
      code,
      phone: '+372.5555555',
      email: 'jaan@example.com',
      ident: people.jaan,
      ident_type: 'priv',
      name: 'Jaan Tamm',
      ident_country_code: 'EE',
      city: null,
      street: null,
      zip: null,
      country_code: null,
      statuses: ['ok', 'linked'],
      ...fields,
    });
    const data = {
      domain: name,
      registrant: contact(registrant, { name: 'Mari Mets', ident: people.mari }),
      admin_contacts: [contact(admin, {})],
      tech_contacts: [
        contact(company, {
          name: 'Tamm OÜ',
          email: 'info@tamm.example',
          ident: '12345678',
          ident_type: 'org',
        }),
      ],
    };
    const answer = await info(name, beta);
    expectData(answer, data);
    expect(Object.keys(answer.body.data.registrant)).toEqual(Object.keys(data.registrant));
    expectData(await info(name, basic('alpha', 'alpha-sandbox'), 'open-sesame'), data);
  });

  it('ignores what code the sponsor sends', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    expect((await info(name, beta, 'nonsense')).status).toBe(200);
  });

  it('is refused to others without a code or with a wrong one', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    wrong(await info(name, beta));
    wrong(await info(name, beta, 'nonsense'));
    wrong(await info(name, beta, 'open-sesame '));
    wrong(await info(name, beta, 'Open-Sesame'));
  });

  it('finds no domain that is not there, nor one by its number', async () => {
    expectMissing(await info('unknown.ee', beta, 'nonsense'));
    const { id } = await storedDomain(world, await newDomain(world));
    expectMissing(await info(String(id), basic('alpha', 'alpha-sandbox')));
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world);
    const answer = await info(name, basic('alpha-billing', 'alpha-sandbox'));
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });
});

describe("another registrar's contact on a domain", () => {
  const alpha = basic('alpha', 'alpha-sandbox');
  const stranger = async () => seed(world, beta).contact({ name: 'Mari Mets', ident: people.mari });
  const strangers = (code: string, ...shown: readonly Loose[]): Loose[] =>
    shown.flat().filter((one) => String(one.code) === code);
  const onlyCode = (code: string) => ({
    code,
    phone: null,
    email: null,
    ident: null,
    ident_type: null,
    name: 'N/A',
    ident_country_code: null,
    city: null,
    street: null,
    zip: null,
    country_code: null,
    statuses: [],
  });
  const document = /* GraphQL */ `
    query ($name: DomainName!, $code: Secret) {
      domainTransferInfo(name: $name, transferCode: $code) {
        registrant { ...all }
        adminContacts { ...all }
        techContacts { ...all }
      }
    }
    fragment all on TransferContact {
      code name ident { code type countryCode } email phone statuses
    }
  `;
  const inGraph = async (name: string, auth: string, code?: string) =>
    (await graph(world, document, { variables: { name, code }, auth })).data.domainTransferInfo;
  const onlyCodeInGraph = (code: string) => ({
    code,
    name: 'N/A',
    ident: null,
    email: null,
    phone: null,
    statuses: null,
  });

  it('shows no more than its code in any part, with or without the transfer code, over both APIs', async () => {
    const code = await stranger();
    const parts = {
      registrant: { registrant: code },
      admin: { admins: [code] },
      tech: { techs: [code] },
    };
    for (const part of Object.values(parts)) {
      const name = await newDomain(world, { ...part, transferCode: 'open-sesame' });
      for (const given of [undefined, 'open-sesame', 'nonsense']) {
        const { body } = await info(name, alpha, given);
        const { registrant, admin_contacts, tech_contacts } = body.data;
        expect(strangers(code, registrant, admin_contacts, tech_contacts)).toEqual([onlyCode(code)]);
        const reported = await inGraph(name, alpha, given);
        expect(strangers(code, reported.registrant, reported.adminContacts, reported.techContacts)).toEqual([
          onlyCodeInGraph(code),
        ]);
      }
    }
  });

  it('that belongs to the holder of the transfer code is shown in full', async () => {
    const code = await stranger();
    const name = await newDomain(world, { techs: [code], transferCode: 'open-sesame' });
    const { body } = await info(name, beta, 'open-sesame');
    expect(body.data.tech_contacts).toEqual([
      expect.objectContaining({ code, name: 'Mari Mets', ident: people.mari, statuses: ['ok', 'linked'] }),
    ]);
    expect((await inGraph(name, beta, 'open-sesame')).techContacts).toEqual([
      expect.objectContaining({ code, name: 'Mari Mets', email: 'jaan@example.com' }),
    ]);
  });

  it('shows its name over neither API beside the domain, nor lets its number be guessed by a filter', async () => {
    const code = await stranger();
    const name = await newDomain(world, { techs: [code] });
    const rest = await call(`GET /domains/${name}`, undefined, { auth: alpha });
    expect(rest.body.data.domain.contacts).toEqual([{ code, type: 'TechDomainContact', name: 'N/A' }]);
    const shown = '{ code name email ident { code } authInfo registrar { code } domainsCount }';
    const { data } = await graph(
      world,
      `query ($name: DomainName!, $ident: String!) {
        domain(name: $name) { techContacts ${shown} contacts ${shown} }
        domains(first: 1, where: { contactIdents: { contains: [$ident] } }) { totalCount }
      }`,
      { variables: { name, ident: people.mari }, auth: alpha },
    );
    const hidden = {
      code,
      name: 'N/A',
      email: null,
      ident: null,
      authInfo: null,
      registrar: null,
      domainsCount: null,
    };
    expect(data).toEqual({
      domain: { techContacts: [hidden], contacts: [hidden] },
      domains: { totalCount: 0 },
    });
    const filtered = await call(`GET /domains?q[contacts_ident_eq]=${people.mari}`, undefined, {
      auth: alpha,
    });
    expect(filtered.body.data.count).toBe(0);
    const seenByOwner = await graph(
      world,
      'query ($name: DomainName!) { domain(name: $name) { techContacts { name } } }',
      { variables: { name }, auth: beta },
    );
    expect(seenByOwner.data).toEqual({ domain: { techContacts: [{ name: 'Mari Mets' }] } });
  });
});

describe('wrong codes', () => {
  const minutes = 60_000;
  const tooMany = /^Too many wrong codes for this domain; try again in \d+ seconds$/;
  const transfer = (name: string, transfer_code: string, auth = beta) =>
    call(`POST /domains/${name}/transfer`, { transfer: { transfer_code } }, { auth });

  it('are counted over transfer info, transfer and bulk transfer, and then even the right one waits', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    wrong(await info(name, beta, 'one'));
    wrong(await info(name, beta, 'two'));
    expectRefusal(await transfer(name, 'three'), 400, 2202, 'Invalid authorization information');
    const bulk = (...codes: string[]) =>
      call(
        'POST /domains/transfer',
        { data: { domain_transfers: codes.map((transfer_code) => ({ domain_name: name, transfer_code })) } },
        { auth: beta },
      );
    const { failed } = (await bulk('four', 'five', 'open-sesame')).body.data;
    expect((failed as unknown as { errors: { code: string } }[]).map(({ errors }) => errors.code)).toEqual([
      '2202',
      '2202',
      '2502',
    ]);
    for (const answer of [await transfer(name, 'open-sesame'), await info(name, beta, 'open-sesame')]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 2502, message: expect.stringMatching(tooMany) },
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await storedDomain(world, name)).registrar_code).toBe('ALPHA');
    world.clock.moveTo(new Date(world.clock.now().getTime() + 15 * minutes));
    expect((await transfer(name, 'open-sesame')).status).toBe(200);
  });

  it('of one registrar do not hold up another, and of one domain not another', async () => {
    const guessed = await newDomain(world, { transferCode: 'open-sesame' }, { auth: beta });
    const other = await newDomain(world, { transferCode: 'open-sesame' }, { auth: beta });
    const alpha = basic('alpha', 'alpha-sandbox');
    for (let guess = 0; guess < 6; guess += 1) await info(guessed, alpha, `guess ${guess}`);
    expect((await info(guessed, alpha, 'open-sesame')).status).toBe(429);
    // All users of a registrar share its guesses.
    expect((await info(guessed, basic('alpha-epp', 'alpha-sandbox'), 'open-sesame')).status).toBe(429);
    expect((await info(guessed, beta)).status).toBe(200);
    expect((await info(other, alpha, 'open-sesame')).status).toBe(200);
  });

  it('are counted in a dry run too', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    for (let guess = 0; guess < 6; guess += 1)
      await call(
        'POST /domains/transfer',
        { data: { domain_transfers: [{ domain_name: name, transfer_code: `guess ${guess}` }] } },
        { auth: beta, headers: { 'dry-run': 'true' } },
      );
    expect((await transfer(name, 'open-sesame')).status).toBe(429);
  });

  it('of any number at the same time get no more than five looks', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => transfer(name, `guess ${guess}`)),
    );
    const codes = answers.map(({ body }) => Number(body.code));
    expect(codes.filter((code) => code === 2202)).toHaveLength(5);
    expect(codes.filter((code) => code === 2502)).toHaveLength(7);
  });
});
