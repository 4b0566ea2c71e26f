import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#src/app.ts';
import { seedWorld } from '#src/sandbox/world.ts';
import { updateBlockers } from '../support/domains.ts';
import { type SecondHouse, secondHouse } from '../support/houses.ts';
import type { Loose } from '../support/world.ts';
import { filledIn, list, names, type Params, registrarPortal } from './registrar-portal.ts';

/** Looking through a registry in use: the demo world has domains and contacts in every state. */
let demo: SecondHouse;
beforeAll(async () => {
  demo = await secondHouse({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.house, 'demo');
  await listen(demo.app, demo.house, 0, '127.0.0.1');
});

const url = () => demo.house.address.ownUrl;
const alpha = registrarPortal(url, 'alpha', 'alpha-sandbox', {
  'user-certificate': encodeURIComponent('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
});
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
const everything = { limit: null, offset: null };

describe('signing in', () => {
  it('tells the portal who it is and which pages to offer', async () => {
    const { data } = await alpha.ask('GET', '/registrar/auth');
    expect(data).toMatchObject({
      id: expect.any(Number),
      username: 'alpha',
      registrar_name: 'Alpha Domains',
      legaldoc_mandatory: false,
      address_processing: false,
    });
    expect(names(data.roles as Loose, 'length')).toHaveLength(1);
    const { can } = data.abilities;
    for (const [action, subject] of [
      ['show', 'dashboard'],
      ...['poll', 'Invoice', 'ApiUser', 'WhiteIp', 'balance_auto_reload'].map((one) => ['manage', one]),
      ...['info', 'create', 'renew', 'transfer', 'delete'].map((one) => [one, 'Epp::Domain']),
      ...['check', 'create'].map((one) => [one, 'Epp::Contact']),
    ] as const)
      expect(can[action], `${action} ${subject}`).toHaveProperty([subject], []);
    // Its only switch for the console, which is not built.
    expect(can.create).not.toHaveProperty(['Epp::Server']);
  });

  it('fills the start page', async () => {
    const data = await alpha.get('/registrar/summary');
    expect(data).toMatchObject({
      username: 'alpha',
      registrar_name: 'Alpha Domains',
      registrar_reg_no: expect.any(String),
      balance: { amount: expect.stringMatching(/^\d+\.\d{1,2}$/), currency: 'EUR' },
      last_login_date: instant,
      domains: expect.any(Number),
      contacts: expect.any(Number),
      email: expect.any(String),
      phone: expect.any(String),
      billing_email: expect.any(String),
      notifications_count: expect.any(Number),
    });
    expect(data).toHaveProperty('billing_address');
    expect((await alpha.get('/accounts/balance')).balance).toBe(data.balance.amount);
  });
});

/** What each list can be asked for, and by which rows of the whole list it must be answered. */
interface Listing {
  readonly path: '/domains' | '/contacts';
  readonly key: 'name' | 'code';
  readonly params: Params;
  readonly sorts: Readonly<Record<string, (row: Loose) => unknown>>;
}
const domains: Listing = {
  path: '/domains',
  key: 'name',
  params: { details: true, simple: true },
  sorts: {
    name: ({ name }) => name,
    valid_to: ({ expire_time }) => Date.parse(String(expire_time)),
    expire_time: ({ expire_time }) => Date.parse(String(expire_time)),
    registrant_name: ({ registrant }) => registrant?.name,
    registrar_name: () => 0,
    created_at: () => 0,
    nonsense: () => 0,
  },
};
const contacts: Listing = {
  path: '/contacts',
  key: 'code',
  params: { details: true },
  sorts: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    ident: ({ ident }) => ident?.code,
    email: ({ email }) => email,
    created_at: ({ created_at }) => Date.parse(String(created_at)),
    updated_at: () => 0,
    registrar_name: () => 0,
    nonsense: () => 0,
  },
};

const rowsOf = ({ path }: Listing, data: Loose) => list(data[path.slice(1)]);
const whole = async (listing: Listing, params: Params = {}) => {
  const data = await alpha.get(listing.path, { ...listing.params, ...everything, q: null, ...params });
  const rows = rowsOf(listing, data);
  expect(Number(data.count)).toBe(rows.length);
  return rows;
};
const keysOf = ({ key }: Listing, rows: readonly Loose[]) => rows.map((row) => String(row[key]));

describe.each([domains, contacts])('the list at $path', (listing) => {
  it('has everything a page of it shows', async () => {
    const data = await alpha.get(listing.path, { ...listing.params, limit: 10, offset: 0, q: null });
    expect(rowsOf(listing, data)).toHaveLength(10);
    expect(names(data.statuses as Loose, 'length').length).toBeGreaterThan(10);
    if (listing === contacts) expect(data.ident_types).toEqual(['org', 'priv', 'birthday']);
    else expect(list(data.new_domain)).toHaveLength(1);
  });

  it('is the same, page by page, as the whole of it that is saved as a table', async () => {
    const all = keysOf(listing, await whole(listing));
    const paged: string[] = [];
    for (let offset = 0; offset < all.length; offset += 10) {
      const data = await alpha.get(listing.path, { ...listing.params, limit: 10, offset, q: null });
      expect(Number(data.count)).toBe(all.length);
      paged.push(...keysOf(listing, rowsOf(listing, data)));
    }
    expect(paged).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(Object.keys(listing.sorts))(
    'can be sorted by %s, both ways and however that is written',
    async (by) => {
      const all = keysOf(listing, await whole(listing)).sort();
      const read = listing.sorts[by] ?? (() => 0);
      const [up, down] = [
        await whole(listing, { q: { s: `${by} asc` } }),
        await whole(listing, { q: { s: `${by} desc` } }),
      ];
      for (const sorted of [up, down]) expect(keysOf(listing, sorted).sort()).toEqual(all);
      // Whatever the order of letters: what comes later one way comes earlier the other way.
      expect(up.map(read)).toEqual(down.map(read).reverse());
      const times = up.map(read).filter((value) => typeof value === 'number');
      expect(times).toEqual([...times].sort((one, other) => one - other));
      const written = Object.entries({ ...listing.params, limit: '', offset: '' })
        .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
        .join('&');
      for (const sort of [`q[s]=${by}+desc`, `q%5Bs%5D=${by}%20desc`, `q[s]=${by}%20desc`]) {
        const data = await alpha.get(`${listing.path}?${written}&${sort}`);
        expect(keysOf(listing, rowsOf(listing, data))).toEqual(keysOf(listing, down));
      }
    },
  );
});

let contactRows: readonly Loose[];
let fullDomains: readonly Loose[];
beforeAll(async () => {
  contactRows = await whole(contacts);
  fullDomains = [];
  for (const { name } of await whole(domains))
    fullDomains = [...fullDomains, (await alpha.get(`/domains/${encodeURIComponent(String(name))}`)).domain];
});
const has = (held: Loose | undefined, name: string) => Object.hasOwn(held ?? {}, name);
const day = (moment: unknown) => String(moment).slice(0, 10);

describe('the filters of domains', () => {
  const found = async (q: Params) => names((await whole(domains, { q })) as unknown as Loose).sort();
  const expectFound = async (q: Params, wanted: (domain: Loose) => boolean, least = 1) => {
    const expected = names(fullDomains.filter(wanted) as unknown as Loose).sort();
    expect(expected.length, JSON.stringify(q)).toBeGreaterThanOrEqual(least);
    expect(await found(q), JSON.stringify(q)).toEqual(expected);
  };

  it('find by name, by part of it and by the whole of it', async () => {
    const [{ name }] = (await whole(domains)) as [Loose];
    const part = String(name).slice(0, 3);
    await expectFound({ name_matches: part }, (domain) => String(domain.name).includes(part));
    await expectFound({ name_matches: `*${name}*` }, (domain) => domain.name === name);
    await expectFound({ name_matches: '%' }, () => false, 0);
  });

  it('find by registrant, nameserver and status', async () => {
    const all = fullDomains;
    const one = all.find(({ nameservers }) => list(nameservers).length > 0) as Loose;
    const code = String(one.registrant?.code);
    const hostname = String(list(one.nameservers)[0]?.hostname);
    await expectFound({ registrant_code_eq: code }, ({ registrant }) => String(registrant?.code) === code);
    await expectFound({ nameservers_hostname_eq: hostname }, ({ nameservers }) =>
      names(nameservers, 'hostname').includes(hostname),
    );
    const statuses = [...new Set(all.flatMap(({ statuses }) => Object.keys(statuses ?? {})))];
    for (const status of statuses)
      await expectFound({ statuses_contains_array: status }, (domain) => has(domain.statuses, status));
    const both =
      all.map(({ statuses }) => Object.keys(statuses ?? {})).find(({ length }) => length > 1) ?? [];
    await expectFound({ statuses_contains_array: both.join(',') }, (domain) =>
      both.every((status) => has(domain.statuses, status)),
    );
  });

  it('find by the ident of an admin or technical contact', async () => {
    const idents = new Map(contactRows.map(({ code, ident }) => [String(code), String(ident?.code)]));
    const [
      {
        contacts: [{ code }],
      },
    ] = fullDomains.filter(({ contacts }) => list(contacts).length > 0) as unknown as [
      { contacts: [{ code: string }] },
    ];
    const ident = idents.get(code) ?? '';
    await expectFound({ contacts_ident_eq: ident }, ({ contacts }) =>
      names(contacts, 'code').some((one) => idents.get(one) === ident),
    );
  });

  it('find by the day on which they expire', async () => {
    const days = (await whole(domains)).map(({ expire_time }) => day(expire_time)).sort();
    const middle = days[Math.floor(days.length / 2)] ?? '';
    await expectFound({ valid_to_gteq: middle }, ({ expire_time }) => day(expire_time) >= middle);
    await expectFound({ valid_to_lteq: middle }, ({ expire_time }) => day(expire_time) <= middle);
    await expectFound(
      { valid_to_gteq: middle, valid_to_lteq: middle },
      (one) => day(one.expire_time) === middle,
    );
  });

  it('are left alone when they are not known or not filled in', async () => {
    const all = await found({});
    for (const q of [{ name_matches: '', statuses_contains_array: '' }, { surprise_eq: 'x' }, { s: '' }])
      expect(await found(q)).toEqual(all);
  });
});

describe('the filters of contacts', () => {
  const expectFound = async (q: Params, wanted: (contact: Loose) => boolean) => {
    const expected = names(contactRows.filter(wanted) as unknown as Loose, 'code').sort();
    expect(expected.length, JSON.stringify(q)).toBeGreaterThanOrEqual(1);
    expect(
      names((await whole(contacts, { q })) as unknown as Loose, 'code').sort(),
      JSON.stringify(q),
    ).toEqual(expected);
  };

  it('find by everything that the form asks for', async () => {
    const all = contactRows;
    const [one] = all as [Loose];
    const code = String(one.code);
    const within = (value: unknown) => String(value).slice(1, 5).toLowerCase();
    const contains = (value: unknown, part: string) => String(value).toLowerCase().includes(part);
    await expectFound({ code_eq: code }, (contact) => String(contact.code) === code);
    await expectFound({ name_matches: within(one.name) }, ({ name }) => contains(name, within(one.name)));
    await expectFound({ email_matches: within(one.email) }, ({ email }) =>
      contains(email, within(one.email)),
    );
    const part = within(one.ident?.code);
    await expectFound({ ident_matches: part }, ({ ident }) => contains(ident?.code, part));
    for (const type of new Set(all.map(({ ident }) => String(ident?.type))))
      await expectFound({ ident_type_eq: type }, ({ ident }) => String(ident?.type) === type);
    for (const status of new Set(all.flatMap(({ statuses }) => Object.keys(statuses ?? {}))))
      await expectFound({ statuses_contains_array: status }, ({ statuses }) => has(statuses, status));
    const country = String(one.ident?.country_code);
    await expectFound({ country_code_eq: country }, ({ ident }) => String(ident?.country_code) === country);
    const made = day(one.created_at);
    await expectFound({ created_at_gteq: made }, ({ created_at }) => day(created_at) >= made);
    await expectFound({ created_at_lteq: made }, ({ created_at }) => day(created_at) <= made);
    await expectFound({ updated_at_gteq: '2000-01-01' }, () => true);
  });

  it('find by the part that a contact plays', async () => {
    const parts = { registrant: 'Registrant', admin: 'AdminDomainContact', tech: 'TechDomainContact' };
    for (const [type, role] of Object.entries(parts))
      await expectFound({ types_contains_array: type }, ({ domains }) =>
        list(domains).some(({ roles }) => (roles as unknown as string[]).includes(role)),
      );
    await expectFound({ types_contains_array: 'registrant,admin' }, ({ domains }) => {
      const roles = list(domains).flatMap((one) => one.roles as unknown as string[]);
      return roles.includes('Registrant') && roles.includes('AdminDomainContact');
    });
  });

  it('suggest contacts while a name is typed, and show the one that was chosen', async () => {
    const [{ code, name }] = contactRows as [Loose];
    const suggested = list(
      await alpha.get('/contacts/search', { id: null, query: String(name).slice(0, 4) }),
    );
    expect(suggested.length).toBeLessThanOrEqual(10);
    expect(names(suggested as unknown as Loose, 'value')).toContain(String(code));
    expect(await alpha.get('/contacts/search', { id: code, query: null })).toEqual([
      { value: code, label: `${code} ${name}`, selected: true },
    ]);
    expect(list(await alpha.get('/contacts/search', { id: null, query: null }))).toHaveLength(10);
  });
});

describe('the page of a contact', () => {
  it('is shown for every contact, its code written either way, with its domains page by page', async () => {
    for (const { code, domains_count } of contactRows) {
      const params = { id: code, page: 1, per_page: 2, domain_filter: null, q: { s: 'valid_to desc' } };
      const { contact } = await alpha.get(`/contacts/${code}`, params);
      const escaped = await alpha.get(`/contacts/${encodeURIComponent(String(code))}`, params);
      expect(escaped.contact).toEqual(contact);
      expect(contact).toMatchObject({
        code,
        name: expect.any(String),
        email: expect.any(String),
        phone: expect.any(String),
        created_at: instant,
        auth_info: expect.any(String),
        ident: { code: expect.any(String), type: expect.any(String), country_code: expect.any(String) },
        registrar: { name: 'Alpha Domains' },
        domains_count,
        verified_at: null,
        ident_request_sent_at: null,
      });
      expect(list(contact?.domains).length).toBe(Math.min(2, Number(domains_count)));
      for (const domain of list(contact?.domains))
        expect(domain).toMatchObject({
          name: expect.any(String),
          valid_to: instant,
          registrar: { name: expect.any(String) },
          roles: expect.arrayContaining([expect.any(String)]),
        });
    }
  });

  it('shows its domains in the parts that are ticked', async () => {
    const busiest = [...contactRows].sort(
      (one, other) => Number(other.domains_count) - Number(one.domains_count),
    )[0] as Loose;
    const ticked = async (...roles: string[]) =>
      names(
        (await alpha.get(`/contacts/${busiest.code}`, { id: busiest.code, domain_filter: roles, q: null }))
          .contact?.domains,
      ).sort();
    const playing = (...roles: string[]) =>
      list(busiest.domains)
        .filter((domain) => (domain.roles as unknown as string[]).some((role) => roles.includes(role)))
        .map(({ name }) => String(name))
        .sort();
    // A hidden field adds a blank one.
    for (const roles of [['Registrant'], ['TechDomainContact', 'AdminDomainContact']])
      expect(await ticked(...roles, '')).toEqual(playing(...roles));
    expect(await ticked('')).toEqual(names(busiest.domains).sort());
  });

  it('is shown in short before it is deleted', async () => {
    const [{ code, name }] = contactRows as [Loose];
    expect((await alpha.get(`/contacts/${code}`, { id: code, simple: true })).contact).toEqual({
      id: expect.any(String),
      code,
      name,
    });
  });

  it('saved as it is changes nothing', async () => {
    for (const { code } of contactRows) {
      const { contact } = await alpha.get(`/contacts/${code}`);
      const { code: ident, type, country_code } = contact.ident;
      const answer = await alpha.ask('PUT', `/contacts/${code}`, {
        body: {
          contact: {
            name: contact?.name,
            email: contact?.email,
            phone: contact?.phone,
            ident: { ident, ident_type: type, ident_country_code: country_code },
          },
        },
      });
      const isLocked = Object.keys(contact?.statuses ?? {}).some((status) => /UpdateProhibited/.test(status));
      expect(answer.code, `${code}: ${answer.message}`).toBe(isLocked ? 2304 : 1000);
      expect((await alpha.get(`/contacts/${code}`)).contact).toEqual(contact);
    }
  });
});

/** What the portal makes of a domain that it shows in its form and that is saved as it is. */
const domainForm = (domain: Loose) => ({
  domain: filledIn({
    name: domain.name,
    registrant: { code: domain.registrant?.code },
    contacts: list(domain.contacts).map(({ code, type }) => ({
      code,
      type: String(type) === 'TechDomainContact' ? 'tech' : 'admin',
    })),
    nameservers: list(domain.nameservers).map(({ id, hostname, ipv4, ipv6 }) => ({
      id: String(id),
      hostname,
      // Shown with a comma and a space, taken apart at the comma.
      ipv4: split(ipv4),
      ipv6: split(ipv6),
      action: 'add',
    })),
    dns_keys: list(domain.dnssec_keys).map((key) => ({
      ...Object.fromEntries(Object.entries(key).map(([field, value]) => [field, String(value)])),
      action: 'add',
    })),
    legal_document: null,
  }),
});
function split(addresses: Loose | undefined): string[] {
  const joined = (addresses as unknown as string[]).join(', ');
  return joined === '' ? [] : joined.split(',');
}

describe('the page of a domain', () => {
  it('is shown for every domain', async () => {
    for (const domain of fullDomains) {
      expect(domain).toMatchObject({
        name: expect.any(String),
        registrant: { name: expect.any(String), code: expect.any(String) },
        created_at: instant,
        updated_at: instant,
        expire_time: instant,
        statuses: expect.any(Object),
        registrar: { name: 'Alpha Domains' },
        dispute: expect.any(Boolean),
        transfer_code: expect.any(String),
      });
      for (const key of ['outzone_at', 'delete_date', 'force_delete_date'])
        expect(domain).toHaveProperty(key);
      for (const { ipv4, ipv6 } of list(domain.nameservers))
        expect([ipv4, ipv6].map(Array.isArray)).toEqual([true, true]);
    }
  });

  it('saved as it is changes nothing, and is refused only where nothing may change', async () => {
    const codes: number[] = [];
    for (const domain of fullDomains) {
      const path = `/domains/${encodeURIComponent(String(domain.name))}`;
      const answer = await alpha.ask('PUT', path, { body: domainForm(domain) });
      const isLocked = [...updateBlockers, 'deleteCandidate', 'serverObjUpdateProhibited', 'disputed'].some(
        (status) => has(domain.statuses, status),
      );
      expect(answer.code, `${domain.name} ${Object.keys(domain.statuses ?? {})}: ${answer.message}`).toBe(
        isLocked ? 2304 : 1000,
      );
      expect((await alpha.get(path)).domain).toEqual(domain);
      codes.push(answer.code);
    }
    expect(new Set(codes)).toEqual(new Set([1000, 2304]));
  });
});

describe('messages', () => {
  it('are read one by one until there are none', async () => {
    const params = { limit: 200, offset: 0 };
    const all = list(await alpha.get('/registrar/notifications/all_notifications', params));
    const count = async () => Number((await alpha.get('/registrar/summary')).notifications_count);
    expect(await count()).toBe(all.length);
    expect(all.length).toBeGreaterThan(3);
    for (let left = all.length; left > 0; left -= 1) {
      const { notification } = await alpha.get('/registrar/summary');
      expect(notification).toMatchObject({
        id: expect.any(Number),
        text: expect.any(String),
        created_at: instant,
      });
      for (const [key, value] of Object.entries(notification?.attached_obj_data ?? {}))
        if (/Date/.test(key)) expect(value, key).toEqual(instant);
      const { id } = notification as Loose;
      expect((await alpha.get(`/registrar/notifications/${id}`)).id).toBe(id);
      const body = { notification: { read: true } };
      expect(await alpha.send('PUT', `/registrar/notifications/${id}`, body)).toEqual({
        notification_id: id,
        read: true,
      });
      expect(await count()).toBe(left - 1);
    }
    expect((await alpha.get('/registrar/summary')).notification).toBeNull();
    expect(await alpha.get('/registrar/notifications')).toEqual({});
  });
});

describe('numbers', () => {
  it('are told for the two charts', async () => {
    const slices = list(await alpha.get('/stats/market_share_distribution', { q: { end_date: '' } }));
    for (const slice of slices)
      expect(slice).toMatchObject({ name: expect.any(String), y: expect.any(Number) });
    expect(slices.filter(({ selected }) => selected)).toMatchObject([
      { name: 'Alpha Domains', sliced: true },
    ]);
    const q = { end_date: '10.26', compare_to_end_date: '01.26' };
    const growth = await alpha.get('/stats/market_share_growth_rate', { q });
    for (const [part, name] of [
      ['data', '10.26'],
      ['prev_data', '01.26'],
    ] as const) {
      expect(growth[part]).toMatchObject({ name });
      const [domains, shares] = [growth[part]?.domains, growth[part]?.market_share] as unknown as [
        string,
        number,
      ][][];
      expect(shares?.map(([registrar]) => registrar)).toEqual(domains?.map(([registrar]) => registrar));
    }
  });
});

describe('public lists', () => {
  it('are read by anybody without an envelope, and not twice when nothing has changed', async () => {
    for (const [path, key] of [
      ['/retained_domains', 'domains'],
      ['/retained_domains?type=blocked', 'domains'],
      ['/auctions', 'auctions'],
    ] as const) {
      const first = await fetch(`${url()}/repp/v1${path}`);
      const body = (await first.json()) as Loose;
      expect(first.status).toBe(200);
      expect(Number(body.count)).toBe(list(body[key]).length);
      const again = await fetch(`${url()}/repp/v1${path}`, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });
});

describe('pages that are not built', () => {
  it.each([
    ['POST', '/contacts/verify/ALPHA:TAMM', null],
    ['GET', '/contacts/download_poi/ALPHA:TAMM', undefined],
    ['POST', '/certificates/p12', { api_user_id: '1' }],
    ['POST', '/registrar/xml_console', { payload: '<epp/>' }],
    ['GET', '/registrar/xml_console/load_xml?obj=domain&epp_action=info', undefined],
    ['POST', '/api_users/verify/1', null],
  ] as const)('%s %s say so, and leave the user signed in', async (method, path, body) => {
    const { status, code, message } = await alpha.ask(method, path, { body });
    expect({ status, code, message }).toEqual({ status: 400, code: 2101, message: 'Unimplemented command' });
  });
});

describe('signing out', () => {
  it('forgets the password: a wrong one, or none, is told as such', async () => {
    for (const password of ['wrong', '']) {
      const { status, code } = await registrarPortal(url, 'alpha', password).ask('GET', '/registrar/auth');
      expect({ status, code }).toEqual({ status: 401, code: 2202 });
    }
    expect((await alpha.get('/registrar/auth')).username).toBe('alpha');
  });
});
