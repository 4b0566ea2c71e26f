import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-encoding': 'gzip, br' };
const open = (url: string, headers: Record<string, string> = browser) => world.app.inject({ url, headers });

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

  it('runs two scripts and no others, and nobody frames it', async () => {
    const { headers, rawPayload } = await open('/graphql');
    const html = brotliDecompressSync(rawPayload).toString('utf8');
    const policy = String(headers['content-security-policy']);
    const scripts = html.split(/\n<script(?: type="module")?>/).slice(1);
    expect(scripts).toHaveLength(2);
    for (const script of scripts) {
      const source = script.slice(0, script.indexOf('</script>'));
      expect(policy).toContain(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(html).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
  });

  it('can be reloaded: the query that it keeps in its address is not executed instead', async () => {
    const { headers } = await open('/graphql?query=%7B%20viewer%20%7B%20name%20%7D%20%7D');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('is not in the way of those who ask for JSON or do not care', async () => {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*'])
      expect((await open('/graphql?query=%7B__typename%7D', { accept })).json()).toMatchObject({
        data: { __typename: 'Query' },
      });
  });
});
