import { beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Loose } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  customerUrl,
  disagreementLook,
  done,
  invoiceLook,
  lastOrder,
  lastPayment,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
beforeEach(() => {
  fixture.provider.behaviour = 'well';
});
const scenario = billingScenarios(() => fixture.world);

interface Known {
  readonly number: number;
  readonly reference: string;
}
const notify = (eventName?: string) => ({
  rest: ({ reference }: Known) => ({
    method: 'GET' as const,
    url: `/callback_handler/callback?${new URLSearchParams({
      payment_reference: reference,
      ...(eventName !== undefined && { event_name: eventName }),
    })}`,
  }),
  graphql: ({ reference }: Known) => ({
    mutation: 'paymentNotificationReceive',
    input: { paymentReference: reference, eventName },
    select: 'message userUniqueId',
  }),
  auth: null,
  reported: {
    rest: ({ message, user_unique_id }: Loose) => ({ message, userUniqueId: user_unique_id }),
    graphql: ({ message, userUniqueId }: Loose) => ({ message, userUniqueId }),
  },
  own: ({ number, reference }: Known) => [number, reference],
});

/** A new invoice of 10.00, and a payment for it that the provider holds. */
const held =
  (state: string, fields: object = {}) =>
  async (): Promise<Known> => {
    const number = await fixture.desk.invoice(fixture.registry);
    return { number, reference: fixture.desk.payment(number, state, fields) };
  };
/** As `held`, and told of before; then the provider says something else. */
const changed = (first: string, then: Readonly<Record<string, unknown>>) => async (): Promise<Known> => {
  const known = await held(first)();
  await fixture.desk.callback(known.reference);
  fixture.provider.change(known.reference, then);
  return known;
};
const seen = (shows: object, kinds: readonly string[] = []) => ({
  effect: ({ number, reference }: Known) => [invoiceLook(number, shows), disagreementLook(reference, kinds)],
});

describe('a notification of a payment that is', () => {
  for (const [state, status, ...kinds] of [
    ['initial', 'UNPAID'],
    ['waiting_for_sca', 'UNPAID'],
    ['waiting_for_3ds_response', 'UNPAID'],
    ['3ds_confirmed', 'UNPAID'],
    ['confirmed_3ds', 'UNPAID'],
    ['sent_for_processing', 'UNPAID'],
    ['authorised', 'UNPAID'],
    ['authorized', 'UNPAID'],
    ['settled', 'PAID'],
    ['failed', 'FAILED'],
    ['abandoned', 'FAILED'],
    ['voided', 'CANCELLED'],
    ['refunded', 'UNPAID', 'REFUND_WITHOUT_PAYMENT'],
    ['partially_refunded', 'UNPAID', 'REFUND_WITHOUT_PAYMENT'],
    ['chargebacked', 'UNPAID', 'CHARGED_BACK'],
    ['charged_back', 'UNPAID', 'CHARGED_BACK'],
    ['a novelty', 'UNPAID', 'UNKNOWN_STATE'],
  ] as const)
    scenario({
      title: `${state} leaves an open invoice ${status.toLowerCase()}`,
      arrange: held(state),
      ...notify('status_updated'),
      status: 200,
      body: { message: null, user_unique_id: null },
      ...seen({ status, payments: [{ reference: '(own 2)', providerState: state }] }, kinds),
    });

  for (const [title, then, status, ...kinds] of [
    ['settled again', {}, 'PAID'],
    ['overtaken by an older state', { payment_state: 'sent_for_processing' }, 'PAID'],
    ['voided after it was settled', { payment_state: 'voided' }, 'PAID'],
    ['refunded', { payment_state: 'refunded', standing_amount: 0 }, 'REFUNDED'],
    [
      'refunded in part',
      { payment_state: 'partially_refunded', standing_amount: 4 },
      'PAID',
      'REFUNDED_IN_PART',
    ],
    ['charged back', { payment_state: 'chargebacked' }, 'PAID', 'CHARGED_BACK'],
  ] as const)
    scenario({
      title: `${title} leaves a paid invoice ${status.toLowerCase()}`,
      arrange: changed('settled', then),
      ...notify(),
      status: 200,
      body: { message: null, user_unique_id: null },
      ...seen({ status }, kinds),
    });

  for (const from of ['failed', 'overdue', 'cancelled'] as const)
    scenario({
      title: `settled for an invoice that was ${from}`,
      arrange: async () => {
        const known = await held('settled')();
        await done(
          fixture.registry.post('/invoice_generator/invoice_status', {
            invoice_number: known.number,
            status: from,
          }),
        );
        return known;
      },
      ...notify(),
      status: 200,
      ...(from === 'cancelled'
        ? seen({ status: 'CANCELLED' }, ['MONEY_FOR_CLOSED_INVOICE'])
        : seen({ status: 'PAID' })),
    });
});

