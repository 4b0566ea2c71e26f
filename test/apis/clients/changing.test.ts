import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOn } from '../../support/domains.ts';
import { expectBooksToBalance } from '../../support/money.ts';
import { day as aDay, wait } from '../../support/portal.ts';
import { people } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { list, names, registrarPortal } from './registrar-portal.ts';

let world: TestWorld;
let url = '';
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

const alpha = registrarPortal(() => url, 'alpha', 'alpha-sandbox');
const beta = registrarPortal(() => url, 'beta', 'beta-sandbox');

/** The form of a new contact, which has fields that this registry does not keep. */
const contactForm = (more: object = {}) => ({
  contact: {
    name: 'Mari Mets',
    email: 'mari@mets.example',
    phone: '+372.5555555',
    ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    ...more,
  },
});
const jaanTamm = { name: 'Jaan', ident: { ...contactForm().contact.ident, ident: people.jaan } };
const newContact = async (more: object = {}, portal = alpha): Promise<string> =>
  String((await portal.send('POST', '/contacts', contactForm(more))).contact.code);

/** The form of a new domain; a period is chosen as one text and sent in two parts. */
const domainForm = (name: string, registrant: string, more: object = {}) => ({
  domain: {
    name,
    reserved_pw: '',
    registrant,
    period_unit: 'y',
    period: 1,
    nameservers_attributes: [],
    admin_contacts: [],
    tech_contacts: [],
    dnskeys_attributes: null,
    ...more,
  },
});
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==', action: 'add' };
const shown = async (name: string): Promise<Loose> =>
  (await alpha.get(`/domains/${encodeURIComponent(name)}`)).domain;
const day = (moment: unknown) => String(moment).slice(0, 10);

describe('contacts', () => {
  it('are made, with a code of their own or without, after the code was looked at', async () => {
    expect((await alpha.get('/contacts/check/ALPHA:METS')).contact).toMatchObject({ available: true });
    expect(await newContact({ id: 'METS' })).toBe('ALPHA:METS');
    expect(await newContact()).toMatch(/^ALPHA:/);
    expect((await alpha.get('/contacts/check/ALPHA:METS')).contact).toMatchObject({ available: false });
  });

  it('are made with an address, which is kept', async () => {
    const addr = { country_code: 'EE', city: 'Tallinn', street: 'Pikk 1', zip: '10123', state: 'Harjumaa' };
    const legal_document = { body: Buffer.alloc(4000, '%PDF').toString('base64'), type: 'pdf' };
    const { code, data } = await alpha.ask('POST', '/contacts', {
      body: contactForm({ addr, legal_document }),
    });
    expect(code).toBe(1000);
    expect((await alpha.get(`/contacts/${data.contact.code}`)).contact.address).toEqual(addr);
  });

  it('are changed and deleted with the bodies that portals send', async () => {
    const code = await newContact();
    await alpha.send('PUT', `/contacts/${code}`, { contact: { email: 'uus@mets.example' } });
    expect((await alpha.get(`/contacts/${code}`)).contact.email).toBe('uus@mets.example');
    await alpha.send('DELETE', `/contacts/${encodeURIComponent(code)}`, { legal_document: null });
    expect(await alpha.ask('GET', `/contacts/${code}`)).toMatchObject({ status: 404, code: 2303 });
    const other = await newContact();
    await alpha.send('DELETE', `/contacts/${other}`);
  });

  it('that are wrong are reported in words to show', async () => {
    const body = contactForm({ ident: { ident: '', ident_type: 'priv', ident_country_code: 'EE' } });
    expect(await alpha.ask('POST', '/contacts', { body })).toMatchObject({ status: 400, code: 2003 });
  });
});

