import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import {
  eventsOfInvoices,
  paymentByReference,
  paymentsOfInvoices,
} from '#src/registry/store/billing/payments.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const nothing = { message: null, user_unique_id: null };

describe('a notification of a payment', () => {
  it('makes the provider be asked, and its word makes the invoice paid', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    const answer = await desk.callback(reference, 'status_updated');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(nothing);
    expect(provider.requests).toMatchObject([
      {
        method: 'GET',
        path: `/payments/${reference}?api_username=sandbox-merchant`,
        authorization: `Basic ${Buffer.from('sandbox-merchant:sandbox-payment-secret').toString('base64')}`,
      },
    ]);
    const invoice = await desk.find(number);
    expect(invoice).toMatchObject({
      status: 'paid',
      payment_reference: reference,
      transaction_time: new Date('2026-05-10T10:05:00Z'),
      paid_at: expect.any(Date),
    });
    expect(Object.keys(invoice.provider_snapshot ?? {})).toHaveLength(21);
    expect(invoice.provider_snapshot).toMatchObject({
      payment_state: 'settled',
      creditor_iban: 'EE471000001020145685',
      ob_payment_state: 'ACSC',
    });
    const { db } = world.container.database;
    expect(await paymentsOfInvoices(db, [invoice.id])).toMatchObject([
      { reference, state: 'settled', initial_amount: '10.00', occurred_at: new Date('2026-05-10T10:05:00Z') },
    ]);
    expect(await eventsOfInvoices(db, [invoice.id])).toMatchObject([
      { name: 'status_updated', outcome: 'paid', received_at: expect.any(Date) },
    ]);
  });

  it.each(['text/plain', 'text/html', 'image/png'])('is heard from who accepts only %s', async (accept) => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    const url = `/api/v1/callback_handler/callback?payment_reference=${reference}&event_name=status_updated`;
    expect(await world.request({ url, headers: { accept }, auth: null })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: nothing,
    });
    expect((await desk.find(number)).status).toBe('paid');
  });

  it('shows whose link was paid', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', {
      linkpay_customer_data: { custom_field_1: 'reload balance', custom_field_2: 'registry' },
    });
    expect((await desk.callback(reference)).body).toEqual({
      message: null,
      user_unique_id: 'reload balance',
    });
  });

  it('changes nothing when it comes again', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    for (let count = 0; count < 3; count += 1) await desk.callback(reference);
    const { id, status } = await desk.find(number);
    expect(status).toBe('paid');
    const events = await eventsOfInvoices(world.container.database.db, [id]);
    expect(events.map(({ outcome }) => outcome)).toEqual(['paid', 'unchanged', 'unchanged']);
    expect(await desk.disagreements(reference)).toEqual([]);
  });

  test.each([
    ['initial', 'unpaid'],
    ['waiting_for_sca', 'unpaid'],
    ['waiting_for_3ds_response', 'unpaid'],
    ['confirmed_3ds', 'unpaid'],
    ['sent_for_processing', 'unpaid'],
    ['authorised', 'unpaid'],
    ['settled', 'paid'],
    ['failed', 'failed'],
    ['abandoned', 'failed'],
    ['voided', 'cancelled'],
  ])('whose payment is %s leaves the invoice %s', async (state, status) => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, state);
    expect((await desk.callback(reference, 'status_updated')).status).toBe(200);
    expect(await desk.status(number)).toBe(status);
    expect(await desk.disagreements(reference)).toEqual([]);
  });

  it('repairs a failure when the payment settles after all', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'failed');
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('paid');
  });

  it('of a refund makes the invoice refunded once nothing of the money is left', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'partially_refunded', standing_amount: 4 });
    await desk.callback(reference, 'refunded');
    expect(await desk.status(number)).toBe('paid');
    expect(await desk.disagreements(reference)).toEqual(['refundedInPart']);
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    await desk.callback(reference, 'refunded');
    expect(await desk.status(number)).toBe('refunded');
  });

  it('that was overtaken on its way takes nothing back', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    for (const state of ['sent_for_processing', 'failed', 'initial']) {
      provider.change(reference, { payment_state: state });
      await desk.callback(reference);
      expect(await paymentByReference(world.container.database.db, reference)).toMatchObject({
        state: 'settled',
      });
    }
    expect(await desk.status(number)).toBe('paid');
    expect(await desk.disagreements(reference)).toEqual([]);
  });

  it('without a reference, or for a payment nobody knows, is answered with nothing', async () => {
    for (const query of [
      '',
      '?event_name=voided',
      '?payment_reference=',
      '?payment_reference&order_reference=1',
    ]) {
      const answer = await world.request({ url: `/api/v1/callback_handler/callback${query}`, auth: null });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(nothing);
    }
    expect(provider.requests).toEqual([]);
    const unknown = await desk.callback('0'.repeat(64));
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(nothing);
    expect(await desk.disagreements('0'.repeat(64))).toEqual([]);
  });

  test.each([
    'payment_reference[]=x',
    'payment_reference[a]=x',
    'payment_reference=a&payment_reference=b',
    'payment_reference=a&event_name[]=voided',
    'payment_reference=a&event_name=b&event_name=c',
    'payment_reference=..%2Frefund',
    'payment_reference=a%20b',
    'payment_reference=%00',
    `payment_reference=${'a'.repeat(129)}`,
  ])('with %s is in the wrong format', async (query) => {
    const answer = await world.request({ url: `/api/v1/callback_handler/callback?${query}`, auth: null });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ message: 'Wrong format' });
    expect(provider.requests).toEqual([]);
  });
});

