import { beforeAll, describe, it } from 'vitest';
import { people, type Seed, type SeedContact, twoNameservers } from '../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';
import { type Scenario, sameThroughBothApis } from './registrar-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
const scenario = <C>(one: Scenario<C>): void => it(one.title, () => sameThroughBothApis(world, one));
const results = 'results { name ok userErrors { resultCode message } }';

describe("replacing an admin contact on all of the registrar's domains", () => {
  interface Arranged {
    readonly name: string;
    readonly current: string;
    readonly next: string;
  }
  const replace = {
    rest: ({ current, next }: Arranged) => ({
      method: 'PATCH' as const,
      url: '/domains/admin_contacts',
      payload: { current_contact_id: current, new_contact_id: next },
    }),
    graphql: ({ current, next }: Arranged) => ({
      mutation: 'domainBulkAdminContactReplace',
      input: { currentContact: current, newContact: next },
      select: results,
    }),
    effect: ({ name }: Arranged) => [{ url: `/domains/${name}/contacts` }],
  };
  const arranged =
    (prefix: string, next: SeedContact) =>
    async (seed: Seed, tag: string): Promise<Arranged> => {
      const current = await seed.contact({ id: `${prefix}-old-${tag}` });
      return {
        ...(await seed.domain(`${prefix}-${tag}.ee`, { admins: [current] })),
        current,
        next: await seed.contact({ id: `${prefix}-new-${tag}`, ...next }),
      };
    };
  scenario({
    title: 'puts the same person under another code',
    arrange: arranged('same', {}),
    ...replace,
    code: 1000,
  });
  scenario({
    title: 'does not put another person in its place',
    arrange: arranged('other', { ident: people.mari }),
    ...replace,
    code: 2304,
  });
  scenario({
    title: 'needs another contact than the one that is there',
    arrange: async (seed, tag) => {
      const made = await arranged('self', {})(seed, tag);
      return { ...made, next: made.current };
    },
    ...replace,
    code: 2304,
  });
  scenario({
    title: 'needs contacts that are there',
    arrange: async (seed, tag) => ({ ...(await arranged('none', {})(seed, tag)), next: 'ALPHA:NOBODY' }),
    ...replace,
    code: 2303,
  });
});

describe('adding a nameserver to several domains', () => {
  const add = (hostname: string) => ({
    rest: ({ names }: { names: readonly string[] }) => ({
      method: 'PUT' as const,
      url: '/registrar/nameservers',
      payload: { data: { type: 'nameserver', id: '', domains: names, attributes: { hostname } } },
    }),
    graphql: ({ names }: { names: readonly string[] }) => ({
      mutation: 'domainBulkNameserverAdd',
      input: { newNameserver: { hostname }, names },
      select: results,
    }),
  });
  scenario({
    title: 'adds it to those that may have it and skips the others',
    arrange: async (seed, tag) => {
      const free = await seed.domain(`free-${tag}.ee`, { nameservers: twoNameservers });
      const has = await seed.domain(`has-${tag}.ee`, { nameservers: ['new.example', ...twoNameservers] });
      const foreign = await seed.by(beta).domain(`foreign-${tag}.ee`, { nameservers: twoNameservers });
      return { names: [free.name, has.name, foreign.name, `unknown-${tag}.ee`] };
    },
    ...add('new.example'),
    code: 1000,
    effect: ({ names }) => names.slice(0, 2).map((name) => ({ url: `/domains/${name}/nameservers` })),
  });
  scenario({
    title: 'needs domains',
    arrange: async () => ({ names: [] }),
    ...add('new.example'),
    code: 2003,
  });
  scenario({
    title: 'needs a hostname that is one',
    arrange: async (seed, tag) => ({
      names: [(await seed.domain(`bad-${tag}.ee`, { nameservers: twoNameservers })).name],
    }),
    ...add('-bad-.example'),
    code: 2005,
    effect: ({ names }) => names.map((name) => ({ url: `/domains/${name}/nameservers` })),
  });
});
