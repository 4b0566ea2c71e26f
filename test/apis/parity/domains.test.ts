import { beforeAll, describe, it } from 'vitest';
import { people, twoNameservers } from '../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';
import { type Scenario, sameThroughBothApis } from './registrar-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const scenario = <C>(one: Scenario<C>): void => it(one.title, () => sameThroughBothApis(world, one));

const registration = (name: string, registrant: string, more: { rest?: object; graphql?: object } = {}) => ({
  rest: {
    method: 'POST' as const,
    url: '/domains',
    payload: { domain: { name, registrant, period: 1, period_unit: 'y', ...more.rest } },
  },
  graphql: { mutation: 'domainRegister', input: { name, registrant, period: 'P1Y', ...more.graphql } },
});

const domain = (name: string) => [{ url: `/domains/${name}` }];

describe('registering a domain', () => {
  scenario({
    title: 'works the same',
    arrange: async (seed, tag) => ({ name: `õun-${tag}.ee`, registrant: await seed.contact() }),
    rest: ({ name, registrant }) =>
      registration(name, registrant, {
        rest: {
          nameservers_attributes: twoNameservers.map((hostname) => ({ hostname })),
          dnskeys_attributes: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
        },
      }).rest,
    graphql: ({ name, registrant }) =>
      registration(name, registrant, {
        graphql: {
          nameservers: twoNameservers.map((hostname) => ({ hostname })),
          dnssecKeys: [{ flags: 257, protocol: 3, algorithm: 8, publicKey: 'dGVzdA==' }],
        },
      }).graphql,
    code: 1000,
    effect: ({ name }) => domain(encodeURIComponent(name)),
  });
  scenario({
    title: 'refuses a name that is not one',
    arrange: async (seed, tag) => ({ name: `a_b-${tag}.ee`, registrant: await seed.contact() }),
    rest: ({ name, registrant }) => registration(name, registrant).rest,
    graphql: ({ name, registrant }) => registration(name, registrant).graphql,
    code: 2005,
  });
  scenario({
    title: 'refuses a name that is taken',
    arrange: async (seed, tag) => seed.domain(`taken-${tag}.ee`),
    rest: ({ name, registrant }) => registration(name.toUpperCase(), registrant).rest,
    graphql: ({ name, registrant }) => registration(name.toUpperCase(), registrant).graphql,
    code: 2302,
  });
  scenario({
    title: 'refuses an unknown registrant',
    arrange: async (_, tag) => ({ name: `nobody-${tag}.ee` }),
    rest: ({ name }) => registration(name, 'ALPHA:NOBODY').rest,
    graphql: ({ name }) => registration(name, 'ALPHA:NOBODY').graphql,
    code: 2303,
  });
  scenario({
    title: 'refuses a company without an admin contact',
    arrange: async (seed, tag) => ({ name: `firm-${tag}.ee`, registrant: await seed.organisation() }),
    rest: ({ name, registrant }) => registration(name, registrant).rest,
    graphql: ({ name, registrant }) => registration(name, registrant).graphql,
    code: 2306,
  });
  scenario({
    title: 'refuses a single nameserver',
    arrange: async (seed, tag) => ({ name: `one-${tag}.ee`, registrant: await seed.contact() }),
    rest: ({ name, registrant }) =>
      registration(name, registrant, { rest: { nameservers_attributes: [{ hostname: 'ns1.example.com' }] } })
        .rest,
    graphql: ({ name, registrant }) =>
      registration(name, registrant, { graphql: { nameservers: [{ hostname: 'ns1.example.com' }] } }).graphql,
    code: 2308,
  });
  scenario({
    title: 'refuses a period without a price',
    arrange: async (seed, tag) => ({ name: `period-${tag}.ee`, registrant: await seed.contact() }),
    rest: ({ name, registrant }) => registration(name, registrant, { rest: { period: 11 } }).rest,
    graphql: ({ name, registrant }) =>
      registration(name, registrant, { graphql: { period: 'P11Y' } }).graphql,
    code: 2104,
    graphSays: /1 to 10 years/,
  });
});

