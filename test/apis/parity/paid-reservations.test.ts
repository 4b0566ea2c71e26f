import { beforeAll, describe } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { clockAt } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { askingForPaid, type ReportedPending, reservingPaid, whatIsLeft } from './reservation-twins.ts';

let world: TestWorld;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld(
    { LINKPAY_URL: 'https://pay.example/lp' },
    { clock: clockAt('2026-05-10T12:00:00Z') },
  );
  payments = paymentsOf(world, portalOf(world));
});
const scenario = portalScenarios(() => world);

const ownOf = (_: unknown, { id, number }: ReportedPending): (string | number)[] => [id, number];
const statusUrl = ({ id, number }: { id: string; number: number }) => askingForPaid.rest({ id, number }).url;
const unavailable = (error: string) => ({ status: 422, body: { error }, code: 2302 });
const paidFor = async (...names: string[]) => {
  const pending = await payments.pending(...names);
  await payments.pay(pending);
  return pending;
};

describe('a paid reservation', () => {
  scenario({
    title: 'shows a number, an id, the names and a link that pays ten euros for each, and holds nothing',
    arrange: async (tag) => ({ names: [`B-${tag}.ee`, `õ-${tag}.com.ee`] }),
    ...reservingPaid,
    status: 201,
    own: ownOf,
    effect: ({ names }, { id, number }) => [
      {
        url: statusUrl({ id, number }),
        shows: {
          status: 200,
          body: { status: 'pending', message: 'Payment pending', names: ['b-...ee', 'õ-...com.ee'] },
        },
      },
      {
        query: `query ($number: Int!, $id: String!) {
          paidReservation(invoiceNumber: $number, userUniqueId: $id) {
            kind userUniqueId entries { name status password expiresAt domain { name } }
            invoice { number status amount currency initiator description paymentLink paidAt payments { state }
              reservation { userUniqueId } } } }`,
        variables: { number, id },
        shows: {
          kind: 'PAID',
          userUniqueId: '(own 1)',
          entries: [{ status: 'PENDING', password: null, expiresAt: null }, { status: 'PENDING' }],
          invoice: {
            number: '(own 2)',
            status: 'UNPAID',
            amount: '20.00',
            currency: 'EUR',
            initiator: 'business_registry',
            description: 'Reserved domain names: b-...ee, õ-...com.ee; User unique id: (own 1)',
            payments: [],
          },
        },
      },
      { ...whatIsLeft(names), shows: [{ available: true }, { available: true }] },
    ],
  });
  scenario({
    title: 'counts a name once, in whatever case and form it is written',
    arrange: async (tag) => ({ names: [`Ü-${tag}.EE`, `u\u0308-${tag}.ee`] }),
    ...reservingPaid,
    status: 201,
    own: ownOf,
    effect: (_, { id, number }) => [
      { url: statusUrl({ id, number }), shows: { body: { names: ['ü-...ee'] } } },
    ],
  });
  scenario({
    title: 'has room for twenty names',
    arrange: async (tag) => ({ names: Array.from({ length: 20 }, (_, place) => `n${place}-${tag}.ee`) }),
    ...reservingPaid,
    status: 201,
    own: ownOf,
  });
  scenario({
    title: 'shares the number of one that hopes for the same name, under an id of its own',
    arrange: async (tag) => ({
      first: await payments.pending(`x-${tag}.ee`, `shared-${tag}.ee`),
      names: [`shared-${tag}.ee`, `y-${tag}.ee`],
    }),
    ...reservingPaid,
    status: 201,
    own: ({ first }, { id }) => [first.invoice_number, id, first.user_unique_id],
    effect: ({ first }, { id }) => [
      { url: statusUrl({ id, number: first.invoice_number }), shows: { status: 200 } },
      {
        url: statusUrl({ id: first.user_unique_id, number: first.invoice_number }),
        shows: { body: { status: 'pending', names: ['x-...ee', 'shared-...ee'] } },
      },
    ],
  });
  scenario({
    title: 'has a number of its own when the other one was cancelled',
    arrange: async (tag) => {
      const first = await payments.pending(`off-${tag}.ee`);
      await payments.move(first, 'cancelled', 'operator');
      return { first, names: [`off-${tag}.ee`] };
    },
    ...reservingPaid,
    status: 201,
    own: ({ first }, { id, number }) => [first.invoice_number, number, id],
    effect: (_, { id, number }) => [
      { url: statusUrl({ id, number }), shows: { body: { status: 'pending' } } },
    ],
  });
  scenario({
    title: 'can have a name again whose paid year is over',
    arrange: async (tag) => {
      const first = await paidFor(`year-${tag}.ee`);
      await payments.reported(first);
      wait(world, 366 * day);
      return { first, names: [`year-${tag}.ee`] };
    },
    ...reservingPaid,
    status: 201,
    own: ({ first }, { id, number }) => [first.invoice_number, number, id],
  });
  scenario({
    title: 'is made once for an idempotency key, whichever API it comes through',
    arrange: async (tag) => {
      const names = [`once-${tag}.ee`];
      const headers = { 'idempotency-key': `paid-${tag}` };
      const { body } = await portalOf(world).post('/long_reserve_domains', { domain_names: names }, headers);
      return {
        names,
        key: `paid-${tag}`,
        id: String(body.user_unique_id),
        number: Number(body.invoice_number),
      };
    },
    rest: ({ names, key }) => ({ ...reservingPaid.rest({ names }), headers: { 'idempotency-key': key } }),
    graphql: ({ names, key }) => ({ ...reservingPaid.graphql({ names }), idempotencyKey: key }),
    reported: reservingPaid.reported,
    status: 201,
    own: ({ id, number }) => [id, number],
  });
  scenario({
    title: 'as a dry run shows what it would be and keeps nothing',
    arrange: async (tag) => ({ names: [`dry-${tag}.ee`] }),
    rest: ({ names }) => ({ ...reservingPaid.rest({ names }), headers: { 'dry-run': 'true' } }),
    graphql: ({ names }) => ({ ...reservingPaid.graphql({ names }), dryRun: true }),
    reported: reservingPaid.reported,
    status: 201,
    own: ownOf,
    effect: (_, { id, number }) => [{ url: statusUrl({ id, number }), shows: { status: 404 } }],
  });
});

