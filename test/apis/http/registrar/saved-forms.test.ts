import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, operationsOn, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { expectData, expectProhibited, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let mari: string;
let jaan: string;
beforeAll(async () => {
  world = await testWorld();
  mari = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas' });
  jaan = await seed(world).contact({ ident: people.jaan, name: 'Jaan Uus' });
});

const call = restApi(() => world);
const shown = async (name: string) => (await call(`GET /domains/${name}`)).body.data.domain;
const list = (value: Loose | undefined) => value as unknown as readonly Loose[];
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
const unchanged = (row: Loose) => row;

interface Edits {
  readonly nameserver?: (row: Loose, index: number) => object;
  readonly key?: (row: Loose, index: number) => object;
}

/** What a portal sends when a domain's form is saved: everything that the form showed, each row with `add`. */
async function form(name: string, { nameserver = unchanged, key: edited = unchanged }: Edits = {}) {
  const domain = await shown(name);
  const asText = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([field, value]) => [field, Array.isArray(value) ? value : String(value)]),
    );
  return {
    domain: {
      registrant: { code: domain?.registrant?.code, verified: false },
      transfer_code: domain?.transfer_code,
      contacts: list(domain?.contacts)
        .map(({ code, type }) => ({
          code,
          type: String(type) === 'TechDomainContact' ? 'tech' : 'admin',
          action: 'add',
        }))
        .reverse(),
      nameservers: list(domain?.nameservers).map((row, index) => ({
        action: 'add',
        ...asText(nameserver(row, index)),
      })),
      dns_keys: list(domain?.dnssec_keys).map((row, index) => ({
        action: 'add',
        ...asText(edited(row, index)),
      })),
      legal_document: null,
    },
  };
}

