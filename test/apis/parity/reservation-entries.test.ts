import { beforeAll, describe } from 'vitest';
import { deleteDomains } from '#src/registry/store/registry/domain-writer.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { day, type Entry, portalOf, wait } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { clockAt, domainNow } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { askingForFree } from './reservation-twins.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00Z') });
});
const scenario = portalScenarios(() => world);

const registered = (name: string, code?: string) =>
  seed(world).domain(name, code ? { reservationCode: code } : {});
const removed = async (name: string) => {
  const domain = await domainNow(world, name);
  await deleteDomains(world.container.database.db, [domain?.id ?? 0]);
};
const notFound = {
  status: 404,
  body: { error: 'Reserved domains not found. Invalid user_unique_id' },
  code: 2303,
};

describe('the result of a free reservation', () => {
  scenario({
    title: 'is shown with code and end while the name is held, also a moment before its end',
    arrange: async (tag) => {
      const held = await portalOf(world).reserved(`held-${tag}.ee`);
      world.clock.moveTo(new Date(new Date(held.expiresAt).getTime() - 1));
      return held;
    },
    ...askingForFree,
    status: 200,
    body: ({ password, expiresAt }) => [
      { name: 'held-rr.ee', password, expire_at: expiresAt, status: 'reserved' },
    ],
    own: ({ password, expiresAt }) => [password, expiresAt],
  });
  scenario({
    title: 'is expired from its end on, without code and end, though nobody has cleaned up',
    arrange: async (tag) => {
      const held = await portalOf(world).reserved(`over-${tag}.ee`);
      world.clock.moveTo(new Date(held.expiresAt));
      return held;
    },
    ...askingForFree,
    status: 200,
    body: [{ name: 'over-rr.ee', status: 'expired' }],
  });
  scenario({
    title: 'is expired when another one has reserved the name since, and shows nothing of that one',
    arrange: async (tag) => {
      const first = await portalOf(world).reserved(`next-${tag}.ee`);
      wait(world, 8 * day);
      const second = await portalOf(world).reserved(`next-${tag}.ee`);
      return { ...first, second };
    },
    ...askingForFree,
    status: 200,
    body: [{ name: 'next-rr.ee', status: 'expired' }],
    own: ({ second }) => [second.password, second.expiresAt],
    effect: ({ second }) => [
      { url: `/reserve_domains/${second.id}`, shows: { body: [{ password: '(own 1)' }] } },
    ],
  });
  scenario({
    title: 'is registered once its code was used; the other names stay as they were',
    arrange: async (tag) => {
      const { body } = await portalOf(world).reserve(`used-${tag}.ee`, `kept-${tag}.ee`);
      const [used, kept] = body.reserved_domains as [Entry, Entry];
      await registered(`used-${tag}.ee`, used.password);
      return { id: String(body.user_unique_id), kept };
    },
    ...askingForFree,
    status: 200,
    body: ({ kept }) => [
      { name: 'used-rr.ee', status: 'registered' },
      { ...kept, status: 'reserved' },
    ],
    own: ({ kept }) => [kept.password, kept.expire_at],
  });
  scenario({
    title: 'stays registered when the domain is deleted later',
    arrange: async (tag) => {
      const { id, password } = await portalOf(world).reserved(`gone-${tag}.ee`);
      await registered(`gone-${tag}.ee`, password);
      await removed(`gone-${tag}.ee`);
      return { id };
    },
    ...askingForFree,
    status: 200,
    body: [{ name: 'gone-rr.ee', status: 'registered' }],
  });
  scenario({
    title: 'is registered also when somebody else registered the name after its end',
    arrange: async (tag) => {
      const { id } = await portalOf(world).reserved(`late-${tag}.ee`);
      wait(world, 8 * day);
      await registered(`late-${tag}.ee`);
      return { id };
    },
    ...askingForFree,
    status: 200,
    body: [{ name: 'late-rr.ee', status: 'registered' }],
  });
  scenario({
    title: 'keeps the order in which the names were given',
    arrange: async (tag) => {
      const { body } = await portalOf(world).reserve(`c-${tag}.ee`, `a-${tag}.ee`, `b-${tag}.ee`);
      wait(world, 8 * day);
      return { id: String(body.user_unique_id) };
    },
    ...askingForFree,
    status: 200,
    body: ['c', 'a', 'b'].map((letter) => ({ name: `${letter}-rr.ee`, status: 'expired' })),
  });

  for (const [what, id] of [
    ['an id that nobody was given', '00000000-0'],
    ['a text that is no id', 'nonsense'],
    ['a text that no database keeps', 'a\0b'],
    ['a very long text', 'x'.repeat(300)],
  ] as const)
    scenario({
      title: `is not known for ${what}`,
      arrange: async () => ({ id }),
      ...askingForFree,
      ...notFound,
    });
  scenario({
    title: 'is not known for a paid reservation, which is asked for with its invoice',
    arrange: async (tag) => {
      const payments = paymentsOf(world, portalOf(world));
      const pending = await payments.pending(`paid-${tag}.ee`);
      await payments.pay(pending);
      return { id: pending.user_unique_id };
    },
    ...askingForFree,
    ...notFound,
  });
});
