import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { manyDomains } from '../../support/many-domains.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let names: string[];
beforeAll(async () => {
  world = await testWorld();
  names = await manyDomains(world, { prefix: 'pakk', count: 1500 });
});

const asked = { authorization: alpha, 'content-type': 'application/json' };
const post = (query: string, headers: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...asked, ...headers },
    payload: { query },
  });
const get = (url: string, headers: Record<string, string>) =>
  world.app.inject({ method: 'GET', url: `/registry/v1${url}`, headers: { ...asked, ...headers } });
const list = '{ domains(first: 100) { nodes { name expiresAt } } }';

describe('an answer above 1 kB', () => {
  it.each([
    ['of the graph', (headers: Record<string, string>) => post(list, headers)],
    ['of REST', (headers: Record<string, string>) => get('/domains?limit=100', headers)],
    [
      'of REST that is sent while it is read',
      (headers: Record<string, string>) => get('/domains?limit', headers),
    ],
    ['that is a file', (headers: Record<string, string>) => post(list, { ...headers, accept: 'text/csv' })],
  ])('%s is compressed for whoever accepts that', async (_, ask) => {
    const plain = await ask({});
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toContain('Accept-Encoding');
    for (const [accepted, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await ask({ 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(accepted);
      expect(unpack(rawPayload).toString()).toBe(plain.body);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
    expect(plain.body).toContain(names[0]);
  });

  it('is not compressed for clients that forbid it', async () => {
    const { headers, body } = await post(list, { 'accept-encoding': 'gzip;q=0, identity' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body).data.domains.nodes).toHaveLength(100);
  });
});

it('a short answer and a live stream are not compressed', async () => {
  const { headers } = await post('{ viewer { name } }', { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBeUndefined();
  const stop = new AbortController();
  const stream = await fetch(`${await world.listen()}/graphql`, {
    method: 'POST',
    headers: { ...asked, accept: 'text/event-stream', 'accept-encoding': 'gzip' },
    body: JSON.stringify({ query: 'subscription { domainsChanged { id } }' }),
    signal: stop.signal,
  });
  expect(['none', null]).toContain(stream.headers.get('content-encoding'));
  stop.abort();
});