describe('the event of a notification', () => {
  test.each([
    'status_updated',
    'voided',
    'refunded',
    'refund_failed',
    'chargebacked',
    'marked_for_capture',
    'abandoned',
    'dispute_charged_back',
    'some_novelty',
  ])('%s is no more than a reason to ask', async (event) => {
    const number = await desk.invoice(registry);
    await desk.callback(desk.payment(number, 'settled'), event);
    expect(provider.requests).toHaveLength(1);
    expect(await desk.status(number)).toBe('paid');
  });

  test.each([
    'issuer_reported_fraudulent',
    'merchant_reported_fraudulent',
    'dispute_opened',
    'dispute_updated',
    'dispute_reversed',
    'dispute_reopened',
  ])('%s is kept for an operator and moves nothing', async (event) => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'initial');
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'settled' });
    provider.requests.length = 0;
    expect((await desk.callback(reference, event)).body).toEqual(nothing);
    expect(provider.requests).toEqual([]);
    expect(await desk.status(number)).toBe('unpaid');
    expect(await desk.disagreements(reference)).toEqual([`reported ${event}`]);
    expect(await desk.callback('unheard-of', event)).toMatchObject({ status: 200 });
    expect(await desk.disagreements('unheard-of')).toEqual([]);
  });

  it('refund_failed alone takes back a refund that was reported before', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    await desk.callback(reference, 'refunded');
    const stateOf = async () => (await paymentByReference(world.container.database.db, reference))?.state;
    expect(await stateOf()).toBe('refunded');
    provider.change(reference, { payment_state: 'settled', standing_amount: 10 });
    await desk.callback(reference, 'status_updated');
    expect(await stateOf()).toBe('refunded');
    await desk.callback(reference, 'refund_failed');
    expect(await stateOf()).toBe('settled');
  });

  it('status_update keeps when the money arrived and moves nothing', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'initial');
    await desk.callback(reference);
    provider.requests.length = 0;
    expect((await desk.callback(reference, 'status_update')).body).toEqual(nothing);
    expect(provider.requests).toEqual([]);
    expect(await paymentByReference(world.container.database.db, reference)).toMatchObject({
      acquiring_completed_at: expect.any(Date),
    });
    expect(await desk.status(number)).toBe('unpaid');
  });

  test.each(['card_art_updated', 'token_updated'])('%s is acknowledged without a look', async (event) => {
    expect((await desk.callback('some-token', event)).body).toEqual(nothing);
    expect(provider.requests).toEqual([]);
  });
});
