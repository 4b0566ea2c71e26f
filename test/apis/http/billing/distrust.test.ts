import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
});

describe('a payment that disagrees with our books is kept for an operator, and the invoice stays', () => {
  it('when it is too small', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', { initial_amount: 9.99, standing_amount: 9.99 });
    expect((await desk.callback(reference)).status).toBe(200);
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('unpaid');
    expect(await desk.disagreements(reference)).toEqual(['amountTooSmall']);
  });

  it('when its amount is not an amount', async () => {
    for (const initial_amount of [null, 'much', -10, 10.005, 1e15, {}, '99999999999']) {
      const number = await desk.invoice(registry);
      const reference = desk.payment(number, 'settled', { initial_amount });
      expect((await desk.callback(reference)).status).toBe(200);
      expect(await desk.status(number)).toBe('unpaid');
    }
  });

  it('when it went to another account', async () => {
    for (const account_name of ['EUR-other', null, '']) {
      const number = await desk.invoice(registry);
      const reference = desk.payment(number, 'settled', { account_name });
      await desk.callback(reference);
      expect(await desk.status(number)).toBe('unpaid');
      expect(await desk.disagreements(reference)).toEqual(['accountMismatch']);
    }
  });

  it('when the provider reports another payment than the one it was asked for', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', { payment_reference: 'f'.repeat(64) });
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('unpaid');
    expect(await desk.disagreements(reference)).toEqual(['referenceMismatch']);
  });

  it('when nobody knows its order', async () => {
    for (const order of ['199997', 'INV-1', '', 'Ref:x, 1', '99999999999']) {
      const reference = desk.payment(1, 'settled', { order_reference: order });
      const answer = await desk.callback(reference);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: null, user_unique_id: null });
      expect(await desk.disagreements(reference)).toEqual(['unknownInvoice']);
    }
  });

  it('when a payment that we made names another invoice later', async () => {
    const number = await desk.invoice(auction);
    const other = await desk.invoice(auction);
    await auction.post('/invoice_generator/oneoff', {
      invoice_number: String(number),
      customer_url: 'https://auction.example/',
    });
    const reference = [...provider.payments.keys()].at(-1) ?? '';
    provider.change(reference, { order_reference: String(other), payment_state: 'settled' });
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('unpaid');
    expect(await desk.status(other)).toBe('unpaid');
    expect(await desk.disagreements(reference)).toEqual(['orderMismatch']);
  });

  it('when the invoice is cancelled', async () => {
    const number = await desk.invoice(registry);
    await registry.post('/invoice_generator/invoice_status', { invoice_number: number, status: 'cancelled' });
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('cancelled');
    expect(await desk.disagreements(reference)).toEqual(['moneyForClosedInvoice']);
  });

  it('when the invoice was paid already, by another payment or by a person', async () => {
    const number = await desk.invoice(registry);
    const first = desk.payment(number, 'settled');
    await desk.callback(first);
    const second = desk.payment(number, 'settled');
    await desk.callback(second);
    expect(await desk.find(number)).toMatchObject({ status: 'paid', payment_reference: first });
    expect(await desk.disagreements(first)).toEqual([]);
    expect(await desk.disagreements(second)).toEqual(['paidTwice']);
    // Giving the second one back does not refund the invoice.
    provider.change(second, { payment_state: 'refunded', standing_amount: 0 });
    await desk.callback(second, 'refunded');
    expect(await desk.status(number)).toBe('paid');
  });

  it('when it is more than was asked for, although the invoice is paid', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', { initial_amount: 100 });
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('paid');
    expect(await desk.disagreements(reference)).toEqual(['amountTooLarge']);
  });

  it('when it is charged back, or in a state nobody has heard of', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'charged_back' });
    await desk.callback(reference, 'chargebacked');
    provider.change(reference, { payment_state: 'novelty' });
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('paid');
    expect(await desk.disagreements(reference)).toEqual(['chargedBack', 'unknownState']);
  });

  it('when a payment that we know is gone at the provider', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'initial');
    await desk.callback(reference);
    provider.payments.delete(reference);
    expect((await desk.callback(reference)).status).toBe(200);
    expect(await desk.disagreements(reference)).toEqual(['unknownPayment']);
  });

  it('and counts in the metrics until it is dealt with', async () => {
    const text = (await world.request({ url: '/metrics', auth: null })).text;
    const count = Number(/^zonegraph_payment_disagreements (\d+)$/m.exec(text)?.[1]);
    expect(count).toBe((await desk.disagreements()).length);
    expect(count).toBeGreaterThan(10);
  });
});

describe('a number that several reservations share', () => {
  it('is paid for the customer of the link, never for another', async () => {
    const reservation = (custom_field1: string, transaction_amount: string) => ({
      custom_field1,
      transaction_amount,
      custom_field2: 'business_registry',
      reserved_domain_names: ['a.ee'],
    });
    const number = await desk.invoice(registry, reservation('first-user', '10.0'));
    await registry.post('/invoice_generator/invoice_generator', {
      invoice_number: number,
      ...reservation('5e03f248-6', '20.0'),
    });
    const pay = async (user: string | undefined, amount: number) => {
      const reference = desk.payment(number, 'settled', {
        initial_amount: amount,
        ...(user !== undefined && { linkpay_customer_data: { custom_field_1: user } }),
      });
      const answer = await desk.callback(reference);
      expect(answer.body.user_unique_id).toBe(user ?? null);
      return desk.disagreements(reference);
    };
    const both = async () => [
      await desk.status(number, 'first-user'),
      await desk.status(number, '5e03f248-6'),
    ];
    expect(await pay(undefined, 20)).toEqual(['unknownInvoice']);
    expect(await pay('somebody-else', 20)).toEqual(['unknownInvoice']);
    expect(await pay('5e03f248-6', 10)).toEqual(['amountTooSmall']);
    expect(await both()).toEqual(['unpaid', 'unpaid']);
    expect(await pay('5e03f248-6', 20)).toEqual([]);
    expect(await both()).toEqual(['unpaid', 'paid']);
  });

  it('whose description names another invoice does not pay that one', async () => {
    const victim = await desk.invoice(registry);
    const number = await desk.invoice(registry, { custom_field1: `Topup ${victim}` });
    await desk.callback(desk.payment(number, 'settled'));
    expect(await desk.status(number)).toBe('paid');
    expect(await desk.status(victim)).toBe('unpaid');
  });
});