describe('a paid reservation is refused', () => {
  scenario({
    title: 'when none of its names can be had',
    arrange: async (tag) => ({ names: [(await seed(world).domain(`taken-${tag}.ee`)).name, 'x.nozone'] }),
    ...reservingPaid,
    ...unavailable('No available domains'),
  });
  scenario({
    title: 'when one of them cannot be had: all or none',
    arrange: async (tag) => {
      await portalOf(world).reserved(`held-${tag}.ee`);
      return { names: [`free-${tag}.ee`, `held-${tag}.ee`] };
    },
    ...reservingPaid,
    ...unavailable('Some domains are not available'),
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }, { available: false }] }],
  });
  scenario({
    title: 'when somebody has paid for one of them and not asked for the code yet',
    arrange: async (tag) => {
      await paidFor(`bought-${tag}.ee`);
      return { names: [`bought-${tag}.ee`, `spare-${tag}.ee`] };
    },
    ...reservingPaid,
    status: 422,
    body: { error: 'Some intersecting invoices are paid' },
    code: 2304,
  });
  scenario({
    title: 'in other words when yet another name cannot be had at all',
    arrange: async (tag) => {
      await paidFor(`sold-${tag}.ee`);
      return { names: [`sold-${tag}.ee`, 'x.nozone'] };
    },
    ...reservingPaid,
    ...unavailable('Some domains are not available'),
  });
  for (const [what, more, error] of [
    ['when the payer has its code', [], 'No available domains'],
    ['when the payer has the code of one of them', ['rest'], 'Some domains are not available'],
  ] as const)
    scenario({
      title: what,
      arrange: async (tag) => {
        const name = `code${more.length}-${tag}.ee`;
        await payments.reported(await paidFor(name));
        return { names: [name, ...more.map((label) => `${label}-${tag}.ee`)] };
      },
      ...reservingPaid,
      ...unavailable(error),
    });
  scenario({
    title: 'when billing has no number left',
    arrange: async (tag) => {
      const { last } = await world.container.database.db
        .selectFrom('invoices')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow();
      await putSetting(world.container.database.db, 'invoice_number_max', String(last), world.clock.now());
      return { names: [`none-${tag}.ee`] };
    },
    ...reservingPaid,
    status: 502,
    body: { error: 'Billing service unavailable', details: { reason: 'out of range' } },
    code: 2400,
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }] }],
  });
});
