import { beforeAll, describe } from 'vitest';
import { mutateOf } from '../../support/operator.ts';
import { portalOf } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { clockAt } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { ownOf, reserving, whatIsLeft } from './reservation-twins.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00Z') });
});
const scenario = portalScenarios(() => world);
const operate = mutateOf(() => world);

const until = '2026-05-17T15:00:00.000+03:00';
const noneAvailable = { status: 422, body: { error: 'No available domains' }, code: 2302 };

describe('a free reservation', () => {
  scenario({
    title: 'shows a code and an end for each name and an id to ask by, and keeps them',
    arrange: async (tag) => ({ names: [`b-${tag}.ee`, `õ-${tag}.com.ee`, `a-${tag}.ee`] }),
    ...reserving,
    status: 201,
    own: ownOf,
    effect: (_, { id }) => [
      {
        url: `/reserve_domains/${id}`,
        shows: {
          status: 200,
          body: [
            { name: 'b-...ee', password: '(own 2)', expire_at: until, status: 'reserved' },
            { name: 'õ-...com.ee', password: '(own 3)', expire_at: until, status: 'reserved' },
            { name: 'a-...ee', password: '(own 4)', expire_at: until, status: 'reserved' },
          ],
        },
      },
      {
        query: `query ($id: String!) { reservation(userUniqueId: $id) {
          kind userUniqueId invoice { number } entries { name status password expiresAt domain { name } } } }`,
        variables: { id },
        shows: {
          kind: 'FREE',
          userUniqueId: '(own 1)',
          invoice: null,
          entries: [{ password: '(own 2)', expiresAt: until }, {}, {}],
        },
      },
    ],
  });
  scenario({
    title: 'leaves out names that cannot be had, without a word',
    arrange: async (tag) => {
      await portalOf(world).reserved(`held-${tag}.ee`);
      return { names: [`free-${tag}.ee`, `held-${tag}.ee`, 'foo.nozone', 'pri.ee'] };
    },
    ...reserving,
    status: 201,
    own: ownOf,
    effect: (_, { id }) => [{ url: `/reserve_domains/${id}`, shows: { body: [{ name: 'free-...ee' }] } }],
  });
  scenario({
    title: 'when repeated with one more name gets that name, under another id',
    arrange: async (tag) => {
      const first = await portalOf(world).reserved(`again-${tag}.ee`);
      return { first, names: [`again-${tag}.ee`, `more-${tag}.ee`] };
    },
    ...reserving,
    status: 201,
    own: ({ first }, reported) => [...ownOf(undefined, reported), first.id, first.password],
    effect: ({ first }, { id }) => [
      { url: `/reserve_domains/${id}`, shows: { body: [{ name: 'more-...ee' }] } },
      { url: `/reserve_domains/${first.id}`, shows: { body: [{ password: '(own 4)' }] } },
    ],
  });
  scenario({
    title: 'takes a name once, in whatever case and form it is written',
    arrange: async (tag) => ({ names: [`Ü-${tag}.EE`, `u\u0308-${tag}.ee`, `ü-${tag}.ee`] }),
    ...reserving,
    status: 201,
    own: ownOf,
    effect: (_, { id }) => [{ url: `/reserve_domains/${id}`, shows: { body: [{ name: 'ü-...ee' }] } }],
  });
  scenario({
    title: 'has room for twenty names',
    arrange: async (tag) => ({ names: Array.from({ length: 20 }, (_, place) => `n${place}-${tag}.ee`) }),
    ...reserving,
    status: 201,
    own: ownOf,
  });
  scenario({
    title: 'is made once for an idempotency key',
    arrange: async (tag) => {
      const names = [`once-${tag}.ee`];
      const headers = { 'idempotency-key': `once-${tag}` };
      const { body } = await portalOf(world).post('/reserve_domains', { domain_names: names }, headers);
      return { names, key: `once-${tag}`, id: String(body.user_unique_id) };
    },
    rest: ({ names, key }) => ({ ...reserving.rest({ names }), headers: { 'idempotency-key': key } }),
    graphql: ({ names, key }) => ({ ...reserving.graphql({ names }), idempotencyKey: key }),
    reported: reserving.reported,
    status: 201,
    // The same key at the other door is the same request: both answer with the reservation there is.
    own: ({ id }, { entries }) => [id, ...entries.flatMap(({ code }) => code ?? [])],
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: false }] }],
  });
  scenario({
    title: 'refuses a key that was used for other names',
    arrange: async (tag) => {
      const headers = { 'idempotency-key': `other-${tag}` };
      await portalOf(world).post('/reserve_domains', { domain_names: [`first-${tag}.ee`] }, headers);
      return { names: [`second-${tag}.ee`], key: `other-${tag}` };
    },
    rest: ({ names, key }) => ({ ...reserving.rest({ names }), headers: { 'idempotency-key': key } }),
    graphql: ({ names, key }) => ({ ...reserving.graphql({ names }), idempotencyKey: key }),
    status: 409,
    body: { error: 'Idempotency key was already used with another input' },
    code: 2002,
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }] }],
  });
  scenario({
    title: 'as a dry run shows what it would be and keeps nothing',
    arrange: async (tag) => ({ names: [`dry-${tag}.ee`] }),
    rest: ({ names }) => ({ ...reserving.rest({ names }), headers: { 'dry-run': 'true' } }),
    graphql: ({ names }) => ({ ...reserving.graphql({ names }), dryRun: true }),
    reported: reserving.reported,
    status: 201,
    own: ownOf,
    effect: ({ names }, { id }) => [
      { url: `/reserve_domains/${id}`, shows: { status: 404 } },
      { ...whatIsLeft(names), shows: [{ available: true }] },
    ],
  });
});

describe('a free reservation is refused', () => {
  scenario({
    title: 'when the portal reserved the name a moment ago',
    arrange: async (tag) => {
      await portalOf(world).reserved(`mine-${tag}.ee`);
      return { names: [`mine-${tag}.ee`, `MINE-${tag}.ee`] };
    },
    ...reserving,
    ...noneAvailable,
  });
  scenario({
    title: 'when the name is registered',
    arrange: async (tag) => ({ names: [(await seed(world).domain(`domain-${tag}.ee`)).name] }),
    ...reserving,
    ...noneAvailable,
  });
  scenario({
    title: 'when the name is blocked',
    arrange: async (tag) => {
      await operate('nameBlock', { name: `blocked-${tag}.ee` }, 'blockedName { name }');
      return { names: [`blocked-${tag}.ee`] };
    },
    ...reserving,
    ...noneAvailable,
  });
  scenario({
    title: 'when the registry keeps the name for itself, for ever',
    arrange: async (tag) => {
      await operate('nameReserve', { name: `kept-${tag}.ee` }, 'reservedName { name }');
      return { names: [`kept-${tag}.ee`] };
    },
    ...reserving,
    ...noneAvailable,
  });
  scenario({
    title: "when the name is disputed: the password of the dispute is nobody else's",
    arrange: async (tag) => {
      await operate('disputeOpen', { name: `disputed-${tag}.ee`, password: 'secret' }, 'dispute { name }');
      return { names: [`disputed-${tag}.ee`] };
    },
    ...reserving,
    ...noneAvailable,
  });
  for (const name of [
    'foo.nozone',
    'pri.ee',
    'foo.prixee',
    'a.b.ee',
    'foo.ee.',
    '-foo.ee',
    'ab--c.ee',
    'привет.ee',
  ])
    scenario({
      title: `when ${name} is all there is: such a name cannot be registered`,
      arrange: async () => ({ names: [name] }),
      ...reserving,
      ...noneAvailable,
    });
});
