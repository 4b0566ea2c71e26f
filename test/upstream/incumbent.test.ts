import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/core/clock.ts';
import type { Incumbent } from '#src/sandbox/incumbent.ts';
import { putSetting } from '#src/store/registry/settings.ts';
import { type Between, between, incumbentBefore } from '../support/between.ts';
import { accountOf, setBalance } from '../support/money.ts';
import { people, seed } from '../support/seed.ts';
import { alpha, basic, beta, type Loose, type TestWorld, testWorld } from '../support/world.ts';

interface Recording {
  readonly name: string;
  readonly request: {
    readonly user: string | null;
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly raw?: string;
  };
  readonly response: { readonly status: number; readonly body: unknown };
}

const { recordings } = JSON.parse(
  readFileSync(new URL('../recordings/real-registry.json', import.meta.url), 'utf8'),
) as { recordings: Recording[] };

/** What a sandbox cannot hold or does not say: nothing of it matters to who stands in front. */
const notReplayed: Readonly<Record<string, string>> = {
  'not modified': 'nobody asks so',
  auth: 'tells what users may do in its own words',
  'contact create unregistered company': 'there is no company register behind it',
};

let world: TestWorld;
let line: Between;

beforeAll(async () => {
  const clock = new SimulatedClock(0, { now: () => new Date('2026-11-16T15:09:00Z') });
  world = await testWorld({}, { clock });
  const incumbent = incumbentBefore(world);
  await fill(incumbent);
  line = await between(world, incumbent);
});

const odd = [
  'renewable',
  'forcedelete',
  'pendingdelete',
  'locked',
  'expired',
  'candidate',
  'bare',
  'disputed',
];
const ownNames = ['a-plain.ee', 'a-õun.ee', 'a-org.ee', 'a-togo1.ee', ...odd.map((what) => `odd-${what}.ee`)];
/** With the codes that requests name. */
const othersNames = {
  'b-plain.ee': '0abf796745c5ed8412a8d58aab45b94d',
  'b-togo3.ee': '50467d42a2395190140d32a1b72f2b95',
  'b-del2.ee': '3c79b7202b55779bf72e7e33ccabe42a',
};

