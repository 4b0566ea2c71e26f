import { beforeAll, describe, expect, it } from 'vitest';
import { linkDomain, newContact, person, setStatuses } from '../../../support/contacts.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;

const list = async (query = '', auth?: string) =>
  (await world.request({ url: `/registry/v1/contacts${query}`, ...(auth && { auth }) })).body;
const codes = async (query: string): Promise<unknown> => (await list(query)).data.contacts;
const minute = 60_000;

beforeAll(async () => {
  world = await testWorld();
  const people: [string, object, string?][] = [
    ['one', { name: 'Anna Sada' }],
    ['two', { name: 'Bert', email: 'bert@other.example' }],
    ['three', { name: 'anni', ident: { ident: 'X_1', ident_type: 'priv', ident_country_code: 'LV' } }],
    ['four', { name: 'Osaühing', ident: { ident: '12345678', ident_type: 'org', ident_country_code: 'EE' } }],
    ['foreign', {}, beta],
  ];
  for (const [id, fields, auth] of people) {
    await newContact(world, { id, ...fields }, auth ? { auth } : {});
    world.clock.moveTo(new Date(world.clock.now().getTime() + minute));
  }
  await setStatuses(world, 'ALPHA:TWO', ['serverUpdateProhibited'], {
    serverUpdateProhibited: 'court order',
    ok: 'old',
  });
  await linkDomain(world, {
    name: 'late.ee',
    registrant: 'ALPHA:ONE',
    admin: ['ALPHA:ONE'],
    expiresAt: new Date('2031-01-01T00:00:00Z'),
  });
  await linkDomain(world, {
    name: 'early.ee',
    registrar: 'BETA',
    registrant: 'BETA:FOREIGN',
    tech: ['ALPHA:ONE'],
    expiresAt: new Date('2030-07-01T00:00:00Z'),
  });
});

describe('GET /contacts', () => {
  it('lists the codes of the own contacts, newest first, with their count', async () => {
    expect(await list()).toEqual({
      code: 1000,
      message: 'Command completed successfully',
      data: {
        contacts: ['ALPHA:FOUR', 'ALPHA:THREE', 'ALPHA:TWO', 'ALPHA:ONE'],
        count: 4,
        statuses: [
          'clientDeleteProhibited',
          'serverDeleteProhibited',
          'clientTransferProhibited',
          'serverTransferProhibited',
          'clientUpdateProhibited',
          'serverUpdateProhibited',
          'ok',
          'pendingCreate',
          'pendingDelete',
          'pendingTransfer',
          'pendingUpdate',
          'linked',
        ],
        ident_types: ['org', 'priv', 'birthday'],
      },
    });
    expect((await list('', beta)).data).toMatchObject({ contacts: ['BETA:FOREIGN'], count: 1 });
  });

  it('pages by limit and offset; the count ignores both', async () => {
    expect((await list('?limit=1&offset=2')).data).toMatchObject({ contacts: ['ALPHA:TWO'], count: 4 });
    expect((await list('?limit=0')).data).toMatchObject({ contacts: [], count: 4 });
    expect((await list('?offset=4')).data).toMatchObject({ contacts: [], count: 4 });
    for (const limit of ['20000', '10000000000', '9'.repeat(15)])
      expect((await list(`?limit=${limit}`)).data.contacts).toHaveLength(4);
    for (const offset of ['99999999999', '9'.repeat(15)])
      expect((await list(`?offset=${offset}`)).data).toMatchObject({ contacts: [], count: 4 });
    expect((await list('?limit&offset&q&simple=true&details=')).data.contacts).toHaveLength(4);
  });

  it.each(['limit=-1', 'limit=x', 'limit=1.0', 'offset=-5'])('refuses %s', async (query) => {
    expect(await world.request({ url: `/registry/v1/contacts?${query}` })).toMatchObject({
      status: 400,
      body: {
        code: 2005,
        message: expect.stringMatching(/^Invalid parameter '(limit|offset)' value /),
        data: {},
      },
    });
  });

  it('is not for a user who only bills', async () => {
    expect(await list('', basic('alpha-billing', 'alpha-sandbox'))).toEqual({
      code: 2201,
      message: 'Authorization error',
      data: {},
    });
  });
});

