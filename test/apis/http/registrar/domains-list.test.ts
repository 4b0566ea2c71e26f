import { beforeAll, describe, expect, it } from 'vitest';
import { domainStatuses } from '#src/registry/rules/domain/statuses.ts';
import { openDispute } from '../../../support/domains.ts';
import { expectMissing, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed, twoNameservers } from '../../../support/seed.ts';
import { clockFrom } from '../../../support/time.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let mari: string;
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };

beforeAll(async () => {
  world = await testWorld({}, { clock: clockFrom('2026-11-17T12:00:00+02:00') });
  mari = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas', id: 'mari' });
  await seed(world).domain('cherry.ee', { period: 3, nameservers: twoNameservers });
  await seed(world).domain('apple.ee', { registrant: mari, period: 2, techs: [mari], keys: [key] });
  await seed(world).domain('banana.ee', { period: 2, admins: [mari] });
  await seed(world).domain('õun.ee', { period: 3, unit: 'm' });
  await seed(world, beta).domain('theirs.ee', { transferCode: 'theirs' });
});

const call = restApi(() => world);
const list = async (query = '', auth?: string) =>
  (await call(`GET /domains${query}`, undefined, auth ? { auth } : {})).body.data;

describe('the list of domains', () => {
  it('shows the names, what expires first in front, then what was registered last', async () => {
    expect(await list()).toEqual({
      new_domain: ['õun.ee'],
      domains: ['õun.ee', 'banana.ee', 'apple.ee', 'cherry.ee'],
      count: 4,
      statuses: domainStatuses,
    });
  });

  it('has the caller’s own domains only, and no newest when there are none', async () => {
    expect(await list('', beta)).toMatchObject({
      new_domain: ['theirs.ee'],
      domains: ['theirs.ee'],
      count: 1,
    });
    expect(domainStatuses).toHaveLength(29);
  });

  it('is cut by limit and offset, while count and newest stay', async () => {
    expect(await list('?limit=2&offset=1')).toMatchObject({
      new_domain: ['õun.ee'],
      domains: ['banana.ee', 'apple.ee'],
      count: 4,
    });
    expect(await list('?limit=0')).toMatchObject({ new_domain: ['õun.ee'], domains: [], count: 4 });
    expect(await list('?limit&offset&details&q')).toMatchObject({ count: 4 });
  });

  it.each(['limit=-1', 'limit=x', 'offset=-1'])('refuses %s', async (query) => {
    const answer = await call(`GET /domains?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 2005, data: {} } });
  });

  it('shows whole domains with details, the newest in the same way', async () => {
    const data = await list('?details=true&limit=1&offset=2');
    expect(data.domains).toEqual([(await call('GET /domains/apple.ee')).body.data.domain]);
    expect(data.new_domain).toEqual([(await call('GET /domains/xn--un-bka.ee')).body.data.domain]);
  });

  it('shows the short form that existing clients ask for', async () => {
    const { domains } = await list('?details=true&simple=true&q%5Bname_matches%5D=apple');
    expect(domains).toEqual([
      {
        name: 'apple.ee',
        expire_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000\+0[23]:00$/),
        registrant: { name: 'Mari Maasikas', code: mari },
        statuses: { inactive: '' },
        transfer_code: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it.each([
    ['q[name_matches]=AN', ['banana.ee']],
    ['q[name_matches]=%C3%95U', ['õun.ee']],
    ['q[name_matches]=xn--', ['õun.ee']],
    ['q[name_matches]=*apple.ee*', ['apple.ee']],
    ['q[name_matches]=*apple*', []],
    ['q[name_matches]=*%25e.ee*', ['apple.ee']],
    ['q[name_matches]=_erry', ['cherry.ee']],
    ['q[registrant_code_eq]=ALPHA:MARI', ['apple.ee']],
    [`q[contacts_ident_eq]=${people.mari}`, ['banana.ee', 'apple.ee']],
    // The number of a registrant who is nothing else.
    [`q[contacts_ident_eq]=${people.jaan}`, []],
    ['q[nameservers_hostname_eq]=NS1.Hosting.Example', ['cherry.ee']],
    ['q[statuses_contains_array]=ok', ['cherry.ee']],
    ['q[statuses_contains_array]=ok,inactive', []],
    ['q[valid_to_lteq]=2027-06-01', ['õun.ee']],
    ['q[valid_to_gteq]=2029-01-01', ['cherry.ee']],
    ['q[s]=name+desc', ['õun.ee', 'cherry.ee', 'banana.ee', 'apple.ee']],
    ['q%5Bs%5D=created_at%20asc', ['cherry.ee', 'apple.ee', 'banana.ee', 'õun.ee']],
    ['q[s]=nonsense', ['õun.ee', 'banana.ee', 'apple.ee', 'cherry.ee']],
  ])('knows the filter %s', async (query, names) => {
    expect(await list(`?${query}`)).toMatchObject({ domains: names, count: names.length });
  });

  it('is not for users who only pay', async () => {
    const auth = basic('alpha-billing', 'alpha-sandbox');
    expectRefusal(await call('GET /domains', undefined, { auth }), 401, 2201, 'Authorization error');
  });
});

describe('one domain', () => {
  it('is shown in full', async () => {
    expect((await call('GET /domains/apple.ee')).body).toEqual({
      code: 1000,
      message: 'Command completed successfully',
      data: {
        domain: {
          name: 'apple.ee',
          registrant: { name: 'Mari Maasikas', code: mari },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[23]:00$/),
          updated_at: expect.any(String),
          expire_time: expect.stringMatching(/T00:00:00\.000\+0[23]:00$/),
          outzone_at: null,
          delete_date: null,
          force_delete_date: null,
          contacts: [{ code: mari, type: 'TechDomainContact', name: 'Mari Maasikas' }],
          nameservers: [],
          dnssec_keys: [{ id: expect.any(Number), flags: 257, protocol: 3, alg: 8, public_key: 'dGVzdA==' }],
          statuses: { inactive: '' },
          registrar: { name: 'Alpha Domains', website: 'https://alpha.example' },
          dispute: false,
          transfer_code: expect.any(String),
        },
      },
    });
  });

  it('of another registrar is shown without its transfer code', async () => {
    const { domain } = (await call('GET /domains/theirs.ee')).body.data;
    expect(domain).toMatchObject({ name: 'theirs.ee', registrar: { name: 'Beta Names', website: null } });
    expect(domain).not.toHaveProperty('transfer_code');
    const own = (await call('GET /domains/theirs.ee', undefined, { auth: beta })).body.data.domain;
    expect(own.transfer_code).toBe('theirs');
  });

  it('shows the notes of its statuses, and whether its name is disputed', async () => {
    await seed(world).alter('cherry.ee', {
      statuses: ['serverHold', 'disputed'],
      status_notes: JSON.stringify({ serverHold: 'by court order', gone: 'x' }),
    });
    await openDispute(world, 'cherry.ee');
    expect((await call('GET /domains/cherry.ee')).body.data.domain).toMatchObject({
      statuses: { serverHold: 'by court order', disputed: '' },
      dispute: true,
    });
  });

  it('that nobody registered is not found', async () => {
    for (const name of ['nobody.ee', '1', '%00', 'x'.repeat(300)])
      expectMissing(await call(`GET /domains/${name}`));
  });
});