describe('changing a domain', () => {
  scenario({
    title: 'hands it over at once when the registrar vouches for it',
    arrange: async (seed, tag) => ({
      ...(await seed.domain(`verified-${tag}.ee`)),
      other: await seed.contact({ id: `other-${tag}`, ident: people.mari }),
    }),
    rest: ({ name, other }) => ({
      method: 'PUT',
      url: `/domains/${name}`,
      payload: { domain: { registrant: { code: other, verified: true } } },
    }),
    graphql: ({ name, other }) => ({
      mutation: 'domainUpdate',
      input: { name, registrant: { code: other, verified: true } },
      select: 'pending',
    }),
    code: 1000,
    effect: ({ name }) => domain(name),
  });
  scenario({
    title: 'asks the registrant otherwise',
    arrange: async (seed, tag) => ({
      ...(await seed.domain(`asked-${tag}.ee`, { registrant: await seed.contact({ id: `first-${tag}` }) })),
      other: await seed.contact({ id: `next-${tag}`, ident: people.mari }),
    }),
    rest: ({ name, other }) => ({
      method: 'PUT',
      url: `/domains/${name}`,
      payload: { domain: { registrant: { code: other } } },
    }),
    graphql: ({ name, other }) => ({
      mutation: 'domainUpdate',
      input: { name, registrant: { code: other } },
      select: 'pending',
    }),
    code: 1001,
    effect: ({ name }) => domain(name),
  });
  scenario({
    title: 'refuses a blank transfer code',
    arrange: async (seed, tag) => seed.domain(`blank-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'PUT',
      url: `/domains/${name}`,
      payload: { domain: { transfer_code: '' } },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainUpdate',
      input: { name, transferCode: '' },
      select: 'pending',
    }),
    code: 2003,
  });
  scenario({
    title: 'refuses while a status forbids it',
    arrange: async (seed, tag) => {
      const made = await seed.domain(`locked-${tag}.ee`);
      await seed.alter(made.name, { statuses: ['serverUpdateProhibited'] });
      return made;
    },
    rest: ({ name }) => ({
      method: 'PUT',
      url: `/domains/${name}`,
      payload: { domain: { transfer_code: 'x' } },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainUpdate',
      input: { name, transferCode: 'x' },
      select: 'pending',
    }),
    code: 2304,
  });
  scenario({
    title: "does not find another registrar's",
    arrange: async (seed, tag) => seed.by(beta).domain(`foreign-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'PUT',
      url: `/domains/${name}`,
      payload: { domain: { transfer_code: 'x' } },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainUpdate',
      input: { name, transferCode: 'x' },
      select: 'pending',
    }),
    code: 2303,
  });
});

describe('renewing a domain', () => {
  const expiring = async (seed: import('../../support/seed.ts').Seed, name: string) => {
    const made = await seed.domain(name);
    const { calendar, clock } = world.container;
    // The same midnight for both, so that where the renewal leads can be compared.
    await seed.alter(name, {
      expires_at: calendar.startOf(calendar.plusDays(calendar.dateOf(clock.now()), 20)),
    });
    const { body } = await world.request({ url: `/registry/v1/domains/${name}` });
    return { ...made, expiresOn: String(body.data.domain.expire_time).slice(0, 10) };
  };
  const renewal = (name: string, period: number, expiresOn: string) => ({
    rest: {
      method: 'POST' as const,
      url: `/domains/${name}/renew`,
      payload: { renews: { period, period_unit: 'y', exp_date: expiresOn } },
    },
    graphql: { mutation: 'domainRenew', input: { name, period: `P${period}Y`, expiresOn } },
  });
  scenario({
    title: 'works the same',
    arrange: (seed, tag) => expiring(seed, `renew-${tag}.ee`),
    rest: ({ name, expiresOn }) => renewal(name, 2, expiresOn).rest,
    graphql: ({ name, expiresOn }) => renewal(name, 2, expiresOn).graphql,
    code: 1000,
    effect: ({ name }) => domain(name),
  });
  scenario({
    title: 'refuses another expiry date',
    arrange: (seed, tag) => expiring(seed, `date-${tag}.ee`),
    rest: ({ name }) => renewal(name, 1, '2001-01-01').rest,
    graphql: ({ name }) => renewal(name, 1, '2001-01-01').graphql,
    code: 2306,
  });
  scenario({
    title: 'refuses outside the window',
    arrange: async (seed, tag) => seed.domain(`early-${tag}.ee`),
    rest: ({ name }) => renewal(name, 1, '2001-01-01').rest,
    graphql: ({ name }) => renewal(name, 1, '2001-01-01').graphql,
    code: 2304,
  });
});

describe('deleting a domain', () => {
  for (const [verified, code] of [
    [true, 1000],
    [false, 1001],
  ] as const)
    scenario({
      title: verified ? 'marks it at once with consent' : 'asks the registrant without',
      arrange: async (seed, tag) => seed.domain(`delete-${verified}-${tag}.ee`),
      rest: ({ name }) => ({
        method: 'DELETE',
        url: `/domains/${name}`,
        payload: { domain: { delete: { verified } } },
      }),
      graphql: ({ name }) => ({ mutation: 'domainDelete', input: { name, verified }, select: 'pending' }),
      code,
      effect: ({ name }) => domain(name),
    });
  for (const status of ['pendingUpdate', 'pendingDelete', 'pendingCreate', 'pendingRenew', 'pendingTransfer'])
    scenario({
      title: `changes nothing while the domain is ${status}, consent or not`,
      arrange: async (seed, tag) => {
        const subject = await seed.domain(`waits-${status}-${tag}.ee`.toLowerCase());
        await seed.alter(subject.name, { statuses: [status] });
        return subject;
      },
      rest: ({ name }) => ({
        method: 'DELETE',
        url: `/domains/${name}`,
        payload: { domain: { delete: { verified: true } } },
      }),
      graphql: ({ name }) => ({
        mutation: 'domainDelete',
        input: { name, verified: true },
        select: 'pending',
      }),
      code: 2304,
      effect: ({ name }) => domain(name),
    });
  scenario({
    title: 'refuses a wrong code of another registrar',
    arrange: async (seed, tag) => seed.by(beta).domain(`codes-${tag}.ee`),
    rest: ({ name }) => ({
      method: 'DELETE',
      url: `/domains/${name}`,
      payload: { domain: { delete: { verified: true } } },
      headers: { 'auth-code': 'wrong' },
    }),
    graphql: ({ name }) => ({
      mutation: 'domainDelete',
      input: { name, verified: true, transferCode: 'wrong' },
      select: 'pending',
    }),
    code: 2202,
  });
});