const fullDomain = () =>
  newDomain(world, {
    admins: [jaan, mari],
    techs: [mari, jaan],
    nameservers: [
      { hostname: 'ns1.x.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] },
      'ns2.x.ee',
      'ns3.x.ee',
    ],
    keys: [key, { ...key, public_key: 'b3RoZXI=' }],
  });

const unreadCount = async () => (await call('GET /registrar/summary')).body.data.notifications_count;

describe('the form of a domain, saved', () => {
  it('without a change answers 1000 and changes nothing', async () => {
    const name = await fullDomain();
    const before = {
      domain: await shown(name),
      stored: await storedDomain(world, name),
      unread: await unreadCount(),
    };
    expectData(await call(`PUT /domains/${name}`, await form(name)), { domain: { name } });
    expect({
      domain: await shown(name),
      stored: await storedDomain(world, name),
      unread: await unreadCount(),
    }).toEqual(before);
    expect(await operationsOn(world, name)).toEqual(['domain.register']);
  });

  it('without a change is no change of keys where keys are locked', async () => {
    const name = await fullDomain();
    await setDomainStatuses(world, name, ['serverExtensionUpdateProhibited', 'ok']);
    expect((await call(`PUT /domains/${name}`, await form(name))).body.code).toBe(1000);
    const edited = await form(name, { key: (row) => ({ ...row, flags: 256 }) });
    expectProhibited(await call(`PUT /domains/${name}`, edited));
  });

  it('changes the addresses of a nameserver, which keeps its place and its id', async () => {
    const name = await fullDomain();
    const before = list((await shown(name))?.nameservers);
    const edited = await form(name, {
      nameserver: (row, index) => (index === 1 ? { ...row, ipv4: ['192.0.2.9'] } : row),
    });
    expect((await call(`PUT /domains/${name}`, edited)).body.code).toBe(1000);
    const wanted = before.map((row, index) => (index === 1 ? { ...row, ipv4: ['192.0.2.9'] } : row));
    expect((await shown(name))?.nameservers).toEqual(wanted);
    expect(await operationsOn(world, name)).toEqual(['domain.register', 'domain.update']);
  });

  it('keeps the addresses of a row that are left out, and removes those that are sent empty', async () => {
    const name = await fullDomain();
    const [{ id, hostname }] = list((await shown(name))?.nameservers) as [Loose];
    const put = (row: object) =>
      call(`PUT /domains/${name}`, { domain: { nameservers: [{ id, hostname, ...row }] } });
    expect((await put({ ipv6: [] })).body.code).toBe(1000);
    expect((await shown(name))?.nameservers?.[0]).toMatchObject({ ipv4: ['192.0.2.1'], ipv6: [] });
  });

  it('renames a nameserver and swaps two of them', async () => {
    const name = await fullDomain();
    const hosts = ['ns2.x.ee', 'ns1.x.ee', 'ns9.x.ee'];
    const edited = await form(name, { nameserver: (row, index) => ({ ...row, hostname: hosts[index] }) });
    expect((await call(`PUT /domains/${name}`, edited)).body.code).toBe(1000);
    const now = list((await shown(name))?.nameservers).map(({ hostname }) => String(hostname));
    expect(now.sort()).toEqual(['ns1.x.ee', 'ns2.x.ee', 'ns9.x.ee']);
  });

  it('changes a key', async () => {
    const name = await fullDomain();
    const edited = await form(name, { key: (row, index) => (index === 0 ? { ...row, flags: 256 } : row) });
    const before = list((await shown(name))?.dnssec_keys);
    expect((await call(`PUT /domains/${name}`, edited)).body.code).toBe(1000);
    expect((await shown(name))?.dnssec_keys).toEqual([before[1], { ...before[0], flags: 256 }]);
  });

  it('adds the row that has no id yet, and removes the one that is marked', async () => {
    const name = await fullDomain();
    const { domain } = await form(name, {
      nameserver: (row, index) => (index === 0 ? { ...row, action: 'rem' } : row),
    });
    for (const [id, hostname] of [
      ['', 'ns4.x.ee'],
      [null, 'ns5.x.ee'],
    ])
      domain.nameservers.push({ action: 'add', ...{ id, hostname } });
    expect((await call(`PUT /domains/${name}`, { domain })).body.code).toBe(1000);
    const now = list((await shown(name))?.nameservers).map(({ hostname }) => hostname);
    expect(now).toEqual(['ns2.x.ee', 'ns3.x.ee', 'ns4.x.ee', 'ns5.x.ee']);
  });

  it.each([
    ['add', 'an id of nobody', () => 999_999],
    ['rem', 'an id of nobody', () => 999_999],
    ['add', 'the id of another domain', (foreign: Loose) => foreign.id],
    ['rem', 'the id of another domain', (foreign: Loose) => foreign.id],
  ] as const)('is refused: %s with %s', async (action, _, idOf) => {
    const [name, other] = [await fullDomain(), await shown(await fullDomain())];
    const put = (domain: object) => call(`PUT /domains/${name}`, { domain });
    const nameserver = list(other?.nameservers)[0] as Loose;
    const stranger = list(other?.dnssec_keys)[0] as Loose;
    const rows = [{ id: idOf(nameserver), hostname: 'ns1.x.ee', action }];
    expectRefusal(await put({ nameservers: rows }), 400, 2303, 'Nameserver was not found');
    const keys = [{ ...key, id: idOf(stranger), action }];
    expectRefusal(await put({ dns_keys: keys }), 400, 2303, 'DS was not found');
    expect(await operationsOn(world, name)).toEqual(['domain.register']);
  });

  it('is refused when it names one row twice, or with an id that is no number', async () => {
    const name = await fullDomain();
    const [{ id }] = list((await shown(name))?.nameservers) as [Loose];
    const put = (nameservers: object[]) => call(`PUT /domains/${name}`, { domain: { nameservers } });
    const twice = [
      { id, hostname: 'ns7.x.ee' },
      { id, hostname: 'ns8.x.ee' },
    ];
    expectRefusal(await put(twice), 400, 2303, 'Nameserver was not found');
    expectRefusal(
      await put([{ id: 'x', hostname: 'ns7.x.ee' }]),
      400,
      2005,
      `Invalid parameter 'id' value "x": Must be a Integer`,
    );
  });

  it('waits whole for the registrant when the registrant changes', async () => {
    const name = await fullDomain();
    const { domain } = await form(name, { nameserver: (row) => ({ ...row, ipv4: ['192.0.2.77'] }) });
    const pending = await call(`PUT /domains/${name}`, { domain: { ...domain, registrant: { code: mari } } });
    expect(pending.body.code).toBe(1001);
  });
});