describe('GET /contacts?details=true', () => {
  it('lists the full objects', async () => {
    const shown = async (code: string) =>
      (await world.request({ url: `/registry/v1/contacts/${code}` })).body.data.contact;
    const expected = [];
    for (const code of ['ALPHA:FOUR', 'ALPHA:THREE', 'ALPHA:TWO', 'ALPHA:ONE'])
      expected.push(await shown(code));
    expect(await codes('?details=true&domains=true')).toEqual(expected);
    expect(await codes('?details=true')).toEqual(
      expected.map(({ domains: _, domains_count: __, ...contact }) => contact),
    );
  });

  it('needs the literal true', async () => {
    for (const details of ['1', 'True', 'yes'])
      expect(await codes(`?details=${details}&limit=1`)).toEqual(['ALPHA:FOUR']);
  });
});

describe('GET /contacts/:contact_id', () => {
  const show = (code: string, query = '', auth?: string) =>
    world.request({ url: `/registry/v1/contacts/${code}${query}`, ...(auth && { auth }) });

  it('shows the full object, its keys in the documented order', async () => {
    const { text, body } = await show('ALPHA%3AONE');
    const contact = body.data.contact;
    expect(Object.keys(JSON.parse(text).data.contact)).toEqual([
      'code',
      'name',
      'ident',
      'phone',
      'created_at',
      'auth_info',
      'email',
      'statuses',
      'disclosed_attributes',
      'registrar',
      'verified_at',
      'ident_request_sent_at',
      'verification_id',
      'verification_pending_at',
      'verification_snapshot',
      'domains',
      'domains_count',
    ]);
    expect(contact).toEqual({
      code: 'ALPHA:ONE',
      name: 'Anna Sada',
      ident: { code: '39708290069', type: 'priv', country_code: 'EE' },
      phone: person.phone,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[23]:00$/),
      auth_info: expect.stringMatching(/^[0-9a-f]{22}$/),
      email: person.email,
      statuses: { ok: '', linked: '' },
      disclosed_attributes: [],
      registrar: { name: 'Alpha Domains', website: 'https://alpha.example' },
      domains: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'late.ee',
          registrar: { name: 'Alpha Domains' },
          valid_to: '2031-01-01T02:00:00.000+02:00',
          roles: ['Registrant', 'AdminDomainContact'],
        },
        {
          id: expect.any(String),
          name: 'early.ee',
          registrar: { name: 'Beta Names' },
          valid_to: '2030-07-01T03:00:00.000+03:00',
          roles: ['TechDomainContact'],
        },
      ],
      domains_count: 2,
      verified_at: null,
      ident_request_sent_at: null,
      verification_id: null,
      verification_pending_at: null,
      verification_snapshot: {},
    });
  });

  it('lists current statuses only, each with its note', async () => {
    expect((await show('ALPHA:TWO')).body.data.contact.statuses).toEqual({
      serverUpdateProhibited: 'court order',
    });
  });

  it('has no web site for a registrar without one', async () => {
    expect((await show('BETA:FOREIGN', '', beta)).body.data.contact.registrar).toEqual({
      name: 'Beta Names',
      website: null,
    });
  });

  it('is reduced to id, code and name by simple=true', async () => {
    const { body } = await show('ALPHA:ONE', '?simple=true');
    expect(body.data).toEqual({
      contact: {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        code: 'ALPHA:ONE',
        name: 'Anna Sada',
      },
    });
    for (const query of ['?simple', '?simple=1', '?simple=false'])
      expect((await show('ALPHA:ONE', query)).body.data.contact).toHaveProperty('domains_count');
  });

  it('finds only an own contact, by its exact code', async () => {
    for (const code of ['BETA:FOREIGN', 'ALPHA:NOBODY', 'alpha:one', 'ONE', 'ALPHA:ONE%20', '1'])
      expect(await show(code)).toMatchObject({
        status: 404,
        body: { code: 2303, message: 'Object does not exist', data: {} },
      });
  });

  it('pages, filters and sorts the domains inside, and counts those that the filter leaves', async () => {
    const inside = async (query: string) => {
      const { domains, domains_count: count } = (await show('ALPHA:ONE', query)).body.data.contact;
      return { names: (domains as unknown as { name: string }[]).map(({ name }) => name), count };
    };
    expect(await inside('?per_page=1')).toEqual({ names: ['late.ee'], count: 2 });
    expect(await inside('?per_page=1&page=2')).toEqual({ names: ['early.ee'], count: 2 });
    expect(await inside('?page=9')).toEqual({ names: [], count: 2 });
    expect(await inside('?domain_filter=TechDomainContact')).toEqual({ names: ['early.ee'], count: 1 });
    expect(await inside('?domain_filter=Nobody')).toEqual({ names: [], count: 0 });
    expect(await inside('?q[s]=name+asc&page&per_page&domain_filter')).toEqual({
      names: ['early.ee', 'late.ee'],
      count: 2,
    });
    expect(await inside('?q%5Bs%5D=valid_to%20asc')).toEqual({ names: ['early.ee', 'late.ee'], count: 2 });
    expect(await inside('?page=x&per_page=-1')).toEqual({ names: ['late.ee', 'early.ee'], count: 2 });
  });
});

