import { describe, expect, it } from 'vitest';
import { updateBlockers } from '../../support/domains.ts';
import type { Loose } from '../../support/world.ts';
import { alpha, contactRows, fullDomains, has, instant, openDemoWorld, url } from './demo-portal.ts';
import { filledIn, list, names, registrarPortal } from './registrar-portal.ts';

openDemoWorld();

describe('signing in', () => {
  it('shows the portal who it is and which pages to offer', async () => {
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
      // Of the sign-in before this one, which is the first.
      last_login_date: null,
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
        if (/Date/.test(key)) expect(Date.parse(String(value)), key).toBeGreaterThan(0);
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
  it('are given for the two charts', async () => {
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
  it('forgets the password: a wrong one, or none, is reported as such', async () => {
    for (const password of ['wrong', '']) {
      const { status, code } = await registrarPortal(url, 'alpha', password).ask('GET', '/registrar/auth');
      expect({ status, code }).toEqual({ status: 401, code: 2202 });
    }
    expect((await alpha.get('/registrar/auth')).username).toBe('alpha');
  });
});
