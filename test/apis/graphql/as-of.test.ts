import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/database.ts';
import { unknownField } from '../../support/graph.ts';
import { askOf, mutateOf } from '../../support/operator.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** Lists of domains and contacts as they were at a moment. */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

const firstDay = '2026-03-01T12:00:00+02:00';
const beforeTransfer = '2026-03-05T12:00:00+02:00';
const key = { flags: 257, protocol: 3, algorithm: 13, publicKey: Buffer.alloc(64, 7).toString('base64') };

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '1000000' }, { clock: clockAt(firstDay) });
  const registrant = await seed(world).contact({ id: 'MARI', name: 'Mari Maasikas', ident: people.mari });
  await seed(world).domain('aed.ee', { registrant, nameservers: twoNameservers, transferCode: 'aed-code' });
  await seed(world).domain('kaev.ee', { registrant, admins: [registrant], techs: [registrant] });
  await seed(world, beta).domain('lill.com.ee', { period: 2 });
  await advance(world, { by: 'P5D' });
  await mutate('domainTransfer', { name: 'aed.ee', transferCode: 'aed-code' }, '__typename', beta);
  await mutate('contactUpdate', { code: registrant, name: 'Mari Mustikas' }, '__typename', alpha);
  await mutate('domainDnssecKeysAdd', { name: 'kaev.ee', dnssecKeys: [key] }, '__typename', alpha);
  await advance(world, { by: 'P2Y' });
});

const namesOf = async (args: string, auth: string): Promise<unknown> => {
  const { data, errors } = await ask(
    `{ domains(first: 50, ${args}) { totalCount nodes { name } } }`,
    {},
    auth,
  );
  if (errors) return errors[0];
  const names = (data.domains.nodes as unknown as Loose[]).map(({ name }) => name);
  expect(data.domains.totalCount).toBe(names.length);
  return names;
};
const refusal = async (document: string, auth = alpha): Promise<unknown> => {
  const { errors } = await ask(document, {}, auth);
  return errors?.[0];
};

