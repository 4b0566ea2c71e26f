import { brotliDecompressSync } from 'node:zlib';
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'gzip, br' };
const open = (url: string, headers: Record<string, string> = browser) => world.app.inject({ url, headers });

const everything = {
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

async function page() {
  const { headers, rawPayload } = await open('/graphql');
  return {
    html: brotliDecompressSync(rawPayload).toString('utf8'),
    bytes: rawPayload.length,
    policy: String(headers['content-security-policy']),
  };
}

describe('GraphiQL', () => {
  it('is served to a browser, packed, and not again while it is the same', async () => {
    const first = await open('/graphql');
    expect(first.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
    });
    const again = await open('/graphql', { ...browser, 'if-none-match': String(first.headers.etag) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  });

  it("has the day of the registry's clock, whatever day it was when it was made", async () => {
    const days: unknown[] = [];
    for (const at of ['2031-05-06T09:00:00Z', '2031-05-06T21:30:00Z']) {
      world.clock.moveTo(new Date(at));
      const [, facts = '{}'] = /id="facts">([^<]*)</.exec((await page()).html) ?? [];
      days.push(JSON.parse(facts).today);
    }
    expect(days).toEqual(['2031-05-06', '2031-05-07']);
  });

  it('runs scripts of this server and no others, and nobody frames it', async () => {
    const { html, policy } = await page();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self'$/);
    expect(html.match(/<script(?! type="application\/json")(?![^>]* src="\/assets\/graphiql\/)/g)).toBeNull();
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
  });

  it('is a small page of files that a browser keeps for good, each at an address with its hash', async () => {
    const { html, bytes } = await page();
    expect(bytes).toBeLessThan(30_000);
    const files = [...new Set(html.match(/\/assets\/graphiql\/[\w.-]+/g))];
    expect(files.length).toBeGreaterThan(7);
    for (const url of files) {
      const { headers, statusCode } = await open(url);
      expect(statusCode, url).toBe(200);
      expect(headers, url).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        vary: 'Accept-Encoding',
      });
      const etag = String(headers.etag);
      expect(url).toContain(etag.slice(1, 13));
      expect((await open(url, { ...browser, 'if-none-match': etag })).statusCode).toBe(304);
    }
    expect((await open('/assets/graphiql/page.000000000000.js')).statusCode).toBe(404);
  });

  it('reads the schema from such a file, the same that introspection returns', async () => {
    const url = /\/assets\/graphiql\/introspection\.[\w-]+\.json/.exec((await page()).html)?.[0] ?? '';
    const told = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      payload: { query: getIntrospectionQuery(everything) },
    });
    const schemaIn = (text: string) => printSchema(buildClientSchema(JSON.parse(text).data));
    expect(schemaIn((await open(url, {})).body)).toBe(schemaIn(told.body));
  });

  it('shows what is wrong with a document without the places in its script that noticed it', async () => {
    const [url = ''] = /\/assets\/graphiql\/graphiql\.[\w-]+\.js/.exec((await page()).html) ?? [];
    const script = brotliDecompressSync((await open(url)).rawPayload).toString('utf8');
    expect(script).toMatch(/\{message:\w+\.message\}/);
    expect(script).not.toMatch(/\{message:\w+\.message,stack:/);
  });

  it('can be reloaded: the query that it keeps in its address is not executed instead', async () => {
    const { headers } = await open('/graphql?query=%7B%20viewer%20%7B%20name%20%7D%20%7D');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('leaves callers alone that ask for JSON or accept anything', async () => {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*'])
      expect((await open('/graphql?query=%7B__typename%7D', { accept })).json()).toMatchObject({
        data: { __typename: 'Query' },
      });
  });
});