describe('domains', () => {
  it('are registered, looked at, changed, renewed and deleted', async () => {
    const mari = await newContact();
    const made = await alpha.send(
      'POST',
      '/domains',
      domainForm('päev.ee', mari, {
        period: 3,
        period_unit: 'm',
        nameservers_attributes: [
          { hostname: 'ns1.hosting.example', ipv4: ['192.0.2.1', ' 192.0.2.2'], ipv6: [] },
          { hostname: 'ns2.hosting.example', ipv4: [], ipv6: ['2001:db8::1'] },
        ],
        tech_contacts: [mari],
        dnskeys_attributes: [key],
      }),
    );
    expect(made.domain).toMatchObject({ name: 'päev.ee', id: expect.any(String) });
    const domain = await shown('päev.ee');
    expect(String(domain.transfer_code)).toBe(String(made.domain.transfer_code));
    expect(list(domain.nameservers)).toMatchObject([
      { hostname: 'ns1.hosting.example', ipv4: ['192.0.2.1', '192.0.2.2'] },
      { ipv6: ['2001:DB8::1'] },
    ]);
    expect((await alpha.get('/domains/XN--PEV-QLA.ee')).domain).toEqual(domain);

    const path = `/domains/${encodeURIComponent('päev.ee')}`;
    const [first] = list(domain.nameservers) as [Loose];
    await alpha.send('PUT', path, {
      domain: {
        name: 'päev.ee',
        registrant: { code: mari },
        contacts: [{ code: mari, type: 'tech' }],
        nameservers: [
          { id: String(first.id), hostname: first.hostname, ipv4: [' 192.0.2.9'], ipv6: [], action: 'add' },
          { hostname: 'ns3.hosting.example', ipv4: [], ipv6: [], action: 'add', id: null },
        ],
      },
    });
    expect(list((await shown('päev.ee')).nameservers)).toMatchObject([
      { id: first.id, ipv4: ['192.0.2.9'] },
      { hostname: 'ns2.hosting.example' },
      { hostname: 'ns3.hosting.example' },
    ]);

    await alpha.send('PUT', path, {
      domain: {
        name: 'päev.ee',
        nameservers: [{ id: String(first.id), hostname: 'ns9.hosting.example', action: 'add' }],
      },
    });
    expect(list((await shown('päev.ee')).nameservers)).toMatchObject([
      { id: first.id, hostname: 'ns9.hosting.example', ipv4: ['192.0.2.9'] },
      { hostname: 'ns2.hosting.example' },
      { hostname: 'ns3.hosting.example' },
    ]);

    wait(world, 30 * aDay);
    const exp_date = day(domain.expire_time);
    await alpha.send('POST', `${path}/renew`, { renews: { period_unit: 'y', period: 1, exp_date } });
    expect(day((await shown('päev.ee')).expire_time) > exp_date).toBe(true);

    const body = { domain: { delete: { verified: 'true' }, legal_document: null } };
    expect((await alpha.ask('DELETE', path, { body })).code).toBe(1000);
    expect((await shown('päev.ee')).statuses).toHaveProperty('pendingDelete');
  });

  it('whose registrant has not agreed wait', async () => {
    const [mari, jaan] = [await newContact(), await newContact(jaanTamm)];
    for (const name of ['ootab.ee', 'kaob.ee']) await alpha.send('POST', '/domains', domainForm(name, mari));
    const changed = await alpha.ask('PUT', '/domains/ootab.ee', {
      body: { domain: { name: 'ootab.ee', registrant: { code: jaan } } },
    });
    const gone = await alpha.ask('DELETE', '/domains/kaob.ee', {
      body: { domain: { delete: { verified: false }, legal_document: null } },
    });
    expect([changed.code, gone.code]).toEqual([1001, 1001]);
    expect((await shown('ootab.ee')).statuses).toHaveProperty('pendingUpdate');
    expect((await shown('kaob.ee')).statuses).toHaveProperty('pendingDeleteConfirmation');
  });

  it('can be held back and let go, and have keys, contacts and nameservers of their own', async () => {
    const mari = await newContact();
    await alpha.send('POST', '/domains', domainForm('osad.ee', mari));
    await alpha.send('PUT', '/domains/osad.ee/statuses/clientHold');
    expect((await shown('osad.ee')).statuses).toHaveProperty('clientHold');
    await alpha.send('DELETE', '/domains/osad.ee/statuses/clientHold');
    expect((await shown('osad.ee')).statuses).not.toHaveProperty('clientHold');
    const { id: _, action: __, ...plain } = { id: 0, ...key };
    await alpha.send('POST', '/domains/osad.ee/dnssec', { dns_keys: [plain] });
    await alpha.send('DELETE', '/domains/osad.ee/dnssec', { dns_keys: [plain] });
    await alpha.send('POST', '/domains/osad.ee/contacts', { contacts: [{ code: mari, type: 'tech' }] });
    await alpha.send('DELETE', '/domains/osad.ee/contacts', { contacts: [{ code: mari, type: 'tech' }] });
    expect(await alpha.get('/domains/osad.ee/dnssec')).toEqual({ dns_keys: [] });
    expect((await alpha.get('/domains/osad.ee/contacts')).tech_contacts).toEqual([]);
  });
});

