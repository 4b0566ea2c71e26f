import { beforeAll, describe, expect, it } from 'vitest';
import { basic, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const post = (query: string, auth?: string | null, variables?: object) =>
  world.request({
    method: 'POST',
    url: '/graphql',
    payload: { query, variables },
    ...(auth !== undefined && { auth }),
  });

const codeOf = (body: Loose): unknown => body.errors[0]?.extensions.code;

describe('the shape of a document', () => {
  const tooComplex: readonly [string, string][] = [
    ['2,000 tokens', `{ viewer { ${'name '.repeat(2100)} } }`],
    [
      '12 levels',
      `{ node(id: "x") { ${'... on Domain { registrant { domains(first: 1) { nodes { '.repeat(5)}name${' } } } }'.repeat(5)} } }`,
    ],
    ['20 root fields', `{ ${'errorCatalogue { code } '.repeat(21)} }`],
    ['20 directives', `{ viewer { ${'name @include(if: true) '.repeat(21)} } }`],
  ];
  it.each(tooComplex)('is refused beyond %s', async (_, query) => {
    const answer = await post(query);
    expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
    });
  });

  it('has at most 15 aliases for callers without a name; signed-in callers pay for more', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `a${index}`);
    const counts = `{ ${names.map((name) => `${name}: errorCatalogue { code }`).join(' ')} }`;
    // Twice each: Yoga remembers documents, and what was refused to one caller is answered to the next.
    for (const _ of ['first', 'again']) {
      const refused = await post(counts, null);
      expect({ status: refused.status, code: codeOf(refused.body) }).toEqual({
        status: 400,
        code: 'QUERY_TOO_COMPLEX',
      });
      const answered = await post(counts);
      expect(answered.body.errors).toBeUndefined();
      expect(Object.keys(answered.body.data)).toEqual(names);
    }
  });

  it('counts what fragments spread', async () => {
    const fragments = Array.from({ length: 6 }, (_, index) =>
      index === 5
        ? 'fragment F5 on Contact { code }'
        : `fragment F${index} on Contact { domains(first: 1) { nodes { registrant { ...F${index + 1} } } } }`,
    );
    const answer = await post(`{ contact(code: "x") { ...F0 } } ${fragments.join(' ')}`);
    expect(codeOf(answer.body)).toBe('QUERY_TOO_COMPLEX');
  });

  it('survives fragments that spread themselves', async () => {
    const answer = await post('{ viewer { ...A } } fragment A on Viewer { name ...A }');
    expect(codeOf(answer.body)).toBe('QUERY_TOO_COMPLEX');
  });

  it('holds at most one mutation that checks a secret', async () => {
    const guess = (alias: string) =>
      `${alias}: domainTransfer(input: { name: "a.ee", transferCode: "x" }) { userErrors { code } }`;
    const answer = await post(`mutation { ${guess('a')} ${guess('b')} }`);
    expect(codeOf(answer.body)).toBe('QUERY_TOO_COMPLEX');
  });
});

describe('GraphQL over HTTP', () => {
  it.each([
    ['application/x-www-form-urlencoded', 'query=%7Bviewer%7Bname%7D%7D'],
    ['text/plain', '{"query":"{viewer{name}}"}'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('refuses %s, which a foreign page could send', async (type, payload) => {
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(415);
  });

  it('refuses a batch of operations', async () => {
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: [{ query: '{ viewer { name } }' }, { query: '{ viewer { name } }' }],
    });
    expect(answer.status).toBe(400);
  });

  it('refuses mutations over GET', async () => {
    const query = encodeURIComponent('mutation { invoiceNumberIssue { number } }');
    expect((await world.request({ url: `/graphql?query=${query}` })).status).toBe(405);
  });

  it('suggests field names to signed-in callers only', async () => {
    expect((await post('{ viewer { nam } }', null)).text).not.toContain('Did you mean');
    expect((await post('{ viewer { nam } }')).text).toContain('Did you mean');
  });

  it('answers 401 to wrong credentials and to no credentials where a caller is needed', async () => {
    expect((await post('{ viewer { name } }', null)).status).toBe(401);
    const wrong = await post('{ errorCatalogue { code } }', 'Bearer nonsense');
    expect({ status: wrong.status, code: codeOf(wrong.body) }).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });

  it('answers a wrong role with FORBIDDEN and HTTP 200', async () => {
    const answer = await post(
      '{ contacts(first: 1) { nodes { code } } }',
      basic('alpha-billing', 'alpha-sandbox'),
    );
    expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 200, code: 'FORBIDDEN' });
  });

  it('does not trust a deep introspection', async () => {
    const deep = `{ __schema { types { ${'fields { type { '.repeat(8)}name${' } }'.repeat(8)} } } }`;
    expect((await post(deep)).body.errors[0].message).toContain('introspection depth');
  });
});

describe('the cost of a request', () => {
  const page = 'query ($first: Int!) { contacts(first: $first) { nodes { code registrar { code } } } }';

  it('is shown before and after', async () => {
    const { body } = await post(page, undefined, { first: 100 });
    expect(body.extensions.cost).toEqual({ requested: 5, used: 1 });
  });

  it('counts what a page shows besides its items once', async () => {
    const inside = '{ nodes { code } edges { cursor } pageInfo { hasNextPage } }';
    const costs = [];
    for (const asked of [inside, inside.replace('pageInfo { hasNextPage }', '')]) {
      const { body } = await post(`{ contacts(first: 100) ${asked} }`);
      costs.push(body.extensions.cost.requested);
    }
    // 201 objects, and one more.
    expect(costs).toEqual([5, 5]);
    const nested = await post(
      `{ contacts(first: 10) { nodes { domains(first: 10) ${inside.replace('code', 'name')} } pageInfo { endCursor } } }`,
    );
    // Ten contacts with a list of 20 objects and what it tells besides, and that of the contacts themselves.
    expect(nested.body.extensions.cost.requested).toBe(Math.ceil((1 + 1 + 10 * (1 + 1 + 1 + 20)) / 50));
  });

  it('grows with the variables although the document is the same', async () => {
    const small = await post(page, undefined, { first: 1 });
    const large = await post(page, undefined, { first: 100 });
    expect(Number(large.body.extensions.cost.requested)).toBeGreaterThan(
      Number(small.body.extensions.cost.requested),
    );
  });
});
