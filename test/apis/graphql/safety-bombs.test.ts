import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import trusted from '../../../schema/trusted-documents.json' with { type: 'json' };
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** Small documents that make much work for whoever walks through them carelessly. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(' ');

/** Each fragment spreads the next one so many times; the last one has the content. */
const spreading = (
  depth: number,
  width: number,
  type: string,
  content: string,
  around = (inner: string) => inner,
) =>
  times(
    depth,
    (at) =>
      `fragment F${at} on ${type} { ${at < depth - 1 ? times(width, () => around(`...F${at + 1}`)) : content} }`,
  );

const below = (inner: string) =>
  `domains(first: 1) { nodes { registrant { ${inner} } adminContacts { ${inner} } } }`;

const bombs: Readonly<Record<string, string>> = {
  'fragments that double each other': `query { ...F0 } ${spreading(26, 2, 'Query', '__typename')}`,
  'fragments that double each other, in introspection': `{ __schema { ...F0 } } ${spreading(40, 2, '__Schema', 'description')}`,
  'fragments that double each other inside fields': `{ contact(code: "x") { ...F0 } } ${spreading(20, 2, 'Contact', 'code', below)}`,
  'fragments that double each other, unused': `{ __typename } ${spreading(30, 2, 'Query', '__typename')}`,
  'fragments that double each other, in a mutation': `mutation { ...F0 } ${spreading(26, 2, 'Mutation', '__typename')}`,
  'fragments that double each other, in a subscription': `subscription { ...F0 } ${spreading(26, 2, 'Subscription', 'notificationReceived { id }')}`,
  'a wide spread of fragments': `{ ...F0 } ${spreading(5, 60, 'Query', '__typename')}`,
  'a fragment that spreads itself': '{ ...A } fragment A on Query { __typename ...A ...A }',
  'a fragment that spreads itself below a field':
    '{ contact(code: "x") { ...A } } fragment A on Contact { domains(first: 1) { nodes { registrant { ...A } } } }',
  'fragments that spread each other':
    '{ ...A } fragment A on Query { ...B ...B ...B } fragment B on Query { ...A ...A ...A }',
  'a ring of fragments': `{ ...F0 } ${times(200, (at) => `fragment F${at} on Query { ...F${(at + 1) % 200} __typename }`)}`,
  'every fragment spreads every other': `{ ...F0 } ${times(24, (at) => `fragment F${at} on Query { ${times(24, (to) => `...F${to}`)} }`)}`,
  'many operations with the same fragments': `${times(150, (at) => `query Q${at} { ...F0 }`)} ${spreading(8, 2, 'Query', '__typename')}`,
  'many operations': times(220, (at) => `query Q${at} { viewer { name } }`),
  'a long chain of fragments': `{ ...F0 } ${spreading(180, 1, 'Query', '__typename')}`,
  'a deep document': `{ ${'viewer { '.repeat(600)}name${' }'.repeat(600)} }`,
  'a document of nothing but inline fragments': `{ ${'... { '.repeat(600)}__typename${' }'.repeat(600)} }`,
  'a wide document': `{ viewer { ${times(1900, (at) => `f${at}`)} } }`,
  'fields that overlap': `{ viewer { ${'name '.repeat(1950)} } }`,
  'fields with arguments that overlap': `{ contact(code: "x") { ${'history(first: 1) { totalCount } '.repeat(180)} } }`,
  'fields that overlap at every level': `{ ${'viewer { registrar { code code } registrar { code code } } '.repeat(19)} }`,
  'fragments that overlap': `{ viewer { ${times(120, (at) => `...F${at}`)} } } ${times(120, (at) => `fragment F${at} on Viewer { name kind }`)}`,
  'a thousand aliases': `{ ${times(600, (at) => `a${at}: __typename`)} }`,
  'an alias of ten thousand letters': `{ ${'a'.repeat(10_000)}: __typename }`,
  'directives upon directives': `{ __typename ${'@include(if: true) '.repeat(300)} }`,
  'a literal of a thousand levels': `{ domains(first: 1, where: ${'['.repeat(900)}${']'.repeat(900)}) { totalCount } }`,
  'a literal that is opened and never closed': `{ domains(first: 1, where: ${'['.repeat(15_000)}`,
  'a type that is opened and never closed': `query ($a: ${'['.repeat(15_000)}`,
  'a filter of hundreds of levels': `{ domains(first: 1, where: ${'{ not: '.repeat(400)}{}${' }'.repeat(400)}) { totalCount } }`,
  'the same literal spread everywhere': `{ ${times(18, () => '...F')} } fragment F on Query { domains(first: 1, where: { name: { in: [${'"a" '.repeat(800)}] } }) { totalCount } }`,
  'a hundred mistakes': `{ viewer { ${times(900, (at) => `registrr${at}`)} } }`,
  'a document of a megabyte': `{ __typename } # ${'x'.repeat(1_000_000)}`,
  'a text of a megabyte': `{ contact(code: "${'x'.repeat(1_000_000)}") { code } }`,
};

