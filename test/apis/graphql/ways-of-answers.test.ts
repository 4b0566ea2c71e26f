import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../support/schema.ts';
import { seed } from '../../support/seed.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** One request, sent in every way that the door knows: what it may not see it sees in none of them. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('secret-name.ee');
});

const types = [
  'application/json',
  'application/graphql-response+json',
  'text/csv',
  'text/event-stream',
  '*/*',
];

const ask = (query: string, accept: string, auth: string | null = null) =>
  world.request({ method: 'POST', url: '/graphql', payload: { query }, headers: { accept }, auth });

const samples: Readonly<Record<string, string>> = {
  DomainName: '"secret-name.ee"',
  String: '"x"',
  ID: '"RG9tYWluOjE="',
  Int: '1',
  Boolean: 'true',
  DateTime: '"2026-01-01T00:00:00Z"',
  Date: '"2026-01-01"',
  Duration: '"P1Y"',
  GroupPeriod: 'MONTH',
};

/** Every field of Query, with some value for each argument that it needs, and all plain values below it. */
const questions = Object.values(buildSchema().getQueryType()?.getFields() ?? {}).map((field) => {
  const given = field.args.flatMap(({ name, type }) => {
    if (name === 'first') return ['first: 1'];
    if (!isNonNullType(type)) return [];
    const sample = samples[String(getNamedType(type))] ?? '"x"';
    return [`${name}: ${String(type).startsWith('[') ? `[${sample}]` : sample}`];
  });
  const type = getNamedType(field.type);
  const plain = isObjectType(type)
    ? Object.values(type.getFields())
        .filter((one) => isLeafType(getNamedType(one.type)) && one.args.length === 0)
        .map(({ name }) => name)
    : [];
  const below = isLeafType(type)
    ? ''
    : isObjectType(type) && 'nodes' in type.getFields()
      ? '{ nodes { __typename } }'
      : `{ ${['__typename', ...plain.slice(0, 5)].join(' ')} }`;
  return [
    field.name,
    `{ ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${below} }`,
  ] as const;
});

const resultIn = (text: string): { data?: object; errors?: { extensions: { code: string } }[] } =>
  JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? text);

describe('what nobody may ask for', () => {
  it.each(questions)('is refused in every form alike: %s', async (_, query) => {
    const plain = await ask(query, 'application/json');
    const { errors } = plain.body as { errors?: object };
    for (const accept of types) {
      const { status, text } = await ask(query, accept);
      if (errors === undefined) {
        expect([200, 406]).toContain(status);
        continue;
      }
      // Of a document that does not fit the schema, JSON alone is answered with 200, as GraphQL over HTTP wants it.
      const isInvalid = JSON.stringify(errors).includes('GRAPHQL_VALIDATION_FAILED');
      const expected = isInvalid && accept !== 'application/json' ? [200, 400] : [plain.status];
      if (!accept.includes('event')) expect(expected, accept).toContain(status);
      expect({ accept, ...resultIn(text) }).toMatchObject({
        accept,
        errors: (errors as object[]).map((one) => ({
          extensions: (one as { extensions: object }).extensions,
        })),
      });
      expect(resultIn(text).data ?? null).toEqual(plain.body.data ?? null);
    }
  });
});

describe('hints about the schema', () => {
  const mistakes = [
    '{ viewer { nam } }',
    '{ domain(nam: "x") { name } }',
    '{ domains(first: 1, where: { nam: {} }) { totalCount } }',
    'query ($where: DomainWhere) { domains(first: 1, where: $where) { totalCount } }',
    'subscription { notificationReceive { id } }',
    '{ contac(code: "x") { name } }',
  ];
  it.each(mistakes)('are for signed-in callers, in whatever form: %s', async (query) => {
    for (const accept of types) {
      const payload = { query, variables: { where: { nam: {} } } };
      const sent = (auth: string | null) =>
        world.request({ method: 'POST', url: '/graphql', payload, headers: { accept }, auth });
      for (const _time of [1, 2]) {
        expect((await sent(null)).text).not.toContain('Did you mean');
        expect((await sent(alpha)).text).toContain('Did you mean');
      }
    }
    const url = `/graphql?query=${encodeURIComponent(query)}`;
    expect((await world.request({ url, auth: null })).text).not.toContain('Did you mean');
  });
});

describe('an answer in parts', () => {
  it('is never sent: a caller that takes nothing else learns what there is', async () => {
    for (const accept of [
      'multipart/mixed',
      'multipart/mixed; deferSpec=20220824',
      'MULTIPART/mixed',
      'multipart/*',
    ]) {
      const { status, headers, body } = await ask('{ viewer { name } }', accept, alpha);
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 406,
        type: 'application/json; charset=utf-8',
      });
      expect(body.errors).toMatchObject([{ message: expect.stringContaining('application/json') }]);
    }
  });

  it('is plain JSON for clients that accept that as well', async () => {
    for (const accept of ['multipart/mixed, application/json', 'multipart/mixed,*/*;q=0.1']) {
      const { status, headers, body } = await ask('{ viewer { kind } }', accept, alpha);
      expect({ status, type: headers['content-type'], framing: headers['transfer-encoding'] }).toEqual({
        status: 200,
        type: expect.stringMatching(/^application\/.*json; charset=utf-8$/),
        framing: undefined,
      });
      expect(body.data).toEqual({ viewer: { kind: 'REGISTRAR' } });
    }
  });
});

describe('what may be kept', () => {
  it('is no answer with data, of either API, nor a refusal', async () => {
    const paths = [
      '/registry/v1/contacts',
      '/repp/v1/domains',
      '/registry/v1/nothing',
      '/api/v1/invoice/1',
      '/nothing',
    ];
    for (const auth of [alpha, null])
      for (const url of paths)
        expect((await world.request({ url, auth })).headers['cache-control'], url).toBe('no-store');
    for (const accept of types)
      for (const auth of [alpha, null]) {
        const { headers } = await ask('{ domains(first: 1) { nodes { name } } }', accept, auth);
        expect(headers['cache-control'], accept).toBe('no-store');
      }
    for (const url of ['/graphql?query=%7Bviewer%7Bname%7D%7D', '/graphql?query=x'])
      expect((await world.request({ url })).headers['cache-control']).toBe('no-store');
  });

  it('are pages and documents that are the same for all', async () => {
    const graphiql = await world.request({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(graphiql.headers['cache-control']).toBe('no-cache');
    expect((await world.request({ url: '/openapi.json' })).headers['cache-control']).toBe('no-cache');
  });
});
