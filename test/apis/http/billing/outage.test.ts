import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventsOfInvoices } from '#src/registry/store/billing/payments.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { type Behaviour, startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const customer_url = 'https://auction.example/';
const unavailable = { message: 'Payment provider unavailable' };

describe('while the payment provider is in trouble', () => {
  test.each<[Behaviour, number, object]>([
    ['error 500', 502, unavailable],
    ['redirect', 502, unavailable],
    ['hang up', 502, unavailable],
    ['huge', 502, unavailable],
    ['garbage', 422, { message: 'Wrong format' }],
  ])(
    '(%s) a notification is kept, answered so that it comes again, and then does its work',
    async (behaviour, status, body) => {
      const number = await desk.invoice(auction);
      const reference = desk.payment(number, 'settled');
      provider.behaviour = behaviour;
      const answer = await desk.callback(reference, 'status_updated');
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual(body);
      expect(await desk.status(number)).toBe('unpaid');
      provider.behaviour = 'well';
      expect((await desk.callback(reference, 'status_updated')).status).toBe(200);
      expect(await desk.status(number)).toBe('paid');
      expect(provider.requests.every(({ path }) => path.startsWith('/payments/'))).toBe(true);
      const { id } = await desk.find(number);
      const events = await eventsOfInvoices(world.container.database.db, [id]);
      expect(events.map(({ outcome }) => outcome)).toEqual([
        behaviour === 'garbage' ? 'unreadable answer' : 'provider unavailable',
        'paid',
      ]);
    },
  );

  test.each<Behaviour>(['error 500', 'garbage', 'redirect', 'hang up', 'huge'])(
    '(%s) a payment is not promised, and nothing is left behind but a gap in the numbers',
    async (behaviour) => {
      const number = await desk.invoice(auction);
      provider.behaviour = behaviour;
      const oneoff = { invoice_number: String(number), customer_url };
      const answer = await auction.post('/invoice_generator/oneoff', oneoff);
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({ error: 'Payment provider unavailable' });
      // A request that makes something is not sent twice.
      expect(provider.requests).toHaveLength(1);
      const bulk = { description: String(number), transaction_amount: '10.00', customer_url };
      expect((await auction.post('/invoice_generator/bulk_payment', bulk)).status).toBe(502);
      const order = Number(provider.requests.at(-1)?.body.order_reference);
      expect(await desk.status(order)).toBeUndefined();
      provider.behaviour = 'well';
      expect((await auction.post('/invoice_generator/oneoff', oneoff)).status).toBe(201);
    },
  );

  it('(down) it is asked again once it is up', async () => {
    const number = await desk.invoice(auction);
    const reference = desk.payment(number, 'settled');
    await provider.down();
    expect(await desk.callback(reference)).toMatchObject({ status: 502, body: unavailable });
    await provider.up();
    expect(await desk.callback(reference)).toMatchObject({ status: 200 });
    expect(await desk.status(number)).toBe('paid');
  });

  it('(slow) others are served meanwhile, and nobody waits for ever', async () => {
    const number = await desk.invoice(auction);
    const reference = desk.payment(number, 'settled');
    provider.behaviour = 'slow';
    provider.slowMs = 15_000;
    const slow = desk.callback(reference);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => auction.post('/invoice_generator/invoice_number_generator')),
    );
    expect(others.every(({ status }) => status === 201)).toBe(true);
    expect(await slow).toMatchObject({ status: 502, body: unavailable });
    expect(await desk.status(number)).toBe('unpaid');
  });
});
