import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Behaviour } from '../../support/payment-provider.ts';
import { receiver } from '../../support/receiver.ts';
import type { Loose } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  disagreementLook,
  invoiceLook,
  outboxLook,
  pending,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  const { url } = await receiver('{"message":"ok"}');
  fixture = await billingFixture({ OWNER_SERVICE_URLS: `auction=${url}` });
});
beforeEach(() => {
  fixture.provider.behaviour = 'well';
  fixture.provider.requests.length = 0;
});
const scenario = billingScenarios(() => fixture.world);

interface Known {
  readonly number: number;
  readonly reference: string;
}
const notify = (query: Record<string, string>, input: object) => ({
  rest: ({ reference }: Known) => ({
    method: 'GET' as const,
    url: `/callback_handler/callback?${new URLSearchParams({ payment_reference: reference, ...query })}`,
  }),
  graphql: ({ reference }: Known) => ({
    mutation: 'paymentNotificationReceive',
    input: { paymentReference: reference, ...input },
    select: 'message userUniqueId',
  }),
  auth: null,
  reported: {
    rest: ({ message, user_unique_id }: Loose) => ({ message, userUniqueId: user_unique_id }),
    graphql: ({ message, userUniqueId }: Loose) => ({ message, userUniqueId }),
  },
  own: ({ number, reference }: Known) => [number, reference],
});

/** Known since it began; settled meanwhile, which nobody has told us. */
const settledMeanwhile = async (): Promise<Known> => {
  const number = await fixture.desk.invoice(fixture.registry);
  const reference = fixture.desk.payment(number, 'initial');
  await fixture.desk.callback(reference);
  fixture.provider.change(reference, { payment_state: 'settled' });
  return { number, reference };
};

describe('the event', () => {
  for (const event of [
    undefined,
    '',
    'status_updated',
    'voided',
    'refunded',
    'refund_failed',
    'chargebacked',
    'marked_for_capture',
    'abandoned',
    'dispute_charged_back',
    'some_novelty',
  ])
    scenario({
      title: `${JSON.stringify(event) ?? 'that has no name'} is no more than a reason to ask the provider`,
      arrange: settledMeanwhile,
      ...notify(event === undefined ? {} : { event_name: event }, { eventName: event }),
      status: 200,
      body: { message: null, user_unique_id: null },
      effect: ({ number, reference }) => [
        invoiceLook(number, {
          status: 'PAID',
          events: [{ name: null }, { name: event ?? null, outcome: 'CHANGED', note: 'paid' }],
        }),
        disagreementLook(reference, []),
      ],
    });

  for (const event of [
    'issuer_reported_fraudulent',
    'merchant_reported_fraudulent',
    'dispute_opened',
    'dispute_updated',
    'dispute_reversed',
    'dispute_reopened',
  ])
    scenario({
      title: `${event} is kept for an operator and moves nothing`,
      arrange: settledMeanwhile,
      ...notify({ event_name: event }, { eventName: event }),
      status: 200,
      body: { message: null, user_unique_id: null },
      effect: ({ number, reference }) => [
        invoiceLook(number, { status: 'UNPAID', payments: [{ state: 'IN_PROGRESS' }] }),
        disagreementLook(reference, ['REPORTED']),
      ],
    });

  scenario({
    title: 'status_update keeps when the money arrived and moves nothing',
    arrange: settledMeanwhile,
    ...notify({ event_name: 'status_update' }, { eventName: 'status_update' }),
    status: 200,
    body: { message: null, user_unique_id: null },
    effect: ({ number }) => [
      invoiceLook(number, {
        status: 'UNPAID',
        payments: [{ state: 'IN_PROGRESS', acquiringCompletedAt: expect.any(String) }],
      }),
    ],
  });
  for (const event of ['card_art_updated', 'token_updated'])
    scenario({
      title: `${event} is acknowledged without a look`,
      arrange: settledMeanwhile,
      ...notify({ event_name: event }, { eventName: event }),
      status: 200,
      body: { message: null, user_unique_id: null },
      effect: ({ number }) => [
        invoiceLook(number, {
          status: 'UNPAID',
          payments: [{ state: 'IN_PROGRESS', acquiringCompletedAt: null }],
        }),
      ],
    });
});

