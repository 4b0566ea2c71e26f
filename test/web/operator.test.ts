import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType, isNonNullType, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Action, actions, documentOf } from '#src/web/operator/actions.ts';
import { newContact } from '../support/contacts.ts';
import { newDomain } from '../support/domains.ts';
import { askOf } from '../support/operator.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const cookie = `zonegraph_operator=${Buffer.from('operator-sandbox').toString('base64url')}`;
const ours = { 'sec-fetch-site': 'same-origin' };

beforeAll(async () => {
  world = await testWorld();
  const registrant = await newContact(world, { name: 'Mari Maasikas' });
  await newDomain(world, { name: 'esimene.ee', registrant });
});

const get = (url: string, headers: Record<string, string> = { cookie }) => world.app.inject({ url, headers });
const post = (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = { cookie, ...ours },
) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });

const pages = [
  '',
  '/search?q=ees',
  '/domains/esimene.ee',
  '/registrars',
  '/registrars/ALPHA',
  '/payments',
  '/outbox',
  '/jobs',
  '/zones',
  '/names',
  '/settings',
];

describe('signing in to the console', () => {
  it.each(pages)('is asked for before anything is shown: /operator%s', async (path) => {
    const url = `/operator${path}`;
    const strangers: Record<string, string>[] = [
      {},
      { cookie: 'zonegraph_operator=' },
      { cookie: `x${cookie}` },
    ];
    for (const headers of strangers) {
      const { statusCode, headers: told, body } = await get(url, headers);
      expect({ statusCode, location: told.location, body }).toEqual({
        statusCode: 303,
        location: `/operator/sign-in?to=${encodeURIComponent(url)}`,
        body: '',
      });
    }
    const wrong = `zonegraph_operator=${Buffer.from('not-this-one').toString('base64url')}`;
    const refused = await get(url, { cookie: wrong });
    expect(refused.statusCode).toBe(303);
    expect(String(refused.headers['set-cookie'])).toContain('Max-Age=0');
  });

  it('takes an operator’s token alone, and keeps it from scripts, other sites and other paths', async () => {
    const signedIn = await post(
      '/operator/sign-in',
      { token: 'operator-sandbox', to: '/operator/jobs' },
      ours,
    );
    expect(signedIn.statusCode).toBe(303);
    expect(signedIn.headers.location).toBe('/operator/jobs');
    const [kept, ...rules] = String(signedIn.headers['set-cookie']).split('; ');
    expect(kept).toBe(cookie);
    expect(rules).toEqual(['Path=/operator', 'Max-Age=43200', 'HttpOnly', 'SameSite=Strict']);
    for (const token of ['portal-sandbox', 'guess', '', 'alpha:alpha-sandbox']) {
      const refused = await post('/operator/sign-in', { token }, ours);
      expect(refused.statusCode).toBe(401);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(refused.body).not.toContain(`value="${token || 'guess'}"`);
    }
  });

  it('leads to pages of the console only', async () => {
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '/operator//evil.example',
      '/graphql',
      '/operator/..\\x',
      '',
    ])
      expect(
        (await post('/operator/sign-in', { token: 'operator-sandbox', to }, ours)).headers.location,
      ).toBe('/operator');
    const { body } = await get('/operator/sign-in?to=//evil.example', {});
    expect(body).not.toContain('evil');
  });

  it('ends with signing out', async () => {
    const out = await post('/operator/sign-out', {});
    expect(out.headers.location).toBe('/operator/sign-in');
    expect(String(out.headers['set-cookie'])).toMatch(/^zonegraph_operator=; .*Max-Age=0/);
  });
});

