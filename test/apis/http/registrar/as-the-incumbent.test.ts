import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { person } from '../../../support/contacts.ts';
import { restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

/** Every row of what the incumbent was seen to answer otherwise than we did, as a table of requests. */
let world: TestWorld;
const call = restApi(() => world);
const key = (alg: string, flags = '257') => ({ flags, protocol: '3', alg, public_key: 'AwEAAddt2AkLfYGK' });
const inTenDays = new Date('2026-11-25T22:00:00Z');

beforeAll(async () => {
  const clock = new SimulatedClock(0, { now: () => new Date('2026-11-16T12:00:00Z') });
  world = await testWorld({}, { clock });
  // Companies are looked up over the line.
  await world.listen();
  const at = seed(world);
  await at.contact({ id: 'MARI', name: 'Mari Tamm', ident: people.mari });
  await at.contact({ id: 'MART', name: 'Mart Tamm' });
  await at.contact({ id: 'TECH', name: 'Tehnik Tamm' });
  await at.domain('first.ee', { registrant: 'ALPHA:MARI', techs: ['ALPHA:MARI'] });
  await at.domain('second.ee', { registrant: 'ALPHA:MART', techs: ['ALPHA:MARI'], period: 2 });
  for (const name of ['unit.ee', 'blank.ee', 'bare.ee', 'day.ee', 'word.ee', 'far.ee']) {
    await at.domain(name, { registrant: 'ALPHA:MARI' });
    await at.alter(name, { expires_at: inTenDays });
  }
  for (const [name, statuses] of Object.entries({
    'update-waits.ee': ['pendingUpdate'],
    'delete-waits.ee': ['pendingDeleteConfirmation'],
    'marked.ee': ['pendingDelete'],
  })) {
    await at.domain(name, { registrant: 'ALPHA:MARI' });
    await at.alter(name, { statuses });
  }
  const { db } = world.container.database;
  await sql`insert into notifications (id, registrar_id, kind, text, created_at) overriding system value
    select 77, id, 'x', 'hello', now() from registrars where code = 'ALPHA'`.execute(db);
  await sql`update registrars set billing_email = null, iban = null where code = 'ALPHA'`.execute(db);
});

const renewal = { period: 1, period_unit: 'y', exp_date: '2026-11-26' };
const { ident: _, ...nameless } = person;
const contactWith = (fields: object) => ({ contact: { ...person, ...fields } });
const names = (list: unknown): unknown => (list as Loose[]).map(({ name }) => name);

interface Row {
  readonly what: string;
  readonly request: Parameters<typeof call>[0];
  readonly body?: unknown;
  readonly code?: number;
  readonly message?: string;
  readonly data?: (data: Loose) => unknown;
  readonly is?: unknown;
}

const rows: readonly Row[] = [
  { what: 'a slash at the end', request: 'GET /accounts/balance/' },
  { what: 'many slashes', request: 'GET ///accounts//balance//' },
  { what: '.json', request: 'GET /accounts/balance.json' },
  {
    what: '.json after a name, and a query after it',
    request: 'GET /domains/first.ee.json?x=1.json/',
    data: ({ domain }) => domain.name,
    is: 'first.ee',
  },
  { what: '.json of nothing', request: 'GET /nothing.json', code: 2303 },
  {
    what: 'PATCH on a contact',
    request: 'PATCH /contacts/ALPHA:TECH',
    body: { contact: { name: 'Uus Nimi' } },
  },
  {
    what: 'PATCH on a domain',
    request: 'PATCH /domains/first.ee',
    body: { domain: { transfer_code: 'uus' } },
  },
  { what: 'PATCH on a status', request: 'PATCH /domains/first.ee/statuses/clientHold' },
  { what: 'PATCH on another status', request: 'PATCH /domains/first.ee/statuses/serverHold', code: 2306 },
  {
    what: 'a message that is read',
    request: 'GET /registrar/notifications/77',
    data: ({ read }) => read,
    is: false,
  },
  {
    what: 'PATCH on a message',
    request: 'PATCH /registrar/notifications/77',
    body: { notification: { read: true } },
  },
  {
    what: 'a search by code',
    request: 'GET /contacts/search/ALPHA%3AMARI',
    data: (found) => found,
    is: [{ value: 'ALPHA:MARI', label: 'ALPHA:MARI Mari Tamm', selected: true }],
  },
  {
    what: 'a search by a code that there is not',
    request: 'GET /contacts/search/NOBODY',
    data: (found) => found,
    is: [],
  },
  { what: 'a bare contact', request: 'POST /contacts', body: { ...person, id: 'BARE' } },
  { what: 'bare changes', request: 'PUT /contacts/ALPHA:BARE', body: { phone: '+372.1234' } },
  { what: 'a bare renewal', request: 'POST /domains/bare.ee/renew', body: renewal },
  { what: 'a bare change of a domain', request: 'PUT /domains/first.ee', body: { transfer_code: 'teine' } },
  {
    what: 'a bare transfer',
    request: 'POST /domains/first.ee/transfer',
    body: { transfer_code: 'teine' },
    code: 2002,
  },
  { what: 'a bare account', request: 'PUT /accounts', body: { accept_pdf_invoices: true } },
  {
    what: 'a bare registration',
    request: 'POST /domains',
    body: { name: 'bare-one.ee', registrant: 'ALPHA:MARI', period: 1, period_unit: 'y' },
  },
  ...(['admin_contacts', 'tech_contacts'] as const).flatMap((list) =>
    [5, true, null, {}, ['ALPHA:MARI']].map(
      (code): Row => ({
        what: `${JSON.stringify(code)} in ${list}`,
        request: 'POST /domains',
        body: { name: 'no-code.ee', registrant: 'ALPHA:MARI', period: 1, period_unit: 'y', [list]: [code] },
        code: 2303,
        message: 'Contact was not found',
      }),
    ),
  ),
  ...['ipv4', 'ipv6'].map(
    (part): Row => ({
      what: `null for ${part}, which is left out`,
      request: 'POST /domains/second.ee/nameservers',
      body: {
        nameservers: ['1', '2'].map((n) => ({ hostname: `${part}-${n}.hosting.example`, [part]: null })),
      },
    }),
  ),
  {
    what: 'null for all that is optional in a registration',
    request: 'POST /domains',
    body: {
      name: 'nulls.ee',
      registrant: 'ALPHA:MARI',
      period: 1,
      period_unit: 'y',
      ...{
        transfer_code: null,
        nameservers_attributes: null,
        admin_contacts: null,
        dnskeys_attributes: null,
      },
    },
  },
  {
    what: 'null in a bulk renewal',
    request: 'POST /domains/renew/bulk',
    body: { domains: [null], renew_period: '1y' },
    code: 2005,
    message: 'Domains cannot be empty',
  },
  ...['update-waits.ee', 'marked.ee'].map(
    (name): Row => ({
      what: `a verified deletion of ${name}, which the incumbent answers with 1000 and does not do`,
      request: `DELETE /domains/${name}`,
      body: { delete: { verified: true } },
      code: 2304,
    }),
  ),
  ...['delete-waits.ee'].flatMap((name): Row[] => [
    {
      what: `a question about ${name}`,
      request: `DELETE /domains/${name}`,
      body: { delete: { verified: false } },
      code: 2304,
    },
    {
      what: `a verified deletion of ${name}`,
      request: `DELETE /domains/${name}`,
      body: { delete: { verified: true } },
    },
    {
      what: `what waited for ${name}`,
      request: `GET /domains/${name}`,
      data: ({ domain }) => [Object.keys(domain.statuses ?? {}).toSorted(), domain.delete_date],
      is: [['inactive', 'pendingDelete', 'serverHold'], '2026-12-17'],
    },
  ]),
  { what: 'Ed25519', request: 'POST /domains/second.ee/dnssec', body: { dns_keys: [key('15')] } },
  { what: 'Ed448', request: 'POST /domains/first.ee/dnssec', body: { dns_keys: [key('16')] } },
  {
    what: 'flags 0',
    request: 'POST /domains/unit.ee/dnssec',
    body: { dns_keys: [key('13', '0')] },
    code: 2005,
  },
  {
    what: 'years as Y',
    request: 'POST /domains/unit.ee/renew',
    body: { renews: { ...renewal, period_unit: 'Y' } },
  },
  {
    what: 'years as nothing',
    request: 'POST /domains/blank.ee/renew',
    body: { renews: { ...renewal, period_unit: '' } },
  },
  {
    what: 'another unit',
    request: 'POST /domains/day.ee/renew',
    body: { renews: { ...renewal, period_unit: 'M' } },
    code: 2005,
  },
  {
    what: 'a day in words',
    request: 'POST /domains/word.ee/renew',
    body: { renews: { ...renewal, exp_date: '26 Nov 2026' } },
  },
  {
    what: 'a day with dots',
    request: 'POST /domains/day.ee/renew',
    body: { renews: { ...renewal, exp_date: '26.11.2026' } },
  },
  {
    what: 'eleven years',
    request: 'POST /domains/far.ee/renew',
    body: { renews: { ...renewal, period: 11 } },
    code: 2105,
  },
  {
    what: 'a year and a half',
    request: 'POST /domains/far.ee/renew',
    body: { renews: { ...renewal, period: 1.5 } },
    code: 2005,
  },
  {
    what: 'notes and verification of a contact',
    request: 'GET /contacts/ALPHA:MARI',
    data: ({ contact }) => [
      contact.statuses,
      contact.verification_id,
      contact.verification_pending_at,
      contact.verification_snapshot,
    ],
    is: [{ ok: '', linked: '' }, null, null, {}],
  },
  {
    what: 'a movement',
    request: 'GET /accounts/balance?detailed=true',
    data: ({ transactions }) => (transactions as unknown as Loose[]).at(-2),
    is: expect.objectContaining({ currency: 'EUR', updator: 'alpha', type: 'debit', sum: '-10.0' }),
  },
  {
    what: 'all domains of a contact',
    request: 'GET /contacts/ALPHA:MART',
    data: ({ contact }) => [names(contact.domains), contact.domains_count],
    is: [['second.ee'], 1],
  },
  {
    what: 'domains of a contact in one role',
    request: 'GET /contacts/ALPHA:MARI?domain_filter=TechDomainContact',
    data: ({ contact }) => [names(contact.domains), contact.domains_count],
    is: [['second.ee', 'first.ee'], 2],
  },
  {
    what: 'domains of a contact in a role that there is not',
    request: 'GET /contacts/ALPHA:MARI?domain_filter=Nobody',
    data: ({ contact }) => [contact.domains, contact.domains_count],
    is: [[], 0],
  },
  {
    what: 'an account without billing address and IBAN',
    request: 'GET /accounts/details',
    data: ({ account }) => [account.billing_email, account.iban],
    is: ['info@alpha.example', ''],
  },
  {
    what: 'the summary at the first sign-in',
    request: 'GET /registrar/summary',
    data: ({ billing_email, last_login_date }) => [billing_email, last_login_date],
    is: ['info@alpha.example', null],
  },
  ...(
    [
      ['*Mari Tamm*', ['ALPHA:MARI']],
      ['*Mari*', []],
      ['mar_ tamm', ['ALPHA:MARI', 'ALPHA:MART']],
      ['m%t%m', ['ALPHA:MARI', 'ALPHA:MART']],
    ] as const
  ).map(
    ([name, is]): Row => ({
      what: `contacts called ${name}`,
      request: `GET /contacts?q[name_matches]=${encodeURIComponent(name)}&q[s]=code+asc`,
      data: ({ contacts }) => contacts,
      is,
    }),
  ),
  {
    what: 'two sorts',
    request: 'GET /contacts?q[s][]=email+asc&q[s][]=code+asc&limit=3',
    data: ({ contacts }) => contacts,
    is: ['ALPHA:BARE', 'ALPHA:MARI', 'ALPHA:MART'],
  },
  ...[
    'offset=x',
    'offset=1.5',
    'q[created_at_gteq]=soon',
    'limit=1&limit=200',
    'q[name_matches]=x&q[name_matches]=tamm&q[s]=a&q[s]=b',
  ].map(
    (query): Row => ({
      what: `contacts with ${query}`,
      request: `GET /contacts?${query}`,
      data: ({ contacts }) => (contacts as unknown as string[]).includes('ALPHA:MARI'),
      is: true,
    }),
  ),
  { what: 'an unreadable limit', request: 'GET /contacts?limit=x', code: 2005 },
  { what: 'an unreadable page', request: 'GET /contacts/ALPHA:MARI?page=x&per_page=y' },
  {
    what: 'the country of contacts',
    request: 'GET /contacts?q[country_code_eq]=EE&q[code_eq]=ALPHA:MARI',
    data: ({ contacts }) => contacts,
    is: ['ALPHA:MARI'],
  },
  {
    what: 'part of an ident',
    request: 'PUT /contacts/ALPHA:MARI',
    body: { contact: { ident: { ident: people.mari } } },
    code: 2308,
  },
  {
    what: 'null where a text is required',
    request: 'POST /domains',
    body: { domain: { name: null, registrant: 'x', period: 1, period_unit: 'y' } },
    code: 2005,
    message: "Invalid parameter 'name' value nil: Must be a String",
  },
  {
    what: 'a host for the listed domains',
    request: 'PUT /registrar/nameservers',
    body: { data: { type: 'nameserver', domains: ['far.ee'], attributes: { hostname: 'ns1.host.ee' } } },
    data: ({ skipped_domains }) => skipped_domains,
    is: ['far.ee'],
  },
  {
    what: 'a wrong name and a wrong code',
    request: 'POST /contacts',
    body: contactWith({ name: '<', id: 'õ' }),
    code: 2005,
    message: 'Name is invalid [name]',
  },
  {
    what: 'contacts in detail',
    request: 'GET /contacts?details=true&limit=1',
    data: ({ contacts }) =>
      Object.keys((contacts as unknown as Loose[])[0] ?? {}).filter((one) => /domains/.test(one)),
    is: [],
  },
  {
    what: 'a domain by its number',
    request: 'POST /domains/1/transfer',
    body: { transfer: { transfer_code: 'x' } },
    code: 2303,
  },
  {
    what: 'a company that nobody knows',
    request: 'POST /contacts',
    body: { ...nameless, ident: { ident: '99999999', ident_type: 'org', ident_country_code: 'ee' } },
    code: 2003,
    message: 'Company is not registered',
  },
  {
    what: 'a company that somebody knows',
    request: 'POST /contacts',
    body: { ...nameless, ident: { ident: '12345678', ident_type: 'org', ident_country_code: 'EE' } },
  },
  {
    what: 'a company elsewhere',
    request: 'POST /contacts',
    body: { ...nameless, ident: { ident: '99999999', ident_type: 'org', ident_country_code: 'LV' } },
  },
  {
    what: 'an address for nothing',
    request: 'POST /white_ips',
    body: { white_ip: { address: '192.0.2.1', interfaces: [] } },
  },
];

describe('as the incumbent does', () => {
  it.each(rows)('$what: $request', async ({ request, body, code = 1000, message, data, is }) => {
    const answer = await call(request, body);
    expect(answer.body.code, answer.text).toBe(code);
    if (message !== undefined) expect(answer.body.message).toBe(message);
    if (data) expect(data(answer.body.data)).toEqual(is);
  });

  it('shows when a user signed in before, once it has been away', async () => {
    const before = world.clock.now();
    world.clock.moveTo(new Date(before.getTime() + 2 * 3_600_000));
    // Something about its user makes the server look again.
    world.container.bus.dispatch('api_user', 'alpha');
    await call('GET /accounts/balance');
    // Sign-ins are written once a minute at most, with the points of all callers.
    await expect
      .poll(async () => {
        const { data } = (await call('GET /registrar/summary')).body;
        return Date.parse(String(data.last_login_date));
      })
      .toBe(before.getTime());
  });

  it('leaves pages and other paths as they are, whatever their length', async () => {
    for (const url of ['/guides//', '//evil.example/registry/v1', '/docs.json', `/${'/'.repeat(10_000)}x`]) {
      const { status, headers } = await world.request({ method: 'GET', url, auth: alpha });
      expect([url.slice(0, 40), status, headers.location]).toEqual([url.slice(0, 40), 404, undefined]);
    }
  });
});
