import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { newDomain, setSetting } from '../../support/domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let name: string;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
  name = await newDomain(world, { name: 'paths.ee' });
});

/** Where the mutation says that its input is wrong. */
async function pathsOf(mutation: string, input: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const payload = await mutate(mutation, input, 'userErrors { path }', alpha);
  expect(payload.userErrors).not.toEqual([]);
  return payload.userErrors.map(({ path }) => path);
}

describe('the path of a user error', () => {
  it('names fields of a DNSSEC key as the input does', async () => {
    const key = { flags: 1, protocol: 1, algorithm: 1, publicKey: 'AwEAAQ==' };
    const fields = ['algorithm', 'protocol', 'flags'].map((field) => ['dnssecKeys', '0', field]);
    expect(await pathsOf('domainDnssecKeysAdd', { name, dnssecKeys: [key] })).toEqual(fields);
  });

  it('leads to the field of the item that is wrong, and no further than the input goes', async () => {
    const nameservers = [
      { hostname: 'ns1.paths.example' },
      { hostname: 'ns2.paths.example', ipv4: ['192.0.2.1', 'x'] },
      { hostname: '-' },
    ];
    const paths = await pathsOf('domainNameserversAdd', { name, nameservers });
    expect(paths).toEqual([
      ['nameservers', '1', 'ipv4'],
      ['nameservers', '2', 'hostname'],
    ]);
    const ident = { code: 'x', type: 'PRIV', countryCode: 'EE' };
    const contact = { name: 'Mari', email: 'mari@example.com', phone: '+372.5555555', ident };
    expect(await pathsOf('contactCreate', contact)).toEqual([['ident', 'code']]);
  });

  it('names the list of contacts, whatever their role', async () => {
    const org = await newContact(world, {
      ident: { ident: '12345678', ident_type: 'org', ident_country_code: 'EE' },
    });
    for (const path of await pathsOf('domainContactsAdd', { name, contacts: [{ code: org, role: 'ADMIN' }] }))
      expect(path).toEqual(['contacts']);
  });

  it('names the list of nameservers where one stands twice', async () => {
    const twice = ['ns1.paths.example', 'ns1.paths.example'].map((hostname) => ({ hostname }));
    expect(await pathsOf('domainNameserversAdd', { name, nameservers: twice })).toContainEqual([
      'nameservers',
    ]);
  });

  it('is left out where the input has no such field', async () => {
    await setSetting(world, 'ns_min_count', '3');
    const hostnames = [{ hostname: 'ns1.paths.example' }, { hostname: 'ns2.paths.example' }];
    expect(await pathsOf('domainNameserversAdd', { name, nameservers: hostnames })).toEqual([
      ['nameservers'],
    ]);
    expect(
      await pathsOf('domainNameserverRemove', { name, hostname: 'ns9.paths.example' }),
    ).not.toContainEqual(['nameservers']);
    await setSetting(world, 'ns_min_count', '2');
  });
});
