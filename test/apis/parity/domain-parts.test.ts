import { beforeAll, describe, it } from 'vitest';
import { people, twoNameservers } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';
import { type Scenario, sameThroughBothApis } from './registrar-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const scenario = <C>(one: Scenario<C>): void => it(one.title, () => sameThroughBothApis(world, one));
const look = (name: string) => [{ url: `/domains/${name}` }];

describe('contacts of a domain', () => {
  for (const [verb, method, mutation] of [
    ['adds', 'POST', 'domainContactsAdd'],
    ['removes', 'DELETE', 'domainContactsRemove'],
  ] as const)
    scenario({
      title: `${verb} an admin and a tech contact`,
      arrange: async (seed, tag) => {
        const code = await seed.contact({ id: `${verb}-${tag}`, ident: people.mari });
        const present = verb === 'removes' ? [code] : [];
        return {
          ...(await seed.domain(`contacts-${verb}-${tag}.ee`, { admins: present, techs: present })),
          code,
        };
      },
      rest: ({ name, code }) => ({
        method,
        url: `/domains/${name}/contacts`,
        payload: { contacts: ['admin', 'tech'].map((type) => ({ code, type })) },
      }),
      graphql: ({ name, code }) => ({
        mutation,
        input: { name, contacts: ['ADMIN', 'TECH'].map((role) => ({ code, role })) },
      }),
      code: 1000,
      effect: ({ name }) => [{ url: `/domains/${name}/contacts` }],
    });
  scenario({
    title: 'refuses an unknown contact',
    arrange: async (seed, tag) => seed.domain(`unknown-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/contacts`,
      payload: { contacts: [{ code: 'ALPHA:NOBODY', type: 'tech' }] },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainContactsAdd',
      input: { name, contacts: [{ code: 'ALPHA:NOBODY', role: 'TECH' }] },
    }),
    code: 2303,
  });
});

describe('nameservers of a domain', () => {
  scenario({
    title: 'are added',
    arrange: async (seed, tag) => seed.domain(`ns-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/nameservers`,
      payload: { nameservers: twoNameservers.map((hostname) => ({ hostname, ipv6: ['2001:db8::1'] })) },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainNameserversAdd',
      input: { name, nameservers: twoNameservers.map((hostname) => ({ hostname, ipv6: ['2001:db8::1'] })) },
    }),
    code: 1000,
    effect: ({ name }) => look(name),
  });
  scenario({
    title: 'need glue below the domain itself',
    arrange: async (seed, tag) => seed.domain(`glue-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/nameservers`,
      payload: { nameservers: [{ hostname: `ns1.${name}` }, { hostname: `ns2.${name}` }] },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainNameserversAdd',
      input: { name, nameservers: [{ hostname: `ns1.${name}` }, { hostname: `ns2.${name}` }] },
    }),
    code: 2003,
  });
  scenario({
    title: 'are not removed below two',
    arrange: async (seed, tag) => seed.domain(`two-${tag}.ee`, { nameservers: twoNameservers }),
    rest: ({ name }) => ({ method: 'DELETE', url: `/domains/${name}/nameservers/${twoNameservers[0]}` }),
    graphql: ({ name }) => ({
      mutation: 'domainNameserverRemove',
      input: { name, hostname: twoNameservers[0] },
    }),
    code: 2308,
    effect: ({ name }) => look(name),
  });
});

describe('keys and hold', () => {
  const key = { rest: { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' } };
  const twin = { flags: 257, protocol: 3, algorithm: 8, publicKey: 'dGVzdA==' };
  scenario({
    title: 'adds a key',
    arrange: async (seed, tag) => seed.domain(`key-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/dnssec`,
      payload: { dns_keys: [key.rest] },
    }),
    graphql: ({ name }) => ({ mutation: 'domainDnssecKeysAdd', input: { name, dnssecKeys: [twin] } }),
    code: 1000,
    effect: ({ name }) => look(name),
  });
  scenario({
    title: 'does not find a key that is not there',
    arrange: async (seed, tag) => seed.domain(`nokey-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'DELETE',
      url: `/domains/${name}/dnssec`,
      payload: { dns_keys: [key.rest] },
    }),
    graphql: ({ name }) => ({ mutation: 'domainDnssecKeysRemove', input: { name, dnssecKeys: [twin] } }),
    code: 2303,
  });
  scenario({
    title: 'refuses an algorithm outside the set',
    arrange: async (seed, tag) => seed.domain(`alg-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/dnssec`,
      payload: { dns_keys: [{ ...key.rest, alg: '17' }] },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainDnssecKeysAdd',
      input: { name, dnssecKeys: [{ ...twin, algorithm: 17 }] },
    }),
    code: 2005,
  });
  scenario({
    title: 'puts a domain on hold',
    arrange: async (seed, tag) => seed.domain(`hold-${tag}.ee`),
    rest: ({ name }) => ({ method: 'PUT', url: `/domains/${name}/statuses/clientHold` }),
    graphql: ({ name }) => ({ mutation: 'domainClientHoldSet', input: { name } }),
    code: 1000,
    effect: ({ name }) => look(name),
  });
  scenario({
    title: 'cannot take off a hold that is not there',
    arrange: async (seed, tag) => seed.domain(`nohold-${tag}.ee`),
    rest: ({ name }) => ({ method: 'DELETE', url: `/domains/${name}/statuses/clientHold` }),
    graphql: ({ name }) => ({ mutation: 'domainClientHoldRemove', input: { name } }),
    code: 2306,
  });
});

describe('transfers', () => {
  scenario({
    title: 'move a domain with its code',
    auth: beta,
    arrange: async (seed, tag) => seed.domain(`move-${tag}.ee`, { transferCode: 'right' }),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/transfer`,
      payload: { transfer: { transfer_code: 'right' } },
    }),
    graphql: ({ name }) => ({ mutation: 'domainTransfer', input: { name, transferCode: 'right' } }),
    code: 1000,
    effect: ({ name }) => [
      { url: `/domains/${name}/nameservers` },
      { url: `/domains/${name}/nameservers`, auth: alpha },
    ],
  });
  scenario({
    title: 'refuse a wrong code',
    auth: beta,
    arrange: async (seed, tag) => seed.domain(`wrong-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/transfer`,
      payload: { transfer: { transfer_code: 'guess' } },
    }),
    graphql: ({ name }) => ({ mutation: 'domainTransfer', input: { name, transferCode: 'guess' } }),
    code: 2202,
    effect: ({ name }) => look(name),
  });
  scenario({
    title: "refuse the caller's own domain",
    arrange: async (seed, tag) => seed.domain(`own-${tag}.ee`, { transferCode: 'right' }),
    rest: ({ name }) => ({
      method: 'POST',
      url: `/domains/${name}/transfer`,
      payload: { transfer: { transfer_code: 'right' } },
    }),
    graphql: ({ name }) => ({ mutation: 'domainTransfer', input: { name, transferCode: 'right' } }),
    code: 2002,
  });
});
