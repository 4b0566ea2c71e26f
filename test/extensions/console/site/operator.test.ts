import { beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleOf, ours } from '../../../support/console.ts';
import { newContact } from '../../../support/contacts.ts';
import { countStatements } from '../../../support/database.ts';
import { newDomain } from '../../../support/domains.ts';
import { askOf, mutateOf } from '../../../support/operator.ts';
import { alpha, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const { get, post, signIn } = consoleOf(() => world);
const script = '<script>alert(1)</script>';

beforeAll(async () => {
  world = await testWorld();
  const registrant = await newContact(world, { name: 'Mari Maasikas' });
  await newDomain(world, { name: 'esimene.ee', registrant });
  // No door lets such a name in; a database that was filled by others may hold one.
  await world.container.database.db
    .updateTable('contacts')
    .set({ name: `Mari Maasikas ${script}` })
    .where('code', '=', registrant)
    .execute();
});

const lists = [
  '/registrars',
  '/outbox/all',
  '/jobs/runs',
  '/zones/prices',
  '/domains',
  '/contacts',
  '/invoices',
  '/reservations',
  '/names',
  '/names/blocked',
  '/names/disputes',
  '/users',
  '/tokens',
  '/webhooks',
  '/questions',
  '/boards',
  '/payments',
  '/payments/all',
  '/ledger',
  '/log',
  '/log/looks',
];
const pages = [
  '',
  '/search?q=ees',
  '/domains/esimene.ee',
  '/registrars/ALPHA',
  '/outbox',
  '/jobs',
  '/zones',
  '/settings',
  '/ledger/proof',
  '/ledger/proof?run=yes',
  ...lists,
];

describe('signing in to the console', () => {
  it.each([...pages, ...lists.map((path) => `${path}.csv`)])(
    'is asked for before anything is shown: /operator%s',
    async (path) => {
      const { cookie = '' } = await signIn();
      const strangers: Record<string, string>[] = [
        {},
        { cookie: 'zonegraph_operator=' },
        { cookie: `x${cookie}` },
        // The token alone opens nothing here, and what was sealed cannot be changed.
        { cookie: `zonegraph_operator=${Buffer.from('operator-sandbox').toString('base64url')}` },
        { cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/\.(.)/, '.A$1') },
      ];
      for (const headers of strangers) {
        const { statusCode, headers: reported, body } = await get(path, headers);
        expect({ statusCode, location: reported.location, body }).toEqual({
          statusCode: 303,
          location: `/operator/sign-in?to=${encodeURIComponent(`/operator${path}`)}`,
          body: '',
        });
      }
    },
  );

  it('takes an operator’s token alone', async () => {
    const signedIn = await post('/sign-in', { token: 'operator-sandbox', to: '/operator/jobs' }, ours);
    expect(signedIn.statusCode).toBe(303);
    expect(signedIn.headers.location).toBe('/operator/jobs');
    const { data } = await ask(
      'mutation { accessTokenCreate(input: { name: "reader", scopes: [READ] }) { token } }',
      {},
      alpha,
    );
    for (const token of [
      'portal-sandbox',
      'guess',
      '',
      'alpha:alpha-sandbox',
      String(data.accessTokenCreate?.token),
    ]) {
      const refused = await post('/sign-in', { token }, ours);
      expect(refused.statusCode, token).toBe(401);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(refused.body).not.toContain(`value="${token || 'guess'}"`);
    }
  });

  it('lets browsers report where a form comes from also over plain http, where they send the origin only', async () => {
    const { statusCode } = await post(
      '/sign-in',
      { token: 'operator-sandbox' },
      {
        host: 'registry.internal:4000',
        origin: 'http://registry.internal:4000',
        referer: 'http://registry.internal:4000/operator/sign-in',
      },
    );
    expect(statusCode).toBe(303);
  });

  it('keeps every token that it takes, and says so of one that is too long for a cookie', async () => {
    const [long, tooLong] = ['l'.repeat(2_700), 't'.repeat(4_000)];
    const other = await testWorld({ OPERATOR_TOKENS: `${long},${tooLong}` });
    const { post, get, signIn } = consoleOf(() => other);
    expect((await get('/jobs', await signIn(long))).statusCode).toBe(200);
    const refused = await post('/sign-in', { token: tooLong }, ours);
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([401, undefined]);
    expect(refused.body).toContain('too long for a cookie');
  });

  it('keeps the token sealed, from scripts, other sites, other paths and plain lines', async () => {
    const { headers } = await post('/sign-in', { token: 'operator-sandbox' }, ours);
    const [kept = '', ...rules] = String(headers['set-cookie']).split('; ');
    expect(rules).toEqual(['Path=/operator', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict']);
    const parts = kept.replace('zonegraph_operator=', '').split('.');
    expect(parts.map((part) => Buffer.from(part, 'base64url').toString()).join()).not.toContain(
      'operator-sandbox',
    );
    const { address } = world.container;
    const { publicUrl } = address;
    Object.assign(address, { publicUrl: 'https://registry.example' });
    const secure = await post('/sign-in', { token: 'operator-sandbox' }, ours);
    Object.assign(address, { publicUrl });
    expect(String(secure.headers['set-cookie'])).toMatch(/; Secure$/);
  });

  it('leads to pages of the console only', async () => {
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '/operator//evil.example',
      '/graphql',
      '/operator/..\\x',
      '/operator/../x',
      '/operator/jobs/../../graphql?query={__typename}',
      '/operator/%2e%2e/x',
      '/operator/.%2E/x',
      '/operatorx',
      '',
    ])
      expect((await post('/sign-in', { token: 'operator-sandbox', to }, ours)).headers.location).toBe(
        '/operator',
      );
    const { body } = await get('/sign-in?to=//evil.example', {});
    expect(body).not.toContain('evil');
  });

  it('ends with signing out, after twelve hours, and when the token is revoked', async () => {
    const ended = await signIn();
    expect((await get('/settings', ended)).statusCode).toBe(200);
    const out = await post('/sign-out', {}, { ...ours, ...ended });
    expect(out.headers.location).toBe('/operator/sign-in');
    expect(String(out.headers['set-cookie'])).toMatch(/^zonegraph_operator=; .*Max-Age=0/);
    // Whoever has kept the cookie has kept nothing.
    expect((await get('/settings', ended)).statusCode).toBe(303);
    expect((await post('/do/nameBlock', { name: 'x.ee' }, { ...ours, ...ended })).statusCode).toBe(303);

    const session = await signIn();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 11.9 * 3_600_000 });
    expect((await get('/settings', session)).statusCode).toBe(200);
    vi.setSystemTime(now + 12.1 * 3_600_000);
    expect((await get('/settings', session)).statusCode).toBe(303);
    vi.useRealTimers();

    const { token, accessToken } = await mutate(
      'accessTokenCreate',
      { name: 'desk', scopes: ['READ', 'WRITE'] },
      'token accessToken { id }',
    );
    const other = await signIn(String(token));
    expect((await get('/settings', other)).statusCode).toBe(200);
    await mutate('accessTokenRevoke', { id: accessToken?.id }, '');
    for (const refused of [
      await get('/settings', other),
      await get('/tokens.csv', other),
      await post('/do/nameBlock', { name: 'x.ee' }, { ...ours, ...other }),
    ]) {
      expect(refused.statusCode).toBe(303);
      expect(String(refused.headers['set-cookie'])).toContain('Max-Age=0');
    }
  });
});