describe('a list of domains as of a moment', () => {
  it('has the domains that the registrar sponsored then, and all for an operator', async () => {
    const then = `asOf: "${beforeTransfer}", orderBy: { field: NAME }`;
    expect(await namesOf(then, alpha)).toEqual(['aed.ee', 'kaev.ee']);
    expect(await namesOf(then, beta)).toEqual(['lill.com.ee']);
    expect(await namesOf(then, operator)).toEqual(['aed.ee', 'kaev.ee', 'lill.com.ee']);
    const later = 'asOf: "2026-03-07", orderBy: { field: NAME }';
    expect(await namesOf(later, alpha)).toEqual(['kaev.ee']);
    expect(await namesOf(later, beta)).toEqual(['aed.ee', 'lill.com.ee']);
    expect(await namesOf('asOf: "PT0S"', operator)).toEqual(await namesOf('where: {}', operator));
  });

  it('counts what happened at that very moment, and is empty before anything happened', async () => {
    expect(await namesOf(`asOf: "${firstDay}", orderBy: { field: NAME }`, alpha)).toEqual([
      'aed.ee',
      'kaev.ee',
    ]);
    expect(await namesOf('asOf: "2026-03-01T11:59:59.999+02:00"', operator)).toEqual([]);
  });

  it('shows each as domain(asOf:) does, with the people and servers that it had', async () => {
    const fields = `id name punycode expiresAt createdAt updatedAt transferCode disputed statuses { name }
      registrar { code } registrant { code name email domainsCount domains(first: 1) { totalCount } authInfo }
      adminContacts { name } techContacts { name } nameservers { hostname } dnssecKeys { publicKey }
      history(first: 5) { totalCount nodes { operation } } transactions { nodes { amount } }
      renewQuote { price } allowedActions { allowed }`;
    const { data } = await ask(
      `{ domains(first: 9, asOf: "${beforeTransfer}", orderBy: { field: NAME }) { nodes { ${fields} } }
        aed: domain(name: "aed.ee", asOf: "${beforeTransfer}") { ${fields} }
        kaev: domain(name: "kaev.ee", asOf: "${beforeTransfer}") { ${fields} } }`,
      {},
      alpha,
    );
    expect(data.domains.nodes).toEqual([data.aed, data.kaev]);
    expect(data.aed).toMatchObject({
      registrar: { code: 'ALPHA' },
      registrant: {
        code: 'ALPHA:MARI',
        name: 'Mari Maasikas',
        domainsCount: null,
        domains: null,
        authInfo: null,
      },
      nameservers: twoNameservers.map((hostname) => ({ hostname })),
      history: { totalCount: 1 },
      transferCode: null,
      transactions: null,
      renewQuote: null,
      allowedActions: null,
    });
  });

  it('is filtered by its values at that moment, from which durations count', async () => {
    const then = `asOf: "${beforeTransfer}", orderBy: { field: NAME }`;
    const filtered = (where: string, auth = operator) => namesOf(`${then}, where: ${where}`, auth);
    expect(await filtered('{ zone: { eq: "com.ee" } }')).toEqual(['lill.com.ee']);
    expect(await filtered('{ registrar: { eq: "ALPHA" } }')).toEqual(['aed.ee', 'kaev.ee']);
    expect(await filtered('{ registrantCode: { eq: "ALPHA:MARI" } }')).toEqual(['aed.ee', 'kaev.ee']);
    expect(await filtered('{ nameserverHostnames: { contains: ["ns1.hosting.example"] } }')).toEqual([
      'aed.ee',
    ]);
    expect(await filtered('{ statuses: { containsAny: ["expired"] } }')).toEqual([]);
    expect(await filtered('{ punycode: { startsWith: "aed" } }')).toEqual(['aed.ee']);
    expect(await filtered('{ expiresAt: { lt: "P1Y" } }')).toEqual(['aed.ee', 'kaev.ee']);
    expect(await filtered('{ createdAt: { gte: "-P3D" } }')).toEqual([]);
    expect(await filtered('{ not: { signed: { eq: false } } }')).toEqual([]);
    const signed = 'asOf: "2026-03-07", where: { signed: { eq: true } }';
    expect(await namesOf(signed, operator)).toEqual(['kaev.ee']);
  });

  it("is grouped by registrants of that time who still exist and are the caller's", async () => {
    const { clock } = world;
    const registrant = await seed(world).contact({ id: 'JUHAN', ident: people.mari });
    await seed(world).domain('juhan.ee', { registrant });
    const asOf = clock.now().toISOString();
    const grouped = async (auth: string, moment = asOf) => {
      const query = `{ domains(asOf: "${moment}", where: { name: { in: ["juhan.ee", "aed.ee"] } }) { groups(by: { field: REGISTRANT }) { registrant { code } count } } }`;
      return (await ask(query, {}, auth)).data.domains.groups;
    };
    const his = [{ registrant: { code: registrant }, count: 1 }];
    expect(await grouped(alpha)).toEqual(his);
    expect(await grouped(operator)).toEqual(his);
    expect(await grouped(beta)).toEqual([]);
    expect(await grouped(alpha, beforeTransfer)).toEqual([{ registrant: null, count: 1 }]);
  });

  it('is counted and grouped by values that change with each version and by those that do not', async () => {
    const counted = async (args: string, moment: string) =>
      namesOf(`asOf: "${moment}", orderBy: { field: NAME }, ${args}`, operator);
    const ofAlpha = 'where: { registrar: { eq: "ALPHA" } }';
    expect(await counted(ofAlpha, beforeTransfer)).toEqual(['aed.ee', 'kaev.ee']);
    expect(await counted(ofAlpha, '2026-03-07T12:00:00+02:00')).toEqual(['kaev.ee']);
    expect(await counted('where: { not: { registrar: { eq: "ALPHA" } } }', beforeTransfer)).toEqual([
      'lill.com.ee',
    ]);
    const signed = 'where: { registrar: { eq: "ALPHA" }, signed: { eq: true } }';
    expect(await counted(signed, beforeTransfer)).toEqual([]);
    expect(await counted(signed, '2026-03-07T12:00:00+02:00')).toEqual(['kaev.ee']);
    const { data } = await ask(
      `{ domains(asOf: "${beforeTransfer}", where: { not: { name: { eq: "aed.ee" } } }) {
        groups(by: [{ field: REGISTRAR }, { field: EXPIRES_AT, per: YEAR }]) { registrar { code } expiresAt count } } }`,
      {},
      operator,
    );
    expect(data.domains.groups).toEqual([
      { registrar: { code: 'ALPHA' }, expiresAt: '2027-01-01', count: 1 },
      { registrar: { code: 'BETA' }, expiresAt: '2028-01-01', count: 1 },
    ]);
  });

  it('is grouped, and sent as a file, all of it', async () => {
    const groups = await ask(
      `{ domains(asOf: "${beforeTransfer}") { groups(by: [{ field: REGISTRAR }, { field: ZONE }]) { registrar { code } zone count } } }`,
    );
    expect(groups.data.domains.groups).toEqual([
      { registrar: { code: 'ALPHA' }, zone: 'ee', count: 2 },
      { registrar: { code: 'BETA' }, zone: 'com.ee', count: 1 },
    ]);
    const query = '{ domains(asOf: "-P2Y", orderBy: { field: NAME }) { nodes { name registrar { code } } } }';
    const file = await world.request({
      method: 'POST',
      url: '/graphql?all=true',
      payload: { query },
      headers: { accept: 'text/csv', 'content-type': 'application/json' },
      auth: operator,
    });
    expect(file.text.trim().split(/\r?\n/).slice(1)).toEqual([
      'aed.ee,BETA',
      'kaev.ee,ALPHA',
      'lill.com.ee,BETA',
    ]);
  });

  it('is read page by page, also at a distance from now that moves on', async () => {
    const page = async (asOf: string, after: string | null) =>
      await ask(
        `query ($after: String) { domains(first: 1, after: $after, asOf: "${asOf}", orderBy: { field: NAME }) {
            nodes { name } pageInfo { endCursor hasNextPage } } }`,
        { after },
      );
    const first = await page('-P2Y', null);
    await advance(world, { by: 'PT1H' });
    const second = await page('-P2Y', first.data.domains.pageInfo.endCursor as unknown as string);
    expect(second.data.domains.nodes).toEqual([{ name: 'kaev.ee' }]);
    const cursor = first.data.domains.pageInfo.endCursor as unknown as string;
    for (const other of ['-P1Y', beforeTransfer]) {
      const { errors } = await page(other, cursor);
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: ['after'] } }]);
    }
    const { errors } = await ask(
      `{ domains(first: 1, after: "${cursor}", orderBy: { field: NAME }) { nodes { name } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: ['after'] } }]);
    const now = await ask('{ domains(first: 1, orderBy: { field: NAME }) { pageInfo { endCursor } } }');
    const ofNow = now.data.domains.pageInfo.endCursor as unknown as string;
    expect((await page(beforeTransfer, ofNow)).errors).toMatchObject([
      {
        message: expect.stringMatching(/: the cursor belongs to the list without asOf$/),
        extensions: { argument: ['after'] },
      },
    ]);
  });

  it('names the moment of a cursor that is of another one, and takes it there', async () => {
    const asked = (asOf: string, after: string) =>
      ask(
        `{ domains(first: 1, asOf: "${asOf}"${after}, orderBy: { field: NAME }) { nodes { name } pageInfo { endCursor } } }`,
      );
    const { endCursor } = (await asked('-P2Y', '')).data.domains.pageInfo as unknown as { endCursor: string };
    const { errors } = await asked('-P1Y', `, after: "${endCursor}"`);
    const [, own = ''] = /: the cursor belongs to asOf: "([^"]+)"$/.exec(String(errors?.[0]?.message)) ?? [];
    const second = await asked(own, `, after: "${endCursor}"`);
    expect(second.data.domains.nodes).toEqual([{ name: 'kaev.ee' }]);
  });

  it('takes as many statements for two domains as for many', async () => {
    const statements = async (first: number) => {
      const counted = await countStatements(world.container.database, () =>
        ask(
          `{ domains(first: ${first}, asOf: "${beforeTransfer}") { nodes { name registrar { code } registrant { name }
            adminContacts { name } nameservers { hostname } history(first: 3) { totalCount nodes { operation } } } } }`,
        ),
      );
      return counted.statements;
    };
    expect(await statements(1)).toEqual(await statements(3));
  });
});

describe('a list of the past refuses', () => {
  const fields = 'nodes { name }';
  it('a moment to come, there and for single objects', async () => {
    const refused = {
      message: expect.stringMatching(/ is in the future; use a past moment, such as "-P30D"$/),
      extensions: { code: 'BAD_USER_INPUT', argument: ['asOf'] },
    };
    expect(await refusal(`{ domains(first: 1, asOf: "P1D") { ${fields} } }`)).toMatchObject(refused);
    expect(await refusal(`{ contacts(first: 1, asOf: "2099-01-01") { ${fields} } }`)).toMatchObject(refused);
    expect(await refusal('{ domain(name: "aed.ee", asOf: "PT1S") { name } }')).toMatchObject(refused);
    expect(await refusal('{ contact(code: "ALPHA:MARI", asOf: "PT1S") { name } }')).toMatchObject(refused);
  });

  it('fields that past states do not have, and names them and those that they have', async () => {
    const refused = (name: string) => ({
      message: expect.stringContaining(`do not have ${name}: a list of the past accepts`),
      extensions: { code: 'NOT_IN_HISTORY', argument: [expect.any(String), name] },
    });
    const list = (args: string, kind = 'domains') =>
      `{ ${kind}(first: 1, asOf: "-P1D", ${args}) { ${fields} } }`;
    expect(await refusal(list('where: { or: [{ outzoneAt: { isNull: false } }] }'))).toMatchObject(
      refused('outzoneAt'),
    );
    expect(await refusal(list('where: { registrantName: { contains: "a" } }'))).toMatchObject(
      refused('registrantName'),
    );
    for (const [kind, known] of [
      ['domains', 'NAME, EXPIRES_AT, CREATED_AT'],
      ['contacts', 'NAME, CODE, CREATED_AT'],
    ])
      expect(await refusal(list('orderBy: { field: UPDATED_AT }', kind))).toMatchObject({
        ...refused('UPDATED_AT'),
        message: `Past states do not have UPDATED_AT: a list of the past accepts ${known}`,
      });
    expect(await refusal(list('where: { registrar: { eq: "ALPHA" } }'))).toMatchObject(refused('registrar'));
    expect(await refusal(list('where: { email: { contains: "a" } }', 'contacts'))).toMatchObject(
      refused('email'),
    );
    const groups = '{ domains(asOf: "-P1D") { groups(by: { field: REGISTRANT_COUNTRY_CODE }) { count } } }';
    expect(await refusal(groups)).toMatchObject(refused('REGISTRANT_COUNTRY_CODE'));
  });

  it('callers that have no lists of the present', async () => {
    const billing = await ask(`{ domains(first: 1, asOf: "-P1D") { ${fields} } }`, {}, portal);
    expect(billing.errors).toMatchObject([unknownField('domains')]);
  });
});

describe('a list of contacts as of a moment', () => {
  const contacts = async (args: string, auth = alpha) =>
    (
      await ask(
        `{ contacts(first: 50, asOf: "${beforeTransfer}", ${args}) { totalCount nodes { code name } } }`,
        {},
        auth,
      )
    ).data.contacts;

  it('has the contacts of its registrar at that moment, under their names at that moment', async () => {
    expect(await contacts('orderBy: { field: CODE }')).toEqual({
      totalCount: 1,
      nodes: [{ code: 'ALPHA:MARI', name: 'Mari Maasikas' }],
    });
    const all = await contacts('where: { name: { startsWith: "mari" } }', operator);
    expect(all).toEqual({ totalCount: 1, nodes: [{ code: 'ALPHA:MARI', name: 'Mari Maasikas' }] });
    const others = await contacts(
      'where: { registrar: { eq: "BETA" }, identType: { eq: PRIV }, countryCode: { eq: "EE" } }',
      operator,
    );
    expect(others).toMatchObject({ totalCount: 1 });
  });

  it('shows each as contact(asOf:) does', async () => {
    const fields =
      'id code name email phone ident { code } registrar { code } createdAt domainsCount history(first: 9) { totalCount } authInfo';
    const { data } = await ask(
      `{ contacts(first: 9, asOf: "${beforeTransfer}") { nodes { ${fields} } groups(by: [{ field: COUNTRY_CODE }]) { countryCode count } }
        contact(code: "ALPHA:MARI", asOf: "${beforeTransfer}") { ${fields} } }`,
      {},
      alpha,
    );
    expect(data.contacts.nodes).toEqual([data.contact]);
    expect(data.contact).toMatchObject({ name: 'Mari Maasikas', history: { totalCount: 1 }, authInfo: null });
    expect(data.contacts.groups).toEqual([{ countryCode: 'EE', count: 1 }]);
  });
});

describe('the past of a clock that was behind', () => {
  it('has the changes in the order in which they were made', async () => {
    const code = await seed(world).contact({ id: 'BEHIND', name: 'Mari Murakas' });
    const rename = (name: string) => mutate('contactUpdate', { code, name }, '__typename', alpha);
    const now = world.clock.now();
    await rename('Mari Kuusk');
    world.clock.setAhead(world.clock.aheadMs - 3_600_000);
    await rename('Mari Pihlakas');
    world.clock.moveTo(new Date(now.getTime() + 1000));
    const { data, errors } = await ask(
      `{ contact(code: "${code}", asOf: "${now.toISOString()}") { name }
        contacts(first: 1, asOf: "${now.toISOString()}", where: { code: { eq: "${code}" } }) { nodes { name } } }`,
      {},
      alpha,
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      contact: { name: 'Mari Pihlakas' },
      contacts: { nodes: [{ name: 'Mari Pihlakas' }] },
    });
  });
});
