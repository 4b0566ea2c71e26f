import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf } from '../../support/console.ts';
import { testFacade } from '../../support/facade.ts';
import { ownOperator, productionEnv } from '../../support/production.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/** What a browser asks for when it shows a page, whether or not the page names it. */

interface Site {
  readonly app: FastifyInstance;
  readonly signIn: Record<string, string>;
}

const sites: Record<string, Site> = {};
beforeAll(async () => {
  const sandbox = await testWorld();
  sites.sandbox = { app: sandbox.app, signIn: await signedIn(sandbox) };
  const production = await testWorld(productionEnv);
  const token = ownOperator.replace('Bearer ', '');
  sites.production = { app: production.app, signIn: await signedIn(production, token) };
  const facade = await testFacade(await sandbox.listen());
  sites.facade = { app: facade.app, signIn: {} };
});

const signedIn = (world: TestWorld, token?: string) => consoleOf(() => world).signIn(token);

const siteOf = (name: string): Site => {
  const site = sites[name];
  if (!site) throw new Error(`there is no ${name}`);
  return site;
};

/** One for each type and each document, made alike: of each folder of them these many are looked at. */
const madeAlike = /^\/(?:schema|guides)\//;
const mostAlike = 4;

/** Every page that a link leads to from the first one, and from what nothing leads to. */
async function pagesOf({ app, signIn }: Site): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const alike = new Map<string, number>();
  const todo = ['/', '/graphql', '/operator/sign-in', '/operator', '/confirm/unknown', '/nothing-here'];
  for (let url = todo.shift(); url !== undefined; url = todo.shift()) {
    const folder = url.replace(/[^/]*$/, '');
    alike.set(folder, (alike.get(folder) ?? 0) + 1);
    if (pages.has(url) || (madeAlike.test(folder) && (alike.get(folder) ?? 0) > mostAlike)) continue;
    const { headers, body, statusCode } = await app.inject({
      url,
      headers: { accept: 'text/html', ...signIn },
    });
    expect(statusCode, url).not.toBe(500);
    if (!String(headers['content-type']).startsWith('text/html')) continue;
    pages.set(url, body);
    const links = [...body.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, link = '']) => link);
    todo.push(...links.map((link) => link.replace(/\?.*$/, '')));
  }
  return pages;
}

/** What a page has the browser load: icons, stylesheets, scripts, pictures. */
const loadedBy = (page: string): string[] =>
  [...page.matchAll(/<(?:link|script|img|source)\b[^>]* (?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);

describe.each(['sandbox', 'production', 'facade'])('%s', (name) => {
  it('answers whatever its pages have a browser load, and each of them has its icons', async () => {
    const site = siteOf(name);
    const pages = await pagesOf(site);
    expect(pages.size).toBeGreaterThan(20);
    const asked = new Set(['/favicon.ico']);
    for (const [url, page] of pages) {
      const loaded = loadedBy(page);
      expect(loaded, url).toEqual(
        expect.arrayContaining(['/icon.svg', '/apple-touch-icon.png', '/site.webmanifest']),
      );
      for (const one of loaded) asked.add(one);
    }
    expect(asked.size).toBeGreaterThan(8);
    for (const url of asked) expect([url, (await site.app.inject({ url })).statusCode]).toEqual([url, 200]);
    const { icons } = JSON.parse((await site.app.inject({ url: '/site.webmanifest' })).body) as {
      icons: { src: string; type: string }[];
    };
    for (const { src, type } of icons) {
      const { headers, statusCode } = await site.app.inject({ url: src });
      expect([statusCode, headers['content-type']]).toEqual([200, type]);
    }
  });

  it.each([
    ['/favicon.ico', 'image/x-icon', '\0\0\x01\0'],
    ['/apple-touch-icon.png', 'image/png', '\x89PNG\r\n\x1a\n'],
    ['/icon.svg', 'image/svg+xml', '<svg '],
    ['/site.webmanifest', 'application/manifest+json', '{'],
  ])(
    '%s is kept for a day, asked for again only if it has changed, and only read',
    async (url, type, start) => {
      const { app } = siteOf(name);
      const { headers, rawPayload, statusCode } = await app.inject({ url });
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        type,
        'public, max-age=86400',
      ]);
      expect(rawPayload.toString('latin1').startsWith(start)).toBe(true);
      const head = await app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, type, '']);
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const refused = await app.inject({ method, url, payload: '{', headers: { 'content-type': 'a/b' } });
        expect([method, refused.statusCode, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      }
    },
  );
});
