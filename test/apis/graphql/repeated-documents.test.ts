import { beforeAll, describe, expect, it } from 'vitest';
import { seed, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  await maker.domain('again.ee', {
    nameservers: twoNameservers,
    keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
  });
  await maker.domain('once-more.ee');
});

const post = async (payload: object, auth: string | null) => {
  const { status, body } = await world.request({ method: 'POST', url: '/graphql', payload, auth });
  return { status, body: JSON.parse(JSON.stringify(body).replace(/"requestId":"[^"]*"/g, '"requestId":""')) };
};

/** More often than a document is run before it is compiled. */
const times = Array.from({ length: 6 });

const documents: readonly [string, object, (string | null)?][] = [
  [
    'a page with everything below it',
    {
      query: `{ domains(first: 2) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node {
        __typename id name statuses { name } registrar { id code } registrant { id code ident { code } domains(first: 1) { nodes { name } } }
        adminContacts { code } nameservers { hostname ipv4 } dnssecKeys { keyTag } transferCode
        renewQuote { price expiresAt } allowedActions { action allowed reasons { message } } history(first: 1) { nodes { operation } } } } } }`,
    },
  ],
  [
    'fragments and aliases',
    {
      query: `{ one: domain(name: "again.ee") { ...N } two: domain(name: "once-more.ee") { ...N } }
    fragment N on Domain { title: name registrant { ...C } } fragment C on Contact { code }`,
    },
  ],
  [
    'a node by its kind',
    {
      query: `query ($id: ID!) { node(id: $id) { id ... on Domain { name } } }`,
      variables: { id: 'RG9tYWluOjE=' },
    },
  ],
  ['an id that is none', { query: '{ node(id: "nonsense") { id } }' }],
  [
    'a refused root field beside one that is not',
    { query: '{ viewer { kind } registrars { totalCount } account { balance } }' },
    portal,
  ],
  ['a bad argument', { query: '{ domains(first: 1000) { totalCount } }' }],
  [
    'a bad argument deep inside',
    { query: '{ domain(name: "again.ee") { name history(first: 0) { nodes { id } } } }' },
  ],
  [
    'a variable of the wrong type',
    { query: 'query ($n: Int!) { domains(first: $n) { totalCount } }', variables: { n: 'x' } },
  ],
  ['a variable that is missing', { query: 'query ($n: Int!) { domains(first: $n) { totalCount } }' }],
  [
    'a variable of a type that contains itself',
    {
      query: 'query ($where: DomainWhere) { domains(first: 5, where: $where) { nodes { name } } }',
      variables: { where: { or: [{ name: { eq: 'again.ee' } }, { not: { name: { contains: 'again' } } }] } },
    },
  ],
  ['nobody', { query: '{ viewer { kind } account { balance } }' }, null],
  ['the catalogue of errors', { query: '{ errorCatalogue { code resultCode operations } }' }],
  ['a question about the schema', { query: '{ __type(name: "Domain") { fields { name } } }' }],
];

describe('a document that comes again and again', () => {
  it.each(documents)('is answered as at the first time: %s', async (_, payload, auth = alpha) => {
    const first = await post(payload, auth);
    for (const _time of times) expect(await post(payload, auth)).toEqual(first);
  });

  it('obeys @skip and @include by its variables each time', async () => {
    const query = `query ($with: Boolean!) { domain(name: "again.ee") { name
      nameservers @include(if: $with) { hostname } registrant @skip(if: $with) { code } } }`;
    for (const [index] of times.entries()) {
      const { body } = await post({ query, variables: { with: index % 2 === 0 } }, alpha);
      expect(Object.keys(body.data.domain)).toEqual(
        index % 2 === 0 ? ['name', 'nameservers'] : ['name', 'registrant'],
      );
    }
  });

  it('runs the operation that is named, each time another', async () => {
    const query = 'query A { viewer { name } } query B { viewer { kind } }';
    for (const [index] of times.entries()) {
      const operationName = index % 2 === 0 ? 'A' : 'B';
      const { body } = await post({ query, operationName }, alpha);
      expect(Object.keys(body.data.viewer)).toEqual([index % 2 === 0 ? 'name' : 'kind']);
    }
  });

  it('is charged for the page size it has this time', async () => {
    const query = 'query ($n: Int!) { domains(first: $n) { nodes { name registrant { code } } } }';
    const costs: number[] = [];
    for (const n of [100, 1, 100, 1, 100, 1])
      costs.push((await post({ query, variables: { n } }, alpha)).body.extensions.cost.requested);
    expect(costs.filter((_, index) => index % 2 === 0)).toEqual([costs[0], costs[0], costs[0]]);
    expect(costs[0]).toBeGreaterThan(costs[1] ?? 0);
  });

  it('counts a wrong transfer code once each time, however often it comes', async () => {
    await seed(world).by(beta).domain('guessed.ee');
    const query = '{ domainTransferInfo(name: "guessed.ee", transferCode: "wrong") { __typename } }';
    const codes: number[] = [];
    for (const _time of times)
      codes.push((await post({ query }, alpha)).body.errors[0].extensions.resultCode);
    // Five in a quarter of an hour are answered, whatever was compiled meanwhile (docs/rules/registrar.md#wrong-codes).
    expect(codes).toEqual([2202, 2202, 2202, 2202, 2202, 2502]);
  });

  it('writes each time when it is a mutation', async () => {
    const query = `mutation { contactCreate(input: { name: "Again Person", email: "again@mail.example", phone: "+372.5555555",
      ident: { code: "1980-01-01", type: BIRTHDAY, countryCode: "US" } }) { contact { code } userErrors { message } } }`;
    const codes = new Set<string>();
    for (const _time of times) {
      const { contact, userErrors } = (await post({ query }, alpha)).body.data.contactCreate;
      expect(userErrors).toEqual([]);
      codes.add(contact.code);
    }
    expect(codes.size).toBe(times.length);
  });
});
