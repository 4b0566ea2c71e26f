import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { graph } from '../../support/graph.ts';
import { ownOperator, productionEnv } from '../../support/production.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What graphql-cop (github.com/dolevf/graphql-cop) looks for, each by its name there. */

let world: TestWorld;
let production: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  production = await testWorld(productionEnv);
});

const callers: readonly [string, string | null][] = [
  ['nobody', null],
  ['a registrar', alpha],
];
const get = (query: string, headers: Record<string, string> = {}, auth: string | null = alpha) =>
  world.request({ url: `/graphql?query=${encodeURIComponent(query)}`, headers, auth });

describe.each(callers)('denial of service by %s', (_, auth) => {
  const refused = async (query: string) => {
    const answer = await graph(world, query, { auth });
    expect({ status: answer.status, data: answer.data ?? null }).toEqual({ status: 400, data: null });
    expect(new Set(answer.errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['QUERY_TOO_COMPLEX']),
    );
    expect(answer.errors?.length).toBeLessThan(3);
  };

  it('alias overloading: a field under a hundred names is refused', () =>
    refused(`{ ${Array.from({ length: 101 }, (_, index) => `alias${index}: __typename`).join(' ')} }`));

  it('field duplication: a field that is asked for five hundred times is refused', () =>
    refused(`{ ${'__typename '.repeat(500)} }`));

  it('directive overloading: ten directives in one place are refused, and not with ten explanations', () =>
    refused(`{ __typename ${'@aa'.repeat(10)} }`));

  it('batch queries: ten operations in one request are refused', async () => {
    const payload = Array.from({ length: 10 }, () => ({ query: '{ __typename }' }));
    const answer = await world.request({ method: 'POST', url: '/graphql', payload, auth });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('"data"');
  });

  it('circular introspection: a schema query that goes in circles is refused', async () => {
    const circles = 'fields { type { '.repeat(4);
    const { data, errors } = await graph(
      world,
      `{ __schema { types { ${circles} name ${' } }'.repeat(4)} } } }`,
      { auth },
    );
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).toBe('Maximum introspection depth exceeded');
  });

  it('circular fragments are refused', async () => {
    const document =
      '{ __schema { ...A } } fragment A on __Schema { __typename ...B } fragment B on __Schema { ...A }';
    const { data, errors } = await graph(world, document, { auth });
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).toMatch(/Cannot spread fragment "A" within itself/);
  });
});

describe('request forgery', () => {
  const mutation = 'mutation { invoiceNumberIssue { number } }';
  const nextNumber = async () =>
    Number((await graph(world, mutation, { auth: operator })).data.invoiceNumberIssue.number);

  it('mutations over GET are refused, and nothing is done', async () => {
    const before = await nextNumber();
    const answer = await get(mutation, {}, operator);
    expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow: 'POST' });
    expect(await nextNumber()).toBe(before + 1);
  });

  // Pages of any origin may call (docs/rules/registrar.md#preflight-and-logs), but only with credentials that they
  // have themselves.
  it('queries over GET are answered, and never with what a browser would add by itself', async () => {
    const answer = await get('{ __typename }', { origin: 'https://evil.example' });
    expect(answer.body).toMatchObject({ data: { __typename: 'Query' } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('no page may send JSON with credentials that it does not have', async () => {
    const { headers } = await world.app.inject({
      method: 'OPTIONS',
      url: '/graphql',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    [
      'application/x-www-form-urlencoded',
      `query=${encodeURIComponent('mutation { invoiceNumberIssue { number } }')}`,
    ],
    ['text/plain', JSON.stringify({ query: '{ __typename }' })],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/graphql', '{ __typename }'],
  ])('POST as %s, which forms can send, is refused', async (type, payload) => {
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: { 'content-type': type },
      auth: operator,
    });
    expect(answer.status).toBe(415);
    expect(answer.body.data).toBeUndefined();
  });
});

describe('what it reveals', () => {
  it('field suggestions: nobody learns the names of fields by guessing', async () => {
    expect(
      (await graph(world, '{ domainz { nodes { nam } } viewer { nam } }', { auth: null })).text,
    ).not.toMatch(/did you mean/i);
  });

  it("introspection: the schema is everybody's to read, in production too, but not without end", async () => {
    const documents = [getIntrospectionQuery(), '{ __type(name: "Domain") { fields { name } } }'];
    const ask = (time: number, auth: string | null = null) =>
      graph(production, documents[time % 2] ?? '', { auth });
    for (let time = 0; time < 5; time += 1) expect((await ask(time)).errors).toBeUndefined();
    // A tenth of a user's thousand points for an address, of which each costs at least ten.
    let refused = await ask(0);
    for (let time = 0; time < 5 && refused.status === 200; time += 1) refused = await ask(0);
    expect(refused.status).toBe(429);
    expect(refused.errors).toMatchObject([{ extensions: { code: 'THROTTLED' } }]);
    expect((await ask(0, ownOperator)).errors).toBeUndefined();
  });

  it('trace mode: no answer shows how it was made', async () => {
    for (const document of ['{ __typename }', '{ viewer { name } }', '{ nonsense }', 'qwerty cop { abc }']) {
      const { text } = await graph(world, document, {
        headers: { 'x-apollo-tracing': '1', 'apollo-federation-include-trace': 'ftv1' },
      });
      expect(text).not.toMatch(/tracing|stack|exception|node_modules|\.ts:/i);
    }
  });

  it('unhandled errors: nonsense is refused in the words of the protocol', async () => {
    const { status, errors } = await graph(world, 'qwerty cop { abc }');
    expect(status).toBe(200);
    expect(errors).toMatchObject([
      { message: 'Syntax Error: Unexpected Name "qwerty".', extensions: { code: 'GRAPHQL_PARSE_FAILED' } },
    ]);
  });

  it('GraphiQL is at one place only, for browsers, and in production without credentials', async () => {
    for (const url of ['/graphiql', '/playground', '/console', '/altair', '/voyager'])
      expect(
        (await production.request({ url, headers: { accept: 'text/html' }, auth: null })).status,
        url,
      ).toBe(404);
    const page = await production.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const api = await production.request({ url: '/graphql', headers: { accept: '*/*' }, auth: null });
    expect(api.headers['content-type']).toContain('json');
  });
});
