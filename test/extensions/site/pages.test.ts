import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { welcome } from '#src/extensions/sandbox/welcome.ts';
import { buildApp } from '#src/server/app.ts';
import { createContainer } from '#src/server/container.ts';
import { testDatabase } from '../../support/database.ts';
import { extensions, readConfig } from '../../support/extensions.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

describe('every page', () => {
  it.each(['/', '/docs', '/schema', '/schema/Domain', '/sandbox', '/sandbox/webhooks', '/confirm/unknown'])(
    '%s runs nothing but its own script',
    async (url) => {
      const page = await get(url);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const scripts = [...page.body.matchAll(/<script(?! type="application\/json")[^>]*>/g)].map(
        ([tag]) => tag,
      );
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    },
  );

  it.each([
    ...['/', '/docs', '/schema', '/schema/Domain', '/schema/JSON', '/sandbox', '/guides', '/guides/money'],
    ...['/readyz', '/graphql', '/operator/sign-in'],
  ])('%s says for search engines what it is', async (url) => {
    const { body } = await get(url, { accept: 'text/html' });
    expect(/<meta name="description" content="([^"]+)">/.exec(body)?.[1]?.length).toBeGreaterThan(15);
  });

  it('of the REST docs reads a document in which every reference leads somewhere', async () => {
    const { body } = await get('/openapi.json');
    const document = JSON.parse(body) as object;
    const found = (path: string): unknown =>
      path
        .slice(2)
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    const references = [...body.matchAll(/"\$ref": "([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((path) => found(path) === undefined)).toEqual([]);
  });

  it('of the guides has a title of its own in the contents', async () => {
    const { body } = await get('/guides');
    const [, contents = ''] = /<nav class="contents"([\s\S]*?)<\/nav>/.exec(body) ?? [];
    const titles = [...contents.matchAll(/<li><a[^>]*>([^<]+)</g)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(20);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('has another nonce each time', async () => {
    const [one, other] = [await get('/'), await get('/')];
    expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy']);
  });

  it.each(['/', '/docs', '/sandbox', '/sandbox/webhooks'])(
    '%s has landmarks, a language and one main heading',
    async (url) => {
      const { body } = await get(url);
      expect(body).toContain('<html lang="en">');
      for (const landmark of ['<header>', '<nav aria-label=', '<main id="main">'])
        expect(body).toContain(landmark);
      expect(body.match(/<h1/g)).toHaveLength(1);
      expect(body).toContain('Skip to the content');
    },
  );
});

describe('an API', () => {
  const registrars = { code: 2303, message: 'Object does not exist', data: {} };
  it.each([
    ['GET', '/registry/v1', registrars],
    ['POST', '/registry/v1', registrars],
    ['GET', '/repp/v1?x=/1', registrars],
    ['GET', '/repp/v1/', registrars],
    ['GET', '/api/v1', { error: expect.any(String) }],
    ['GET', '/api/v1?x', { error: expect.any(String) }],
    ['GET', '/api/v1/business_registry', { error: expect.any(String) }],
    ['DELETE', '/graphql', expect.anything()],
    ['GET', '/graphql/', expect.anything()],
  ] as const)('never answers with a page: %s %s', async (method, url, body) => {
    for (const accept of ['text/html', 'application/json']) {
      const answer = await world.app.inject({ method, url, headers: { accept } });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.statusCode).toBeGreaterThanOrEqual(404);
      expect(answer.json()).toEqual(body);
    }
  });

  it('is not what merely begins like one', async () => {
    const { statusCode, headers } = await get('/registry/v10', { accept: 'text/html' });
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

describe('/schema', () => {
  it('has a page for each type, and none for what is no type', async () => {
    const links = [
      ...(await get('/schema?for=registrar')).body.matchAll(/href="(\/schema\/\w+)\?for=registrar"/g),
    ].map(([, link = '']) => link);
    expect(links).toEqual(
      expect.arrayContaining(['/schema/Domain', '/schema/DomainRegisterInput', '/schema/Date']),
    );
    for (const link of new Set(links)) expect((await get(link)).statusCode, link).toBe(200);
    const page = await get('/schema/Nothing', { accept: 'text/html' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect((await get('/schema/__Type')).json()).toMatchObject({ code: 2303 });
  });
});

describe('the start of the sandbox', () => {
  it('lists every user that the landing page lists', async () => {
    const reported = welcome('http://127.0.0.1:4000', readConfig({}));
    for (const user of ['alpha', 'alpha-epp', 'alpha-billing', 'beta'])
      expect(reported).toContain(` ${user} / ${user.replace(/-.*/, '')}-sandbox`);
  });
});

describe('/', () => {
  it('gives a newcomer the published credentials', async () => {
    const { body } = await get('/');
    for (const secret of [
      'alpha-sandbox',
      'beta-sandbox',
      'portal-sandbox',
      'operator-sandbox',
      'billing-sandbox',
    ])
      expect(body).toContain(secret);
  });

  it('shows the types of the graph that lead to each other, each with its page', async () => {
    const { body } = await get('/');
    const [, said = ''] = /aria-label="Types that lead to each other: ([^"]+)"/.exec(body) ?? [];
    expect(said).toContain('Domain and Registrar');
    expect(said).toContain('Invoice and Payment');
    const types = [...body.matchAll(/<a href="(\/schema\/\w+)"><rect/g)].map(([, url = '']) => url);
    expect(types.length).toBeGreaterThan(8);
    for (const url of types) expect((await get(url)).statusCode, url).toBe(200);
  });

  it('says in six lines what is only here, and leads to each', async () => {
    const [, lines = ''] = /<ul class="only">([\s\S]*?)<\/ul>/.exec((await get('/')).body) ?? [];
    const links = [...lines.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replace(/#.*/, ''));
    expect(links).toHaveLength(6);
    for (const url of links) expect((await get(url, { accept: 'text/html' })).statusCode, url).toBe(200);
  });

  it('keeps secrets that somebody has set to themselves', async () => {
    const own = await appWith({ OPERATOR_TOKENS: 'my-own-operator', BILLING_SECRET: 'my-own-secret' });
    for (const url of ['/', '/docs', '/sandbox']) {
      const { body } = await own.inject({ url });
      expect(body).not.toContain('my-own');
    }
  });
});

describe('the scripts of pages', () => {
  it.each(['/', '/ask', '/sql', '/docs', '/guides', '/changes', '/sandbox', '/graphql'])(
    'of %s declare no name twice, though they are put together from files',
    async (url) => {
      const { body } = await get(url, { accept: 'text/html' });
      const inline = [...body.matchAll(/<script nonce="[^"]*">([\s\S]*?)<\/script>/g)].map(
        ([, text = '']) => text,
      );
      const named = [...body.matchAll(/<script (?:type="module" )?src="([^"]+)"/g)].map(
        ([, src = '']) => src,
      );
      // GraphiQL's page loads this one with the editor.
      const later = [...body.matchAll(/"(\/assets\/graphiql\/page\.[^"]+)"/g)].map(([, src = '']) => src);
      const loaded = await Promise.all([...named, ...later].map(async (src) => (await get(src)).body));
      expect(later).toHaveLength(url === '/graphql' ? 1 : 0);
      const scripts = [...inline, ...loaded];
      expect(scripts.length).toBeGreaterThan(0);
      // Compiled only: what is declared twice is a syntax error.
      for (const script of scripts) expect(() => new Script(script)).not.toThrow();
    },
  );
});

describe('/docs and /openapi.json', () => {
  it('serve the document that is committed, with the dry runs of the sandbox', async () => {
    const said = JSON.stringify((await get('/openapi.json')).json());
    const served = JSON.parse(said.replaceAll(',"example":"true"', ''));
    expect(JSON.stringify(served)).not.toBe(said);
    const committed = readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8');
    expect(served).toEqual(JSON.parse(committed));
  });

  it('describe every route of the three APIs, each with a summary and its twin in the graph', async () => {
    const { paths } = (await get('/openapi.json')).json() as {
      paths: Record<string, Record<string, { summary: string; 'x-graphql'?: string; 'x-extension'?: true }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(55);
    for (const { summary } of operations) expect(summary).toMatch(/\.$/);
    expect(operations.filter((operation) => operation['x-graphql']).length).toBeGreaterThan(40);
  });

  it.each(['/', '/docs', '/guides/analysts', '/schema', '/openapi.json'])(
    'come compressed, %s as brotli or gzip, or as it is',
    async (url) => {
      const plain = await get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const [accepted, encoding, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          vary: expect.stringMatching(/(^|, )Accept-Encoding$/),
        });
        expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
        expect(unpack(rawPayload).toString().length).toBe(plain.body.length);
      }
    },
  );

  it('bring their own parts, packed and cached by the browser', async () => {
    const script = await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip' });
    expect(script.statusCode).toBe(200);
    expect(script.headers['content-encoding']).toBe('gzip');
    const again = await get('/docs/swagger-ui-bundle.js', { 'if-none-match': String(script.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect((await get('/docs/swagger-ui.css')).headers['content-type']).toContain('text/css');
  });
});

describe('in production', () => {
  it('the landing page shows no credentials, and there is no sandbox', async () => {
    const production = await appWith({
      ZONEGRAPH_MODE: 'production',
      DATABASE_URL: 'postgres://zonegraph@127.0.0.1/zonegraph',
      PUBLIC_URL: 'https://registry.example',
      ...Object.fromEntries(
        Object.keys(sandboxSecrets).map((name) => [name, `real-${name.toLowerCase()}-7f3a9c51e8d26b04`]),
      ),
      BUSINESS_REGISTRY_ALLOWED_IPS: '192.0.2.1',
      PAYMENT_PROVIDER_URL: 'https://pay.example/api',
      LINKPAY_URL: 'https://pay.example/lp',
      CUSTOMER_URL_ORIGINS: 'https://portal.example',
      ACCOUNTING_URL: 'https://accounting.example',
      E_INVOICE_URL: 'https://invoices.example',
      E_INVOICE_PASSWORD: 'real',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'registry@registry.example',
    });
    const { body } = await production.inject({ url: '/' });
    expect(body).toContain('https://registry.example/graphql');
    expect(body).not.toMatch(/sandbox|real-/i);
    expect((await production.inject({ url: '/sandbox' })).statusCode).toBe(404);
    expect((await production.inject({ url: '/sandbox/now' })).statusCode).toBe(404);
    expect((await production.inject({ url: '/docs' })).body).not.toMatch(/sandbox|real-/i);
  });
});

async function appWith(env: Readonly<Record<string, string>>) {
  const container = await createContainer(readConfig({ LOG_LEVEL: 'silent', ...env }), {
    extensions,
    database: await testDatabase(),
    log: pino({ level: 'silent' }),
  });
  const app = buildApp(container);
  afterAll(async () => {
    await app.close();
    await container.endWork();
  });
  return app;
}
