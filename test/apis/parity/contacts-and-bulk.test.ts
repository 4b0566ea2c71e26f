import { beforeAll, describe, it } from 'vitest';
import { people, twoNameservers } from '../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';
import { type Scenario, sameThroughBothApis } from './registrar-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const scenario = <C>(one: Scenario<C>): void => it(one.title, () => sameThroughBothApis(world, one));

const person = (more: { id?: string; email?: string; ident?: string } = {}) => ({
  rest: {
    contact: {
      ...(more.id && { id: more.id }),
      name: 'Mari Maasikas',
      email: more.email ?? 'mari@example.com',
      phone: '+372.5551234',
      ident: { ident: more.ident ?? people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    },
  },
  graphql: {
    ...(more.id && { code: more.id }),
    name: 'Mari Maasikas',
    email: more.email ?? 'mari@example.com',
    phone: '+372.5551234',
    ident: { code: more.ident ?? people.mari, type: 'PRIV', countryCode: 'EE' },
  },
});

describe('contacts', () => {
  scenario({
    title: 'are created',
    arrange: async (_, tag) => ({ id: `made-${tag}` }),
    rest: ({ id }) => ({ method: 'POST', url: '/contacts', payload: person({ id }).rest }),
    graphql: ({ id }) => ({ mutation: 'contactCreate', input: person({ id }).graphql }),
    code: 1000,
    effect: ({ id }) => [{ url: `/contacts/ALPHA:${id.toUpperCase()}` }],
  });
  scenario({
    title: 'are refused with a code that is taken',
    arrange: async (seed, tag) => ({
      id: (await seed.contact({ id: `taken-${tag}` })).replace('ALPHA:', ''),
    }),
    rest: ({ id }) => ({ method: 'POST', url: '/contacts', payload: person({ id }).rest }),
    graphql: ({ id }) => ({ mutation: 'contactCreate', input: person({ id }).graphql }),
    code: 2302,
  });
  for (const [what, wrong] of [
    ['an e-mail address', { email: 'nonsense' }],
    ['a personal code', { ident: '39708290068' }],
  ] as const)
    scenario({
      title: `are refused with ${what} that is not one`,
      arrange: async () => ({}),
      rest: () => ({ method: 'POST', url: '/contacts', payload: person(wrong).rest }),
      graphql: () => ({ mutation: 'contactCreate', input: person(wrong).graphql }),
      code: 2005,
    });
  scenario({
    title: 'are changed',
    arrange: async (seed, tag) => ({ code: await seed.contact({ id: `changed-${tag}` }) }),
    rest: ({ code }) => ({
      method: 'PUT',
      url: `/contacts/${code}`,
      payload: { contact: { name: 'Uus Nimi' } },
    }),
    graphql: ({ code }) => ({ mutation: 'contactUpdate', input: { code, name: 'Uus Nimi' } }),
    code: 1000,
    effect: ({ code }) => [{ url: `/contacts/${code}` }],
  });
  scenario({
    title: 'are deleted',
    arrange: async (seed, tag) => ({ code: await seed.contact({ id: `gone-${tag}` }) }),
    rest: ({ code }) => ({ method: 'DELETE', url: `/contacts/${code}` }),
    graphql: ({ code }) => ({ mutation: 'contactDelete', input: { code } }),
    code: 1000,
    effect: ({ code }) => [{ url: `/contacts/${code}` }],
  });
  scenario({
    title: 'are kept while a domain needs them',
    arrange: async (seed, tag) => seed.domain(`needs-${tag}.ee`),
    rest: ({ registrant }) => ({ method: 'DELETE', url: `/contacts/${registrant}` }),
    graphql: ({ registrant }) => ({ mutation: 'contactDelete', input: { code: registrant } }),
    code: 2305,
  });
  scenario({
    title: 'of another registrar are not there',
    arrange: async (seed) => ({ code: await seed.by(beta).contact() }),
    rest: ({ code }) => ({ method: 'DELETE', url: `/contacts/${code}` }),
    graphql: ({ code }) => ({ mutation: 'contactDelete', input: { code } }),
    code: 2303,
  });
});

describe('bulk actions', () => {
  const results = 'results { name ok userErrors { resultCode } }';
  scenario({
    title: 'transfer what they can',
    auth: beta,
    arrange: async (seed, tag) => ({
      good: await seed.domain(`good-${tag}.ee`),
      bad: await seed.domain(`bad-${tag}.ee`),
    }),
    rest: ({ good, bad }) => ({
      method: 'POST',
      url: '/domains/transfer',
      payload: {
        data: {
          domain_transfers: [
            { domain_name: good.name, transfer_code: good.transferCode },
            { domain_name: bad.name, transfer_code: 'wrong' },
          ],
        },
      },
    }),
    graphql: ({ good, bad }) => ({
      mutation: 'domainBulkTransfer',
      input: {
        transfers: [
          { name: good.name, transferCode: good.transferCode },
          { name: bad.name, transferCode: 'wrong' },
        ],
      },
      select: results,
    }),
    code: 1000,
    effect: ({ good, bad }) => [
      { url: `/domains/${good.name}/nameservers` },
      { url: `/domains/${bad.name}/nameservers` },
    ],
  });
  scenario({
    title: 'replace a tech contact',
    arrange: async (seed, tag) => {
      const current = await seed.contact({ id: `old-${tag}` });
      return {
        ...(await seed.domain(`tech-${tag}.ee`, { techs: [current] })),
        current,
        next: await seed.contact({ id: `new-${tag}`, ident: people.mari }),
      };
    },
    rest: ({ current, next }) => ({
      method: 'PATCH',
      url: '/domains/contacts',
      payload: { current_contact_id: current, new_contact_id: next },
    }),
    graphql: ({ current, next }) => ({
      mutation: 'domainBulkTechContactReplace',
      input: { currentContact: current, newContact: next },
      select: results,
    }),
    code: 1000,
    effect: ({ name }) => [{ url: `/domains/${name}/contacts` }],
  });
  scenario({
    title: 'replace a nameserver',
    arrange: async (seed, tag) => ({
      ...(await seed.domain(`host-${tag}.ee`, { nameservers: [`old.${tag}.example`, ...twoNameservers] })),
      old: `old.${tag}.example`,
    }),
    rest: ({ old }) => ({
      method: 'PUT',
      url: '/registrar/nameservers',
      payload: {
        data: {
          type: 'nameserver',
          id: old,
          attributes: { hostname: 'new.hosting.example' },
        },
      },
    }),
    graphql: ({ old }) => ({
      mutation: 'domainBulkNameserverReplace',
      input: {
        hostname: old,
        newNameserver: { hostname: 'new.hosting.example' },
      },
      select: results,
    }),
    code: 1000,
    effect: ({ name }) => [{ url: `/domains/${name}/nameservers` }],
  });
  scenario({
    title: 'renew nothing when one of the names is unknown',
    arrange: async (seed, tag) => {
      const made = await seed.domain(`bulk-${tag}.ee`);
      await seed.alter(made.name, { expires_at: new Date(world.clock.now().getTime() + 20 * 86_400_000) });
      return made;
    },
    rest: ({ name }) => ({
      method: 'POST',
      url: '/domains/renew/bulk',
      payload: { domains: [name, 'unknown.ee'], renew_period: '1y' },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainBulkRenew',
      input: { names: [name, 'unknown.ee'], period: 'P1Y' },
      select: results,
    }),
    code: 2304,
  });
});
