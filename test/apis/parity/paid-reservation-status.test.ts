import { beforeAll, describe } from 'vitest';
import { type Pending, paymentsOf } from '../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { clockAt } from '../../support/time.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { askingForPaid, whatIsLeft } from './reservation-twins.ts';

let world: TestWorld;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00Z') });
  payments = paymentsOf(world, portalOf(world));
});
const scenario = portalScenarios(() => world);

const pairOf = ({ invoice_number: number, user_unique_id: id, available_domains: names }: Pending) => ({
  number,
  id,
  names,
});
const paidFor = async (...names: string[]) => {
  const pending = await payments.pending(...names);
  await payments.pay(pending);
  return pending;
};
/** With the codes that were told when the portal first asked. */
const reportedOf = async (pending: Pending) => ({
  ...pairOf(pending),
  codes: (await payments.reported(pending)).reserved_domains.map(({ password }) => password),
});

describe('a paid reservation that is not paid', () => {
  for (const [what, moved, status, message] of [
    ['because nothing has happened', undefined, 'pending', 'Payment pending'],
    ['because the payment failed', 'failed', 'failed', 'Payment failed'],
    ['because the invoice is overdue', 'overdue', 'unpaid', 'Payment pending'],
    ['because the invoice was cancelled', 'cancelled', 'cancelled', 'Invoice cancelled'],
  ] as const)
    scenario({
      title: `${what} shows its names without codes and holds nothing`,
      arrange: async (tag) => {
        const pending = await payments.pending(`${status}1-${tag}.ee`, `${status}2-${tag}.ee`);
        if (moved) await payments.move(pending, moved, 'operator');
        return pairOf(pending);
      },
      ...askingForPaid,
      status: 200,
      body: { status, message, names: [`${status}1-rr.ee`, `${status}2-rr.ee`] },
      effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }, { available: true }] }],
    });
  scenario({
    title: 'because another payer was faster is cancelled',
    arrange: async (tag) => {
      const slow = await payments.pending(`rival-${tag}.ee`, `alone-${tag}.ee`);
      await paidFor(`rival-${tag}.ee`);
      return pairOf(slow);
    },
    ...askingForPaid,
    status: 200,
    body: { status: 'cancelled', message: 'Invoice cancelled', names: ['rival-rr.ee', 'alone-rr.ee'] },
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: false }, { available: true }] }],
  });
  scenario({
    title: 'because a person took the payment back before any code was shown waits again',
    arrange: async (tag) => {
      const pending = await paidFor(`back-${tag}.ee`);
      await payments.move(pending, 'unpaid', 'operator');
      return pairOf(pending);
    },
    ...askingForPaid,
    status: 200,
    body: { status: 'pending', message: 'Payment pending', names: ['back-rr.ee'] },
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }] }],
  });
  scenario({
    title: 'because a person took the payment back shows codes no more, though they stay good',
    arrange: async (tag) => {
      const pending = await paidFor(`issued-${tag}.ee`);
      const reported = await reportedOf(pending);
      await payments.move(pending, 'cancelled', 'operator');
      return reported;
    },
    ...askingForPaid,
    status: 200,
    body: { status: 'cancelled', message: 'Invoice cancelled', names: ['issued-rr.ee'] },
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: false }] }],
  });
});

