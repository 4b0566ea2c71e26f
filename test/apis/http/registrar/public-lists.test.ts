import { beforeAll, describe, expect, it } from 'vitest';
import { openDispute } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { operator, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const mutate = async (field: string, name: string) => {
  const document = `mutation ($name: DomainName!) { ${field}(input: { name: $name }) { userErrors { message } } }`;
  const { data } = await graph(world, document, { variables: { name }, auth: operator });
  expect(data?.[field]).toEqual({ userErrors: [] });
};
beforeAll(async () => {
  world = await testWorld();
  await mutate('nameBlock', 'keelatud.ee');
  await mutate('nameBlock', 'blockedäöüõ.ee');
  await mutate('nameReserve', 'hoitud.ee');
  await openDispute(world, 'hoitud.ee');
  const founder = await world.request({
    method: 'POST',
    url: '/api/v1/business_registry/reserve_domains',
    auth: portal,
    payload: { domain_names: ['asutaja.ee'] },
  });
  expect(founder.status, founder.text).toBeLessThan(300);
});

const read = (url: string, headers: Record<string, string> = {}) =>
  world.request({ url: `/repp/v1${url}`, auth: null, headers });
const row = (name: string, status: string, punycode_name = name) => ({ name, status, punycode_name });
const blocked = [row('keelatud.ee', 'blocked'), row('blockedäöüõ.ee', 'blocked', 'xn--blocked-cxa7mj0e.ee')];
const reserved = [row('hoitud.ee', 'reserved')];
const disputed = [row('hoitud.ee', 'disputed')];
const all = [...blocked, ...reserved, ...disputed];

describe('retained names', () => {
  it.each([
    ['', all],
    ['?type=blocked', blocked],
    ['?type=reserved', reserved],
    ['?type=disputed', disputed],
    ['?type=anything', all],
    ['?type', all],
  ])('are shown to everybody: %s', async (query, domains) => {
    const { status, body } = await read(`/retained_domains${query}`);
    expect({ status, body }).toEqual({ status: 200, body: { count: domains.length, domains } });
  });

  it('do not show what founders hold', async () => {
    expect((await read('/retained_domains')).text).not.toContain('asutaja');
  });

  it('may be kept, and asked for again', async () => {
    const { headers } = await read('/retained_domains', { origin: 'https://page.example' });
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    const etag = String(headers.etag);
    for (const asked of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await read('/retained_domains', { 'if-none-match': asked });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' });
    }
    for (const [url, asked] of [
      ['/retained_domains?type=blocked', etag],
      ['/retained_domains', '"other"'],
      ['/retained_domains', ''],
    ] as const)
      expect((await read(url, { 'if-none-match': asked })).status).toBe(200);
  });

  it('change their tag with what they show', async () => {
    const before = String((await read('/retained_domains')).headers.etag);
    await mutate('nameBlock', 'veel.ee');
    expect((await read('/retained_domains', { 'if-none-match': before })).status).toBe(200);
    await mutate('nameUnblock', 'veel.ee');
    expect((await read('/retained_domains', { 'if-none-match': before })).status).toBe(304);
  });

  it('are listed in the graph, page by page, without credentials', async () => {
    const names: unknown[] = [];
    let after: string | null = null;
    do {
      const { data } = await graph(
        world,
        `query ($after: String) { retainedNames(first: 3, after: $after) {
          nodes { name punycode kind } pageInfo { hasNextPage endCursor } totalCount } }`,
        { variables: { after }, auth: null },
      );
      const { nodes, pageInfo, totalCount } = data.retainedNames as unknown as {
        nodes: { name: string; punycode: string; kind: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
        totalCount: number;
      };
      expect(totalCount).toBe(all.length);
      names.push(...nodes.map(({ name, kind, punycode }) => row(name, kind.toLowerCase(), punycode)));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toEqual(all);
    const { data } = await graph(world, '{ retainedNames(kind: DISPUTED, first: 9) { nodes { name } } }', {
      auth: null,
    });
    expect(data).toEqual({ retainedNames: { nodes: [{ name: 'hoitud.ee' }] } });
  });
});

describe('auctions', () => {
  it('are none', async () => {
    const { status, body, headers } = await read('/auctions');
    expect({ status, body }).toEqual({ status: 200, body: { count: 0, auctions: [] } });
    expect((await read('/auctions', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });
});

describe('the budget of an address', () => {
  it('is a tenth of a user’s, for both lists together, and each address’s own', async () => {
    const strict = await testWorld({ RATE_LIMIT_POINTS: '30' });
    const from = (remoteAddress: string, url = '/registry/v1/retained_domains') =>
      strict.request({ url, auth: null, remoteAddress });
    for (const left of ['2', '1', '0'])
      expect(await from('192.0.2.1')).toMatchObject({
        status: 200,
        headers: { 'ratelimit-remaining': left },
      });
    expect(await from('192.0.2.1', '/registry/v1/auctions')).toMatchObject({
      status: 429,
      body: { code: 2502 },
    });
    expect((await from('192.0.2.2')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    expect((await from('2001:db8::2')).headers['ratelimit-remaining']).toBe('1');
  });
});