describe('pages of the console', () => {
  it.each(pages)('/operator%s can be read, and answers everything it asks', async (path) => {
    const { statusCode, body, headers } = await get(`/operator${path}`);
    expect(statusCode).toBe(200);
    expect(body).not.toContain('role="alert"');
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toContain('operator-sandbox');
  });

  it('never take what people wrote for markup', async () => {
    await post('/operator/do/domainStatusesSet', {
      name: 'esimene.ee',
      add: 'serverRenewProhibited',
      note: 'Tamm & Co "x"',
    });
    expect((await get('/operator/domains/esimene.ee')).body).toContain('Tamm &amp; Co &quot;x&quot;');
    const { body } = await get(`/operator/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).not.toContain('<script>alert');
  });

  it('say so when there is no such thing', async () => {
    for (const path of [
      '/domains/none.ee',
      '/contacts/ALPHA:NONE',
      '/invoices/1',
      '/invoices/x',
      '/registrars/NONE',
    ])
      expect((await get(`/operator${path}`)).statusCode, path).toBe(404);
  });
});

describe('the search', () => {
  it('finds names by a part, and by the word for what holds for them', async () => {
    for (const text of ['SIMEN', 'inactive', 'Maasikas'])
      expect((await get(`/operator/search?q=${text}`)).body, text).toContain('/operator/domains/esimene.ee');
    expect((await get('/operator/search?q=expired')).body).not.toContain('/operator/domains/esimene.ee');
  });
});

describe('what is done in the console', () => {
  const statuses = async () =>
    (await ask('{ domain(name: "esimene.ee") { statuses { name } } }')).data.domain.statuses;

  it('is done for forms of our own pages alone', async () => {
    const form = { name: 'esimene.ee', add: 'serverHold' };
    const elsewhere: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'none', origin: 'http://localhost' },
    ];
    for (const headers of elsewhere) {
      const refused = await post('/operator/do/domainStatusesSet', form, { cookie, ...headers });
      expect(refused.statusCode).toBe(403);
    }
    expect(await statuses()).not.toContainEqual({ name: 'serverHold' });
    const { statusCode, headers } = await post('/operator/do/domainStatusesSet', {
      ...form,
      back: '/operator/domains/esimene.ee',
    });
    expect({ statusCode, location: headers.location }).toEqual({
      statusCode: 303,
      location: '/operator/domains/esimene.ee?done=domainStatusesSet',
    });
    expect(await statuses()).toContainEqual({ name: 'serverHold' });
  });

  it('is done once, however often a form is sent', async () => {
    const form = {
      registrar: 'ALPHA',
      sum: '7.00',
      description: 'once',
      confirmed: 'yes',
      key: 'sent-twice',
    };
    for (const _ of [1, 2]) expect((await post('/operator/do/accountAdjust', form)).statusCode).toBe(303);
    const { data } = await ask('{ ledger(first: 5, registrar: "ALPHA") { nodes { description } } }');
    expect(data.ledger.nodes).toEqual(expect.arrayContaining([{ description: 'once' }]));
    expect(JSON.stringify(data).match(/once/g)).toHaveLength(1);
  });

  it('is tried first and shown where it cannot be taken back', async () => {
    const tried = await post('/operator/do/domainForceDelete', { name: 'esimene.ee', kind: 'FAST_TRACK' });
    expect(tried.statusCode).toBe(200);
    expect(tried.body).toContain('Nothing has been done yet');
    const force = async () =>
      (await ask('{ domain(name: "esimene.ee") { forceDeleteDate } }')).data.domain.forceDeleteDate;
    expect(await force()).toBeNull();
    await post('/operator/do/domainForceDelete', {
      name: 'esimene.ee',
      kind: 'FAST_TRACK',
      confirmed: 'yes',
    });
    expect(await force()).not.toBeNull();
    await post('/operator/do/domainForceDeleteCancel', { name: 'esimene.ee' });
    expect(await force()).toBeNull();
  });

  it('is refused in the registry’s words, and what was written stays, but for secrets', async () => {
    const form = { registrar: 'ALPHA', username: 'kept-name', password: 'x1', roles: 'EPP' };
    const refused = await post('/operator/do/apiUserCreate', form);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Password is too short');
    expect(refused.body).toContain('value="kept-name"');
    expect(refused.body).not.toContain('value="x1"');
  });

  it('knows no other actions', async () => {
    for (const action of ['sandboxReset', 'constructor', '__proto__', 'domainRegister'])
      expect((await post(`/operator/do/${action}`, {})).statusCode).toBe(404);
  });
});

describe('what the console asks the graph', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const schema = buildSchema(textOf('schema/schema.graphql'));
  const folder = 'src/web/operator/documents/';

  it.each(readdirSync(new URL(`../../${folder}`, import.meta.url)))('%s is valid', (file) => {
    expect(validate(schema, parse(textOf(`${folder}${file}`)))).toEqual([]);
  });

  it.each(Object.entries(actions) as [string, Action][])(
    '%s is valid, and asks for all that it needs',
    (name, action) => {
      expect(action.field).toBe(name);
      expect(validate(schema, parse(documentOf(action)))).toEqual([]);
      const input = schema.getType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`);
      if (!isInputObjectType(input)) throw new TypeError(`${name} has no input`);
      const known = input.getFields();
      const asked = action.fields.map((field) => field.name);
      expect(asked.filter((field) => !(field in known))).toEqual([]);
      const needed = Object.values(known).filter(
        ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
      );
      expect(needed.map((field) => field.name).filter((field) => !asked.includes(field))).toEqual([]);
      for (const { name: field, optional } of action.fields)
        if (isNonNullType(known[field]?.type)) expect(optional, field).toBeUndefined();
    },
  );
});