describe('a paid reservation that is paid', () => {
  scenario({
    title: 'holds its names from then on, and shows codes and ends when it is first asked',
    arrange: async (tag) => {
      const pending = await paidFor(`one-${tag}.ee`, `two-${tag}.ee`);
      wait(world, 40 * day);
      return { ...pairOf(pending), until: world.container.calendar.plus(world.clock.now(), { years: 1 }) };
    },
    ...askingForPaid,
    status: 200,
    own: ({ until }, { codes }) => [...codes, world.container.calendar.format(until)],
    effect: ({ names, number, id }) => [
      {
        url: askingForPaid.rest({ number, id }).url,
        shows: {
          body: {
            status: 'paid',
            message: 'Payment received',
            reserved_domains: [
              { name: 'one-...ee', password: '(own 1)', expire_at: '(own 3)', status: 'reserved' },
              { name: 'two-...ee', password: '(own 2)', expire_at: '(own 3)', status: 'reserved' },
            ],
          },
        },
      },
      {
        ...askingForPaid.graphql({ number, id }),
        shows: {
          invoice: { status: 'PAID' },
          entries: [{ password: '(own 1)', expiresAt: '(own 3)' }, { password: '(own 2)' }],
        },
      },
      { ...whatIsLeft(names), shows: [{ available: false }, { available: false }] },
    ],
  });
  scenario({
    title: 'shows the same codes and ends again, and stays paid after a refund',
    arrange: async (tag) => {
      const pending = await paidFor(`same-${tag}.ee`);
      const [{ password, expire_at }] = (await payments.reported(pending)).reserved_domains;
      wait(world, 5 * day);
      await payments.move(pending, 'refunded');
      return { ...pairOf(pending), password, expire_at };
    },
    ...askingForPaid,
    status: 200,
    body: ({ password, expire_at }) => ({
      status: 'paid',
      message: 'Payment received',
      reserved_domains: [{ name: 'same-rr.ee', password, expire_at, status: 'reserved' }],
    }),
    own: ({ password, expire_at }) => [password, expire_at],
  });
  scenario({
    title: 'shows a name as registered once its code was used, and reserves nothing anew',
    arrange: async (tag) => {
      const reported = await reportedOf(await paidFor(`used-${tag}.ee`));
      await seed(world).domain(`used-${tag}.ee`, { reservationCode: reported.codes[0] ?? '' });
      return reported;
    },
    ...askingForPaid,
    status: 200,
    body: {
      status: 'paid',
      message: 'Payment received',
      reserved_domains: [{ name: 'used-rr.ee', status: 'registered' }],
    },
  });
  scenario({
    title: 'shows names as expired after their year, and does not begin another',
    arrange: async (tag) => {
      const reported = await reportedOf(await paidFor(`year-${tag}.ee`));
      wait(world, 366 * day);
      return reported;
    },
    ...askingForPaid,
    status: 200,
    body: {
      status: 'paid',
      message: 'Payment received',
      reserved_domains: [{ name: 'year-rr.ee', status: 'expired' }],
    },
    effect: ({ names }) => [{ ...whatIsLeft(names), shows: [{ available: true }] }],
  });
  scenario({
    title: 'shows nothing of the holder of a name that was lost before payment',
    arrange: async (tag) => {
      const pending = await payments.pending(`lost-${tag}.ee`, `kept-${tag}.ee`);
      const other = await portalOf(world).reserved(`lost-${tag}.ee`);
      await payments.pay(pending);
      const { reserved_domains } = await payments.reported(pending);
      return { ...pairOf(pending), other, kept: reserved_domains[1] };
    },
    ...askingForPaid,
    status: 200,
    body: ({ kept }) => ({
      status: 'paid',
      message: 'Payment received',
      reserved_domains: [{ name: 'lost-rr.ee', status: 'expired' }, kept],
    }),
    own: ({ kept, other }) => [kept?.password ?? '', kept?.expire_at ?? '', other.password],
    effect: ({ other }) => [
      { url: `/reserve_domains/${other.id}`, shows: { body: [{ status: 'reserved' }] } },
    ],
  });
});

describe('a paid reservation is not found', () => {
  const notFound = { status: 404, body: { error: 'Reserved domain invoice not found' }, code: 2303 };
  const wrong = (
    title: string,
    twist: (pending: Pending, tag: string) => Promise<{ number?: number; id?: string }>,
  ): void =>
    scenario({
      title,
      arrange: async (tag) => {
        const label = title.replace(/\W/g, '');
        const pending = await paidFor(`${label}-${tag}.ee`);
        return { ...pairOf(pending), ...(await twist(pending, `${label}-${tag}`)) };
      },
      ...askingForPaid,
      ...notFound,
    });

  wrong('under an unknown id', async () => ({ id: '00000000-0' }));
  wrong('under a text that is no id', async () => ({ id: 'nonsense' }));
  wrong('under a text that no database keeps', async () => ({ id: 'a\0b' }));
  wrong('under an empty id', async () => ({ id: '' }));
  wrong('under an unknown number', async ({ invoice_number }) => ({ number: invoice_number + 1000 }));
  wrong('under a number below nothing', async ({ invoice_number }) => ({ number: -invoice_number }));
  wrong('with the number of another', async (_, tag) => ({
    number: (await payments.pending(`other-${tag}.ee`)).invoice_number,
  }));
  wrong('with the id of another', async (_, tag) => ({
    id: (await payments.pending(`another-${tag}.ee`)).user_unique_id,
  }));
  wrong('under the id of a free reservation', async (_, tag) => ({
    id: (await portalOf(world).reserved(`free-${tag}.ee`)).id,
  }));

  for (const [what, number] of [
    ['that is missing', undefined],
    ['that is no number', '15000x'],
    ['beyond all numbers', '99999999999999999999'],
  ] as const)
    scenario({
      title: `under a number ${what}, which a typed document cannot say`,
      arrange: async (tag) => pairOf(await paidFor(`${what.replace(/\W/g, '')}-${tag}.ee`)),
      rest: ({ id }) => ({
        method: 'GET',
        url: `/long_reserve_domains_status?user_unique_id=${id}${number ? `&invoice_number=${number}` : ''}`,
      }),
      graphql: ({ id }) => ({ ...askingForPaid.graphql({ number: 0, id }), variables: { number, id } }),
      status: 404,
      body: notFound.body,
      code: 'BAD_USER_INPUT',
    });
});
