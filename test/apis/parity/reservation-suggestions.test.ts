import { beforeAll, describe } from 'vitest';
import { mutateOf } from '../../support/operator.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { suggesting } from './reservation-twins.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
const scenario = portalScenarios(() => world);
const operate = mutateOf(() => world);

const zones = ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'];
const inAllZones = (...labels: string[]): string[] =>
  labels.flatMap((label) => zones.map((zone) => `${label}.${zone}`));
const elsewhere = (label: string): string[] => inAllZones(label).slice(1);

describe('names suggested for an organization', () => {
  for (const [organization, variants] of [
    ['Test Company AS', inAllZones('testcompany', 'test-company')],
    ['Test Company MTU', inAllZones('testcompany', 'test-company')],
    ['Test Company mtü', inAllZones('testcompany', 'test-company')],
    ['X AS OÜ', inAllZones('x')],
    ['OÜ Foo', inAllZones('oüfoo', 'oü-foo')],
    ['Foo - Bar', inAllZones('foo-bar')],
    ['Foo-Bar\tBaz', inAllZones('foo-barbaz', 'foo-bar-baz')],
    ['O\u0303unapuu OU\u0308', inAllZones('õunapuu')],
    ['Привет', []],
    ['-Foo', []],
    ['a'.repeat(64), []],
    ['𐌰'.repeat(100), []],
  ] as const)
    scenario({
      title: `${JSON.stringify(organization.slice(0, 20))} are the joined form in every zone, then the hyphenated one, as far as they can be had`,
      arrange: async () => ({ organization }),
      ...suggesting,
      status: 200,
      body: { variants },
    });

  for (const [what, organization] of [
    ['blank', ' '],
    ['longer than 100 characters', 'a'.repeat(101)],
    ['longer than 100 characters of several bytes', '𐌰'.repeat(101)],
    ['with an exclamation mark', 'Acme!'],
    ['with an ampersand', 'A&B'],
    ['with a plus sign', 'A+B'],
    ['with a dot', 'acme.ee'],
    ['with an underscore', 'a_b'],
    ['with a slash', 'a/b'],
    ['with an apostrophe', "O'Neil"],
    ['with a no-break space', 'a\u00a0b'],
    ['that no database keeps', 'a\0b'],
  ] as const)
    scenario({
      title: `are refused for a name ${what}`,
      arrange: async () => ({ organization }),
      ...suggesting,
      status: 400,
      body: { error: 'Invalid organization name' },
      code: 2005,
    });
});

describe('a suggestion leaves out a name', () => {
  for (const [what, arrange] of [
    ['that is registered', async (name: string) => void (await seed(world).domain(name))],
    ['that is reserved', async (name: string) => void (await portalOf(world).reserved(name))],
    [
      'that is paid for, though nobody has its code yet',
      async (name: string) => {
        const payments = paymentsOf(world, portalOf(world));
        await payments.pay(await payments.pending(name));
      },
    ],
    [
      'that is blocked',
      async (name: string) => void (await operate('nameBlock', { name }, 'blockedName { name }')),
    ],
    [
      'that the registry keeps for itself',
      async (name: string) => {
        await operate('nameReserve', { name }, 'reservedName { name }');
        wait(world, 3000 * day);
      },
    ],
    [
      'that is disputed',
      async (name: string) =>
        void (await operate('disputeOpen', { name, password: 'secret' }, 'dispute { name }')),
    ],
  ] as const)
    scenario({
      title: what,
      arrange: async (tag) => {
        const organization = `${what.replace(/\W/g, '')}${tag}`;
        await arrange(`${organization.toLowerCase()}.ee`);
        return { organization };
      },
      ...suggesting,
      status: 200,
      body: ({ organization }) => ({ variants: elsewhere(organization.toLowerCase()) }),
    });
});

describe('a suggestion gives a name', () => {
  scenario({
    title: 'back whose reservation is over, and cleans up after it',
    arrange: async (tag) => {
      await portalOf(world).reserved(`kevad${tag}.ee`);
      wait(world, 7 * day + 1);
      return { organization: `Kevad${tag}` };
    },
    ...suggesting,
    status: 200,
    body: { variants: inAllZones('kevadrr') },
  });
  scenario({
    title: 'that somebody is asked to pay for: nothing is held before payment',
    arrange: async (tag) => {
      await paymentsOf(world, portalOf(world)).pending(`suvi${tag}.ee`);
      return { organization: `Suvi${tag}` };
    },
    ...suggesting,
    status: 200,
    body: { variants: inAllZones('suvirr') },
  });
});
