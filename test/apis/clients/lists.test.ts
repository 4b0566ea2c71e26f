import { describe, expect, it } from 'vitest';
import type { Loose } from '../../support/world.ts';
import {
  alpha,
  contactRows,
  contacts,
  day,
  domains,
  fullDomains,
  has,
  keysOf,
  openDemoWorld,
  rowsOf,
  whole,
} from './demo-portal.ts';
import { list, names, type Params } from './registrar-portal.ts';

openDemoWorld();

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
    await expectFound({ name_matches: '%' }, () => true);
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