type Send = (query: string, auth: string | null) => Promise<{ status: number; text: string }>;

const post =
  (accept: string): Send =>
  (query, auth) =>
    world.request({ method: 'POST', url: '/graphql', payload: { query }, headers: { accept }, auth });

const ways: Readonly<Record<string, Send>> = {
  'as JSON': post('application/json'),
  'the protocol’s own way': post('application/graphql-response+json'),
  'as CSV': post('text/csv'),
  'as a stream': post('text/event-stream'),
  'by GET': (query, auth) =>
    world.request({
      url: `/graphql?query=${encodeURIComponent(query)}`,
      headers: { accept: 'application/json' },
      auth,
    }),
};

describe.each(Object.entries(ways))('sent %s', (way, send) => {
  it.each(Object.entries(bombs))(
    '%s is answered within a second of work, without a fault',
    async (_, query) => {
      for (const auth of way === 'as JSON' ? [null, alpha] : [null]) {
        const before = process.cpuUsage();
        const { status, text } = await send(query, auth);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1e6).toBeLessThan(1);
        expect(status).toBeLessThan(500);
        expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|call stack/);
      }
    },
  );
});

describe('a harmless document', () => {
  it('is accepted: introspection, and every document of our own', async () => {
    const own = [
      getIntrospectionQuery(),
      getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
      // A stream is let through when it is opened, which test/client does.
      ...Object.values(trusted).filter((document) => !document.startsWith('subscription')),
    ];
    for (const query of own) {
      const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query } });
      const codes = ((body.errors ?? []) as unknown as Loose[]).map(({ extensions }) => extensions?.code);
      expect(codes, query).not.toContain('QUERY_TOO_COMPLEX');
    }
  });

  it('is a document of 16 KiB, and one letter more is too long, with whatever variables', async () => {
    const document = (length: number) => `{ __typename } #${'x'.repeat(length - 16)}`;
    const ask = async (query: string, variables: object) =>
      (await world.request({ method: 'POST', url: '/graphql', payload: { query, variables } })).status;
    const large = { unused: 'x'.repeat(100_000) };
    expect([
      await ask(document(16_384), {}),
      await ask(document(16_384), large),
      await ask(document(16_385), {}),
    ]).toEqual([200, 200, 400]);
  });

  it('is what fragments are for: the same ones in many places', async () => {
    const query = `{ ${times(14, (at) => `d${at}: domain(name: "a${at}.ee") { ...D }`)} }
      fragment D on Domain { name ...P registrant { ...C } adminContacts { ...C } techContacts { ...C } }
      fragment P on Domain { expiresAt nameservers { hostname } } fragment C on Contact { code name email }`;
    const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query } });
    expect(body.errors).toBeUndefined();
  });
});