/** The objects that were recorded. */
async function fill(incumbent: Incumbent): Promise<void> {
  const nameservers = ['ns1.host.ee', 'ns2.host.ee'];
  for (const [auth, own] of [
    [alpha, 'ALPHA'],
    [beta, 'BETA'],
  ] as const) {
    const at = seed(world, auth);
    await at.contact({ id: 'MARI', name: 'Mari Tamm', ident: people.mari });
    for (const id of ['TECH', 'FREE', 'NOTED', 'NOPHONE', 'VERIFIED', 'PASS', 'NOIDENT'])
      await at.contact({ id });
    await at.contact({ id: 'JOHN', ident: '1980-05-01', identType: 'birthday', countryCode: 'US' });
    await at.organisation({ id: 'OU' });
    const held = { registrant: `${own}:MARI`, admins: [`${own}:MARI`], techs: [`${own}:TECH`], nameservers };
    if (own === 'ALPHA') for (const name of ownNames) await at.domain(name, held);
    else
      for (const [name, transferCode] of Object.entries(othersNames))
        await at.domain(name, { ...held, transferCode });
  }
  const { alter, domain } = seed(world);
  await domain('odd-passport.ee', { registrant: 'ALPHA:PASS', techs: ['ALPHA:MARI'], nameservers });
  await domain('odd-noident.ee', { registrant: 'ALPHA:MARI', admins: ['ALPHA:NOIDENT'], nameservers });
  await domain('odd-foreign.ee', { registrant: 'ALPHA:MARI', techs: ['ALPHA:TECH'], nameservers });
  await alter('odd-renewable.ee', { expires_at: new Date('2026-11-25T22:00:00Z') });
  await alter('odd-forcedelete.ee', {
    statuses: ['serverForceDelete', 'serverRenewProhibited', 'serverTransferProhibited'],
  });
  await alter('odd-pendingdelete.ee', { statuses: ['pendingDelete', 'serverHold'] });
  await alter('odd-locked.ee', { statuses: ['serverDeleteProhibited', 'serverTransferProhibited'] });
  const { db } = world.house.database;
  await sql`update contacts set code = 'CID:' || code where code in ('ALPHA:PASS', 'ALPHA:NOIDENT')`.execute(
    db,
  );
  await sql`update contacts set statuses = '{clientDeleteProhibited,serverUpdateProhibited}' where code = 'ALPHA:NOTED'`.execute(
    db,
  );
  await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
    values ('odd-disputed.ee', 'odd-disputed.ee', 'x', '2026-11-01', '2027-11-01', now())`.execute(db);
  await sql`insert into blocked_names (name, name_puny, created_at)
    values ('blocked-one.ee', 'blocked-one.ee', now())`.execute(db);
  await sql`insert into notifications (id, registrar_id, kind, text, created_at) overriding system value
    select 30, id, 'x', 'Contact ALPHA:NOTED was updated', now() from registrars where code = 'ALPHA'`.execute(
    db,
  );
  const old = { type: 'passport', code: 'AB123456', country_code: 'RU' };
  incumbent.odd.set('CID:ALPHA:PASS', { ident: old });
  incumbent.odd.set('CID:ALPHA:NOIDENT', { ident: { type: null, code: null, country_code: null } });
  incumbent.odd.set('ALPHA:NOPHONE', { phone: null });
  incumbent.odd.set('ALPHA:VERIFIED', {
    verified_at: '2026-11-16T17:07:48.715+02:00',
    verification_id: 'abc',
  });
}

/** What has to be so before a request of these names is played. */
const given: Readonly<Record<string, () => Promise<unknown>>> = {
  renew: () => putSetting(world.house.database.db, 'days_to_renew_domain_before_expire', '0', new Date(0)),
  'register without money': () => setBalance(world, 'ALPHA', '0.30'),
  'transfer own': () =>
    seed(world).alter('b-togo3.ee', { transfer_code: 'a223d2151fd8e0f50b2fb3d3202d9f2c' }),
  'update transfer code': () => setBalance(world, 'ALPHA', '1000.00'),
};

/** These have keys of their own. */
const free = ['statuses', 'verification_snapshot', 'attributes'];

/** In keys and types; null may stand for anything, and of a list its first row is looked at. */
function differences(was: unknown, is: unknown, path = ''): string[] {
  if (was === null || is === null || free.includes(path.split('.').at(-1) ?? '')) return [];
  if (Array.isArray(was) && Array.isArray(is))
    return was.length > 0 && is.length > 0 ? differences(was[0], is[0], `${path}[]`) : [];
  if (typeof was !== 'object' || typeof is !== 'object')
    return typeof was === typeof is ? [] : [`${path}: ${typeof was} there, ${typeof is} here`];
  const [there, here] = [was, is] as Record<string, unknown>[];
  return [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((key) =>
    key in there && key in here
      ? differences(there[key], here[key], `${path}.${key}`)
      : [`${path}.${key} only ${key in there ? 'there' : 'here'}`],
  );
}

describe('the registry that stands for the real one answers as it did', () => {
  const played = recordings.filter(({ name }) => !(name in notReplayed));

  it.each(played)('$name', async ({ name, request, response }) => {
    await given[name]?.();
    const { user, method, path, headers, body, raw } = request;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const password = name === 'wrong password' ? 'wrong' : `${user?.split('-')[0]}-sandbox`;
    const answer = await fetch(line.url + path, {
      method,
      headers: { ...headers, ...(user && { authorization: basic(user, password) }) },
      ...(payload !== undefined && { body: payload }),
    });
    const text = await answer.text();
    const isJson = /json/.test(String(answer.headers.get('content-type')));
    const told: unknown = isJson ? JSON.parse(text) : text;
    const codeOf = (value: unknown) => (value as { code?: number }).code;
    expect({ status: answer.status, code: codeOf(told) }, text).toEqual({
      status: response.status,
      code: codeOf(response.body),
    });
    expect(differences(response.body, told)).toEqual([]);
  });
});

describe('beyond its answers', () => {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: alpha, 'content-type': 'application/json', 'idempotency-key': 'x' };
    const answer = await fetch(`${line.url}/repp/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { headers: answer.headers, body: (await answer.json()) as Loose };
  };
  const names = async (query: string): Promise<string> =>
    String((await ask('GET', `/domains?limit=200&offset=0${query}`)).body.data.domains);

  it('it sorts without a tie-breaker, unless it is asked to sort by name', async () => {
    const orders = async (query: string) =>
      new Set(await Promise.all(Array.from({ length: 5 }, () => names(query)))).size;
    expect(await orders('')).toBeGreaterThan(1);
    expect(await orders('&q[s]=name+asc')).toBe(1);
  });

  it('it renews in bulk whose domain it may be, and as often as it is named', async () => {
    const before = await accountOf(world);
    const domains = ['b-plain.ee', 'b-plain.ee'];
    const { body } = await ask('POST', '/domains/renew/bulk', { domains, renew_period: '1y' });
    expect(body.code).toBe(1000);
    const after = await accountOf(world);
    expect(Number(before.balance) - Number(after.balance)).toBe(22);
    expect((await ask('GET', '/domains/b-plain.ee')).body.data.domain).toMatchObject({
      expire_time: expect.stringMatching(/^2029/),
      registrar: { name: 'Beta Names' },
    });
  });

  it('it charges for the punycode of a name that it has', async () => {
    const before = await accountOf(world);
    const domain = { name: 'xn--a-un-1qa.ee', registrant: 'ALPHA:MARI', period: 1, period_unit: 'y' };
    const answer = await fetch(`${line.url}/repp/v1/domains`, {
      method: 'POST',
      headers: { authorization: alpha, 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    });
    expect(answer.status).toBe(500);
    const { balance, transactions } = await accountOf(world);
    expect(Number(before.balance) - Number(balance)).toBe(10);
    expect(transactions[0]?.description).toBe('Create a-õun.ee');
  });

  it('it does nothing for contacts of a type that it does not know, and calls that done', async () => {
    const contacts = [{ code: 'ALPHA:VERIFIED', type: 'TECH' }];
    expect((await ask('POST', '/domains/a-plain.ee/contacts', { contacts })).body.code).toBe(1000);
    const { body } = await ask('GET', '/domains/a-plain.ee');
    expect(JSON.stringify(body.data.domain.contacts)).not.toContain('ALPHA:VERIFIED');
  });

  it('it says nothing of keys and dry runs, and does again what comes again with a key', async () => {
    const contact = {
      name: 'Kati Kask',
      email: 'kati@kask.ee',
      phone: '+372.5551234',
      ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    };
    const [one, other] = [
      await ask('POST', '/contacts', { contact }),
      await ask('POST', '/contacts', { contact }),
    ];
    expect(one.body.data.contact.code).not.toBe(other.body.data.contact.code);
    expect(one.headers.get('zonegraph-capabilities')).toBeNull();
  });
});