describe('bulk actions', () => {
  const bulk = ['hulk-1.ee', 'hulk-2.ee'];
  let [mari, same, other] = ['', '', ''];
  beforeAll(async () => {
    mari = await newContact();
    same = await newContact();
    other = await newContact(jaanTamm);
    for (const name of bulk)
      await alpha.send(
        'POST',
        '/domains',
        domainForm(name, mari, {
          nameservers_attributes: ['ns1.vana.example', 'ns2.vana.example'].map((hostname) => ({ hostname })),
          tech_contacts: [mari],
          admin_contacts: [mari],
        }),
      );
  });
  const both = { affected_domains: bulk, skipped_domains: [] };

  it('renew what expires until a day', async () => {
    wait(world, 300 * aDay);
    const before = await shown('hulk-1.ee');
    const found = await alpha.get('/domains', {
      q: { valid_to_lteq: day(before.expire_time), name_matches: 'hulk' },
      ...{ limit: null, offset: null, details: true, simple: true },
    });
    const domains = names(found.domains);
    expect(domains.sort()).toEqual(bulk);
    const answer = await alpha.send('POST', '/domains/renew/bulk', { domains, renew_period: '1y' });
    expect((answer.updated_domains as unknown as string[]).sort()).toEqual(bulk);
    expect(day((await shown('hulk-1.ee')).expire_time) > day(before.expire_time)).toBe(true);
  });

  it('replace a technical contact, and an admin one by the same person only', async () => {
    const body = { current_contact_id: mari, new_contact_id: other };
    expect(await alpha.send('PATCH', '/domains/contacts', body)).toEqual(both);
    const refused = await alpha.ask('PATCH', '/domains/admin_contacts', { body });
    expect(refused).toMatchObject({ code: 2304, message: expect.stringContaining('must be identical') });
    const allowed = { ...body, new_contact_id: same };
    expect(await alpha.send('PATCH', '/domains/admin_contacts', allowed)).toEqual(both);
    expect(names((await shown('hulk-1.ee')).contacts, 'code').sort()).toEqual([other, same].sort());
  });

  it('replace a nameserver everywhere, and add one to the domains of a file', async () => {
    const change = (id: string, domains: string[] | null, hostname: string, ipv4: string[] = []) =>
      alpha.send('PUT', '/registrar/nameservers', {
        data: { type: 'nameserver', id, domains, attributes: { hostname, ipv4, ipv6: [] } },
      });
    // A text area ends its lines with a carriage return too.
    const replaced = await change('ns1.vana.example', null, 'ns1.uus.example', ['192.0.2.1\r', '192.0.2.2']);
    expect(replaced).toMatchObject({ type: 'nameserver', id: 'ns1.uus.example', ...both });
    expect(await change('', bulk, 'ns3.uus.example')).toMatchObject(both);
    expect(list((await shown('hulk-2.ee')).nameservers)).toMatchObject([
      { hostname: 'ns2.vana.example' },
      { hostname: 'ns1.uus.example', ipv4: ['192.0.2.1', '192.0.2.2'] },
      { hostname: 'ns3.uus.example' },
    ]);
  });
});

describe('transfers', () => {
  it('take over one domain or those of a file, and show why not', async () => {
    const mari = await newContact();
    const codes = new Map<string, string>();
    for (const name of ['läheb-1.ee', 'läheb-2.ee', 'jääb.ee']) {
      const { domain } = await alpha.send('POST', '/domains', domainForm(name, mari));
      codes.set(name, String(domain.transfer_code));
    }
    const transfer = async (...wanted: { domain_name: string; transfer_code: string | null | undefined }[]) =>
      beta.send('POST', '/domains/transfer', { data: { domain_transfers: wanted } });
    const wanted = (domain_name: string, transfer_code = codes.get(domain_name)) => ({
      domain_name,
      transfer_code,
    });
    const info = await beta.ask('GET', `/domains/${encodeURIComponent('läheb-1.ee')}/transfer_info`, {
      headers: { 'auth-code': codes.get('läheb-1.ee') ?? '' },
    });
    expect(info.data).toMatchObject({ domain: 'läheb-1.ee', registrant: { name: 'Mari Mets' } });
    expect(await transfer(wanted('läheb-1.ee'))).toEqual({
      success: [{ type: 'domain_transfer', domain_name: 'läheb-1.ee' }],
      failed: [],
    });
    const file = await transfer(wanted('läheb-2.ee'), wanted('jääb.ee', 'wrong'), {
      domain_name: 'puudu.ee',
      transfer_code: null,
    });
    expect(names(file.success, 'domain_name')).toEqual(['läheb-2.ee']);
    for (const { domain_name, errors } of list(file.failed)) {
      expect(['jääb.ee', 'puudu.ee']).toContain(domain_name);
      expect(errors).toMatchObject({ code: expect.any(String), msg: expect.stringMatching(/\S/) });
    }
    expect(list(file.failed)).toHaveLength(2);
    const { notification, notifications_count } = await alpha.get('/registrar/summary');
    expect(Number(notifications_count)).toBeGreaterThanOrEqual(2);
    expect(notification.attached_obj_data).toMatchObject({ name: 'läheb-2.ee', reID: 'BETA', acID: 'ALPHA' });
    expect((await alpha.get('/domains/j%C3%A4%C3%A4b.ee')).domain.registrar.name).toBe('Alpha Domains');
  });
});

describe('a whole day', () => {
  it('leaves books that balance, and says who did what', async () => {
    await expectBooksToBalance(world);
    expect(await operationsOn(world, 'osad.ee')).toContain('domain.register');
  });
});
