import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { finder, type Kind } from '#src/extensions/kit/browser/finding.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let packed: Buffer;
let find: ReturnType<typeof finder>;
type Row = [kind: Kind, title: string, place: string, url: string, words: string];
let rows: Row[];

beforeAll(async () => {
  world = await testWorld();
  const { rawPayload, headers } = await world.app.inject({
    url: '/assets/search.json',
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBe('br');
  packed = rawPayload;
  rows = JSON.parse(brotliDecompressSync(rawPayload).toString()) as Row[];
  find = finder(rows.map(([kind, title, place, url, words]) => ({ kind, title, place, url, words })));
});

const urls = (query: string): string[] => find(query).map(({ url }) => url);

describe('search while typing', () => {
  it('loads an index of at most 120 kB, once, when somebody begins', async () => {
    expect(packed.length).toBeLessThan(120_000);
    const { headers } = await world.app.inject({ url: '/assets/search.json' });
    const again = await world.app.inject({
      url: '/assets/search.json',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await world.app.inject('/guides/money')).body).not.toContain('search.json');
  });

  it.each([
    ['price', '/guides/money#prices', 'REST'],
    ['cost', '/guides/money#prices', 'REST'],
    ['renew', '/guides/rules/registrar#renewal', 'REST'],
    ['prolong', '/guides/rules/registrar#renewal', 'REST'],
    ['DNSSEC', '/guides/dnssec', 'REST'],
    ['authcode', '/guides/transfer', 'REST'],
    ['BILLING_FAILURE', '/guides/errors#billing_failure', 'Error'],
    ['2105', '/guides/errors#not_eligible_for_renewal', 'Error'],
    ['renewQuo', '/schema/RenewQuote', 'Schema'],
  ])('finds what people mean by %s', (query, url, kind) => {
    expect(urls(query)).toContain(url);
    expect(find(query).map((hit) => hit.kind)).toContain(kind);
  });

  it('finds with the beginning of a word, with a sentence, and nothing for what is nowhere', () => {
    expect(urls('dnss')).toContain('/guides/dnssec');
    expect(urls('How do I transfer a domain?')).toContainEqual(expect.stringContaining('ransfer'));
    for (const nothing of ['nosuchword', '', ' ', '?!', 'constructor']) expect(urls(nothing)).toEqual([]);
  });

  it('leads only to pages and sections that are there', async () => {
    const pages = [...new Set(rows.map(([, , , url]) => url.split('#')[0] ?? ''))].filter(
      (url) => url.startsWith('/guides') || /^\/schema\/(?:Query|Domain|Price)$/.test(url),
    );
    expect(pages.length).toBeGreaterThan(30);
    const missing: string[] = [];
    for (const page of pages) {
      const { body, statusCode } = await world.app.inject(page);
      expect(statusCode, page).toBe(200);
      const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, , , url] of rows)
        if (url.startsWith(`${page}#`) && !anchors.has(url.slice(page.length + 1))) missing.push(url);
    }
    expect(missing).toEqual([]);
  });

  it('finds REST routes and types without a script, too', async () => {
    const { body } = await world.app.inject('/guides/search?q=price');
    expect(body).toContain('REST routes and the schema');
    expect(body).toContain('href="/docs#/Registrar%20API/');
  });
});