describe('pages of the console', () => {
  it.each(pages)('/operator%s can be read, and answers everything it asks', async (path) => {
    const { statusCode, body, headers } = await get(path);
    expect(statusCode).toBe(200);
    expect(body).not.toContain('role="alert"');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).not.toContain('operator-sandbox');
    expect(body).not.toContain(script);
    expect(body).not.toMatch(/ (?:style|on\w+)=/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    // With no referrer, Chromium says `Origin: null` with every form (test/extensions/browser/operators.test.ts).
    expect(headers['referrer-policy']).toBe('same-origin');
    const rules = String(headers['content-security-policy']);
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain("frame-ancestors 'none'");
    expect(rules).toContain("base-uri 'none'");
    expect(rules).not.toContain('unsafe');
  });

  it('cannot be read by pages of others', async () => {
    const { headers } = await get('/settings', { ...(await signIn()), origin: 'https://evil.example' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('never take what people wrote for markup', async () => {
    await post('/do/domainStatusesSet', {
      name: 'esimene.ee',
      add: 'serverRenewProhibited',
      note: 'Tamm & Co "x"',
    });
    expect((await get('/domains/esimene.ee')).body).toContain('Tamm &amp; Co &quot;x&quot;');
    expect((await get('/contacts?q=Maasikas')).body).toContain('Mari Maasikas &lt;script&gt;');
    for (const path of [
      '/search?q=',
      '/domains?q=',
      '/domains?registrar=',
      '/log?actor=',
      '/domains/',
      '/jobs?done=',
    ])
      expect((await get(`${path}${encodeURIComponent(`"><${script}`)}`)).body, path).not.toContain(
        '<script>alert',
      );
  });

  it('show what is held about a person, with two files to hand over, and erase what is not needed', async () => {
    const email = 'kate.kuu@kodu.example';
    const code = await newContact(world, { email });
    await world.container.database.db
      .updateTable('contacts')
      .set({ name: script })
      .where('code', '=', code)
      .execute();
    const asked = `email=${encodeURIComponent(email)}`;
    const { body } = await get(`/person?${asked}`);
    expect(body).toContain(code);
    expect(body).toContain(`/operator/person.html?${asked}`);
    expect(body).not.toContain(script);
    const document = await get(`/person.html?${asked}`);
    expect(document.headers['content-disposition']).toContain('person.html');
    expect(document.body).toContain(email);
    expect(document.body).not.toContain(script);
    expect((await get(`/person.json?${asked}`)).json()).toMatchObject({ key: email, contacts: [code] });
    expect((await get('/person?ident=5551')).body).toContain('Must be the country and the identity code');
    const foreseen = await post('/do/personErase', { ident: '', email, reason: 'Asked for it' });
    expect(foreseen.body).toContain('Contacts deleted');
    expect((await get(`/person.json?${asked}`)).json()).toMatchObject({ contacts: [code] });
  });

  it('say so when there is no such thing', async () => {
    for (const path of [
      '/domains/none.ee',
      '/contacts/ALPHA:NONE',
      '/invoices/1',
      '/invoices/x',
      '/registrars/NONE',
    ])
      expect((await get(path)).statusCode, path).toBe(404);
  });

  it('ask one document, with as many statements for many rows as for few', async () => {
    const statementsOf = async (path: string) => {
      await get(path);
      return (await countStatements(world.container.database, () => get(path))).count;
    };
    const paths = ['', '/search?q=', '/registrars/ALPHA', '/zones', '/jobs', ...lists];
    const few = new Map<string, number>();
    for (const path of paths) few.set(path, await statementsOf(path));
    const registrant = await newContact(world, { name: 'Many' });
    for (const index of Array.from({ length: 8 }, (_, one) => one)) {
      await newDomain(world, { name: `palju-${index}.ee`, registrant });
      await mutate('nameReserve', { name: `hoitud-${index}.ee` }, '');
      await mutate('nameBlock', { name: `kinni-${index}.ee` }, '');
      await mutate('disputeOpen', { name: `vaidlus-${index}.ee` }, '');
      await mutate('accessTokenCreate', { name: `t${index}`, scopes: ['READ'] }, '');
    }
    for (const path of paths) expect(await statementsOf(path), path).toBeLessThanOrEqual(few.get(path) ?? 0);
    expect(Math.max(...few.values())).toBeLessThanOrEqual(25);
  });
});

describe('lists of the console', () => {
  it('go on and back by cursors, keep their filter, and show how much there is', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `leht-${String(index).padStart(3, '0')}.ee`);
    for (const name of names) await mutate('nameBlock', { name }, '');
    const linkIn = (body: string, rel: string) =>
      new RegExp(`rel="${rel}" href="/operator([^"]+)"`).exec(body)?.[1]?.replaceAll('&amp;', '&');
    const shownIn = (body: string) =>
      [...body.matchAll(/<td[^>]*>(leht-\d+)/g)].map(([, name]) => `${name}.ee`);

    const first = (await get('/names/blocked?q=leht')).body;
    expect(first).toContain('Blocked names (120)');
    expect(shownIn(first)).toEqual(names.slice(0, 50));
    expect(linkIn(first, 'prev')).toBeUndefined();
    const second = (await get(linkIn(first, 'next') ?? '')).body;
    expect(shownIn(second)).toEqual(names.slice(50, 100));
    const third = (await get(linkIn(second, 'next') ?? '')).body;
    expect(shownIn(third)).toEqual(names.slice(100));
    expect(linkIn(third, 'next')).toBeUndefined();
    expect(shownIn((await get(linkIn(third, 'prev') ?? '')).body)).toEqual(names.slice(50, 100));
    // What is done on the second page leads back to it.
    const back = /name="back" value="([^"]+)"/.exec(second)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const done = await post('/do/nameUnblock', { name: 'leht-060.ee', back });
    expect(done.headers.location).toBe(`${back}&done=nameUnblock`);

    const file = await get('/names/blocked.csv?q=leht');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="names-blocked.csv"');
    expect(file.headers['cache-control']).toBe('no-store');
    expect(file.body.trim().split('\n')).toHaveLength(1 + 119);
  });

  it.each(lists)('%s comes as a file too', async (path) => {
    const { statusCode, headers, body } = await get(`${path}.csv`);
    expect({ statusCode, type: headers['content-type'] }, body.slice(0, 200)).toEqual({
      statusCode: 200,
      type: 'text/csv; charset=utf-8',
    });
  });

  it('and pages show in words what was done and what it changed', async () => {
    const { body } = await get('/domains/esimene.ee');
    expect(body).toContain('<strong>register</strong>');
    expect(body).toContain('<dt>expires at</dt>');
    expect((await get('/settings')).body).toContain('href="/guides/rules/registrar#settings"');
  });

  it('find a registrar by its code in small letters, and a job by its words', async () => {
    expect((await get('/domains?registrar=alpha')).body).toContain('esimene.ee');
    expect((await get('/domains?registrar=beta')).body).toContain('Nothing matches.');
    const at = world.clock.now();
    await world.container.database.db
      .insertInto('job_runs')
      .values({ job: 'orphan-contacts', started_at: at, finished_at: at, taken: 1, error: null })
      .execute();
    expect((await get('/jobs/runs?job=Orphan+contacts')).body).not.toContain('Nothing matches.');
    const { body } = await get('/jobs');
    expect(body).toContain('not yet');
    expect(body).not.toMatch(/<a [^>]*><span class="soft">–/);
  });

  it('say what is wrong with an address that somebody has changed', async () => {
    const { body, statusCode } = await get('/domains?after=nonsense');
    expect(statusCode).toBe(200);
    expect(body).toContain('role="alert"');
    expect((await get('/domains?status=nonsense&q=a&q=b')).body).toContain('esimene.ee');
  });
});

describe('the search', () => {
  it('finds names by part of them, and by the word for their state', async () => {
    for (const text of ['SIMEN', 'inactive', 'Maasikas'])
      expect((await get(`/search?q=${text}`)).body, text).toContain('/operator/domains/esimene.ee');
    expect((await get('/search?q=expired')).body).not.toContain('/operator/domains/esimene.ee');
    expect((await get('/search?q=alph')).body).toContain('/operator/registrars/ALPHA');
  });
});