describe('a notification of a payment that disagrees with our books', () => {
  for (const [title, fields, kind, status = 'UNPAID'] of [
    ['is too small', { initial_amount: 9.99 }, 'AMOUNT_TOO_SMALL'],
    ['is too large', { initial_amount: 100 }, 'AMOUNT_TOO_LARGE', 'PAID'],
    ['went to another account', { account_name: 'EUR-other' }, 'ACCOUNT_MISMATCH'],
    ['tells of another payment', { payment_reference: 'f'.repeat(64) }, 'REFERENCE_MISMATCH'],
    ['is for an order that nobody knows', { order_reference: '199997' }, 'UNKNOWN_INVOICE'],
    ['is for an order that is no number', { order_reference: 'INV-1' }, 'UNKNOWN_INVOICE'],
  ] as const)
    scenario({
      title: `because it ${title}`,
      arrange: held('settled', fields),
      ...notify('status_updated'),
      status: 200,
      body: { message: null, user_unique_id: null },
      ...seen({ status }, [kind]),
    });
  scenario({
    title: 'because the invoice is paid by another one',
    arrange: async () => {
      const { number, reference } = await held('settled')();
      await fixture.desk.callback(reference);
      return { number, reference: fixture.desk.payment(number, 'settled'), first: reference };
    },
    ...notify(),
    own: ({ number, reference, first }) => [number, reference, first],
    status: 200,
    effect: ({ number, reference }) => [
      invoiceLook(number, { status: 'PAID', paymentReference: '(own 3)' }),
      disagreementLook(reference, ['PAID_TWICE']),
    ],
  });
  scenario({
    title: 'because one that we made names another invoice now',
    arrange: async () => {
      const number = await fixture.desk.invoice(fixture.registry);
      await done(
        fixture.registry.post('/invoice_generator/oneoff', {
          invoice_number: String(number),
          customer_url: customerUrl,
        }),
      );
      const reference = lastPayment(fixture.provider);
      const other = await fixture.desk.invoice(fixture.registry);
      fixture.provider.change(reference, { order_reference: String(other), payment_state: 'settled' });
      return { number, reference, other };
    },
    ...notify(),
    own: ({ number, reference, other }) => [number, reference, other],
    status: 200,
    effect: ({ number, reference, other }) => [
      invoiceLook(number, { status: 'UNPAID' }),
      invoiceLook(other, { status: 'UNPAID' }),
      disagreementLook(reference, ['ORDER_MISMATCH']),
    ],
  });
  scenario({
    title: 'because the provider knows nothing of it any more',
    arrange: async () => {
      const known = await held('initial')();
      await fixture.desk.callback(known.reference);
      fixture.provider.payments.delete(known.reference);
      return known;
    },
    ...notify(),
    status: 200,
    body: { message: null, user_unique_id: null },
    ...seen({ status: 'UNPAID' }, ['UNKNOWN_PAYMENT']),
  });
});

describe('the payment of', () => {
  scenario({
    title: 'a shared number belongs to whom its link was made for',
    arrange: async () => {
      const fields = { custom_field2: 'business_registry', custom_field1: 'first-user' };
      const number = await fixture.desk.invoice(fixture.registry, fields);
      await done(
        fixture.registry.post('/invoice_generator/invoice_generator', {
          ...fields,
          invoice_number: number,
          transaction_amount: '10.00',
          custom_field1: 'other-user',
        }),
      );
      return {
        number,
        reference: fixture.desk.payment(number, 'settled', {
          linkpay_customer_data: { custom_field_1: 'other-user' },
        }),
      };
    },
    ...notify(),
    status: 200,
    body: { message: null, user_unique_id: 'other-user' },
    effect: ({ number }) => [
      invoiceLook(number, { status: 'UNPAID' }, 'first-user'),
      invoiceLook(number, { status: 'PAID' }, 'other-user'),
    ],
  });
  scenario({
    title: 'a bulk payment pays its children',
    arrange: async () => {
      const number = await fixture.desk.invoice(fixture.registry);
      await done(
        fixture.registry.post('/invoice_generator/bulk_payment', {
          description: String(number),
          transaction_amount: '10.0',
          customer_url: customerUrl,
        }),
      );
      const reference = lastPayment(fixture.provider);
      fixture.provider.change(reference, { payment_state: 'settled' });
      return { number, reference, parent: lastOrder(fixture.provider) };
    },
    ...notify(),
    own: ({ number, reference, parent }) => [number, reference, parent],
    status: 200,
    effect: ({ number, parent }) => [
      invoiceLook(parent, { status: 'PAID', children: [{ number: '(own 1)', status: 'PAID' }] }),
      invoiceLook(number, {
        status: 'PAID',
        description: 'related to (own 3)',
        paymentReference: '(own 2)',
        paidAt: expect.any(String),
      }),
    ],
  });
});