describe('a notification', () => {
  const nobody = async (): Promise<Known> => ({ number: 0, reference: '0'.repeat(64) });
  scenario({
    title: 'of a payment that nobody knows is answered with nothing',
    arrange: nobody,
    ...notify({}, {}),
    own: () => [],
    status: 200,
    body: { message: null, user_unique_id: null },
    effect: ({ reference }) => [disagreementLook(reference, [])],
  });
  for (const reference of ['', undefined])
    scenario({
      title: `${reference === '' ? 'with an empty reference' : 'without a reference'} is answered with nothing`,
      arrange: nobody,
      ...notify({}, {}),
      rest: () => ({
        method: 'GET',
        url: `/callback_handler/callback${reference === undefined ? '' : '?payment_reference='}`,
      }),
      graphql: () => ({
        mutation: 'paymentNotificationReceive',
        input: { paymentReference: reference },
        select: 'message userUniqueId',
      }),
      own: () => [],
      status: 200,
      body: { message: null, user_unique_id: null },
    });
  for (const reference of ['../refund', 'a b', 'a'.repeat(129), 'õ'])
    scenario({
      title: `of ${JSON.stringify(reference.slice(0, 12))} is in the wrong format`,
      arrange: async () => ({ number: 0, reference }),
      ...notify({}, {}),
      own: () => [],
      status: 422,
      body: { message: 'Wrong format' },
      code: 2005,
    });
  scenario({
    title: 'whose reference is a list is in the wrong format',
    arrange: nobody,
    ...notify({}, {}),
    rest: () => ({ method: 'GET', url: '/callback_handler/callback?payment_reference[]=x' }),
    graphql: () => ({ mutation: 'paymentNotificationReceive', input: { paymentReference: ['x', 'y'] } }),
    own: () => [],
    status: 422,
    body: { message: 'Wrong format' },
    code: 'BAD_USER_INPUT',
  });

  for (const [behaviour, status, message] of [
    ['error 500', 502, 'Payment provider unavailable'],
    ['redirect', 502, 'Payment provider unavailable'],
    ['hang up', 502, 'Payment provider unavailable'],
    ['huge', 502, 'Payment provider unavailable'],
    ['garbage', 422, 'Wrong format'],
  ] as [Behaviour, number, string][])
    scenario({
      title: `that the provider answers badly (${behaviour}) is kept, and may be sent again`,
      arrange: async () => {
        fixture.provider.behaviour = 'well';
        const known = await settledMeanwhile();
        fixture.provider.behaviour = behaviour;
        return known;
      },
      ...notify({ event_name: 'status_updated' }, { eventName: 'status_updated' }),
      status,
      body: { message },
      code: 2400,
      effect: ({ number, reference }) => [
        invoiceLook(number, {
          status: 'UNPAID',
          events: [
            {},
            {
              outcome: 'UNANSWERED',
              note: behaviour === 'garbage' ? 'unreadable answer' : 'provider unavailable',
            },
          ],
        }),
        disagreementLook(reference, []),
      ],
    });

  scenario({
    title: 'of a paid invoice is passed on to the service that owns it',
    arrange: async () => {
      await fixture.world.container.outbox.drain();
      const number = await fixture.desk.invoice(fixture.auction);
      return { number, reference: fixture.desk.payment(number, 'settled') };
    },
    ...notify({}, {}),
    status: 200,
    body: { message: { message: 'Payment is proccessing' }, user_unique_id: null },
    effect: () => [outboxLook({ ...pending(1), nodes: [{ kind: 'OWNER_SERVICE', subject: '(own 1)' }] })],
  });
});

describe('a notification while the provider is down', () => {
  afterAll(() => fixture.provider.up());
  scenario({
    title: 'is kept, and may be sent again',
    arrange: async () => {
      const number = await fixture.desk.invoice(fixture.registry);
      const reference = fixture.desk.payment(number, 'settled');
      await fixture.provider.down();
      return { number, reference };
    },
    ...notify({}, {}),
    status: 502,
    body: { message: 'Payment provider unavailable' },
    code: 2400,
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
});