describe('filters of existing clients', () => {
  it.each([
    ['q[name_matches]=ann', ['ALPHA:THREE', 'ALPHA:ONE']],
    ['q[name_matches]=%25', ['ALPHA:FOUR', 'ALPHA:THREE', 'ALPHA:TWO', 'ALPHA:ONE']],
    ['q[name_matches]=a_na', ['ALPHA:ONE']],
    ['q[name_matches]=*anna sada*', ['ALPHA:ONE']],
    ['q[name_matches]=*anna*', []],
    ['q[name_matches]=a%5Cna', []],
    ['q[code_eq]=ALPHA:TWO', ['ALPHA:TWO']],
    ['q[ident_matches]=x_', ['ALPHA:THREE']],
    ['q[ident_type_eq]=org', ['ALPHA:FOUR']],
    ['q[email_matches]=other', ['ALPHA:TWO']],
    ['q[country_code_eq]=LV', ['ALPHA:THREE']],
    ['q[types_contains_array]=Registrant,AdminDomainContact', ['ALPHA:ONE']],
    ['q[types_contains_array]=TechDomainContact', ['ALPHA:ONE']],
    ['q[types_contains_array]=registrant', ['ALPHA:ONE']],
    ['q[types_contains_array]=admin,tech', ['ALPHA:ONE']],
    ['q[types_contains_array][]=admin&q[types_contains_array][]=tech', ['ALPHA:ONE']],
    ['q[types_contains_array]=nobody', []],
    ['q[types_contains_array]=&q[code_eq]=ALPHA:TWO', ['ALPHA:TWO']],
    ['q[statuses_contains_array]=linked', ['ALPHA:ONE']],
    ['q[statuses_contains_array]=ok', ['ALPHA:FOUR', 'ALPHA:THREE', 'ALPHA:ONE']],
    ['q[statuses_contains_array]=ok,linked', ['ALPHA:ONE']],
    ['q[created_at_gteq]=2999-01-01', []],
    ['q[created_at_lteq]=2000-01-01', []],
    ['q[created_at_lteq]=9999-12-31&q[code_eq]=ALPHA:ONE', ['ALPHA:ONE']],
    ['q[updated_at_gteq]=2000-01-01T00:00:00Z&q[code_eq]=ALPHA:ONE', ['ALPHA:ONE']],
    ['q[s]=code+asc', ['ALPHA:FOUR', 'ALPHA:ONE', 'ALPHA:THREE', 'ALPHA:TWO']],
    ['q%5Bs%5D=code%20desc', ['ALPHA:TWO', 'ALPHA:THREE', 'ALPHA:ONE', 'ALPHA:FOUR']],
    ['q[s]=created_at', ['ALPHA:ONE', 'ALPHA:TWO', 'ALPHA:THREE', 'ALPHA:FOUR']],
    ['q[s]=nonsense&q[name_matches]', ['ALPHA:FOUR', 'ALPHA:THREE', 'ALPHA:TWO', 'ALPHA:ONE']],
  ])('%s', async (query, expected) => {
    const { data } = await list(`?${query}`);
    expect(data).toMatchObject({ contacts: expected, count: expected.length });
  });

  it('take no notice of a day that cannot be read', async () => {
    expect((await list('?q[created_at_gteq]=soon')).data).toMatchObject({ count: 4 });
  });
});
