import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { paymentsOfInvoices } from '#src/registry/store/billing/payments.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let auction: BillingApi;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({
    PAYMENT_PROVIDER_URL: provider.url,
    CUSTOMER_URL_ORIGINS: 'https://auction.example,http://portal.example:8080',
  });
  auction = await billingApi(world, 'auction');
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const customer_url = 'https://auction.example/invoices/1?x=y';
const oneoff = (body: unknown, api = auction) => api.post('/invoice_generator/oneoff', body);

describe('a one-off payment', () => {
  it('is made at the provider for the invoice, and its link is the answer', async () => {
    const number = await desk.invoice(auction, { transaction_amount: '123.45' });
    const answer = await oneoff({
      invoice_number: String(number),
      customer_url,
      reference_number: '1234561',
      amount: 'ignored',
    });
    expect(answer.status).toBe(201);
    const [[reference, held] = ['', {}]] = [...provider.payments];
    expect(answer.body).toEqual({ message: 'Link created', oneoff_redirect_link: held.payment_link });
    const [request] = provider.requests;
    expect(request).toEqual({
      method: 'POST',
      path: '/payments/oneoff',
      authorization: `Basic ${Buffer.from('sandbox-merchant:sandbox-payment-secret').toString('base64')}`,
      body: {
        api_username: 'sandbox-merchant',
        account_name: 'EUR-sandbox',
        amount: 123.45,
        order_reference: String(number),
        request_token: false,
        nonce: expect.stringMatching(/^\d{30}$/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        customer_url,
        preferred_country: 'EE',
        locale: 'en',
        structured_reference: '1234561',
      },
    });
    const { id, status } = await desk.find(number);
    expect(status).toBe('unpaid');
    expect(await paymentsOfInvoices(world.container.database.db, [id])).toMatchObject([
      { reference, state: 'initial', initial_amount: '123.45' },
    ]);
  });

  it('sends an empty reference when there is none', async () => {
    await oneoff({ invoice_number: String(await desk.invoice(auction)), customer_url });
    expect(provider.requests[0]?.body.structured_reference).toBe('');
  });

  it('needs a number before anything else', async () => {
    for (const body of [undefined, {}, { invoice_number: null }, { invoice_number: '', customer_url: 5 }]) {
      const answer = await oneoff(body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        error: 'Internal error: called invoice withour number. Please contact to administrator',
      });
    }
  });

  it('needs an invoice of the caller before its fields are looked at', async () => {
    const foreign = String(await desk.invoice(registry));
    for (const number of ['199990', 'INV-1', '99999999999', foreign]) {
      const answer = await oneoff({ invoice_number: number });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: `Invoice with ${number} not found in internal system` });
    }
  });

  it('is shown all that is wrong with its fields together', async () => {
    const number = await desk.invoice(auction);
    expect((await oneoff({ invoice_number: number, customer_url: '', reference_number: 7 })).body).toEqual({
      error: {
        invoice_number: ['must be a string'],
        customer_url: ['must be filled'],
        reference_number: ['must be a string'],
      },
    });
    expect((await oneoff({ invoice_number: String(number) })).body).toEqual({
      error: { customer_url: ['is missing'] },
    });
    expect((await oneoff({ invoice_number: String(number), customer_url: 5 })).body).toEqual({
      error: { customer_url: ['must be a string'] },
    });
  });

  test.each(['paid', 'cancelled'])('is refused when the invoice is %s', async (status) => {
    const number = await desk.invoice(auction);
    await auction.post('/invoice_generator/invoice_status', { invoice_number: number, status });
    const answer = await oneoff({ invoice_number: String(number), customer_url });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: `Invoice with ${number} is ${status}` });
    expect(provider.requests).toEqual([]);
  });
});

describe('the customer URL of a payment', () => {
  test.each([
    'https://auction.example',
    'https://auction.example/a/b?c=d#e',
    'https://AUCTION.example:443/',
    'http://portal.example:8080/back',
  ])('may be %s', async (url) => {
    const number = await desk.invoice(auction);
    expect((await oneoff({ invoice_number: String(number), customer_url: url })).status).toBe(201);
  });

  test.each([
    'http://auction.example/',
    'https://auction.example:8443/',
    'http://portal.example/',
    'https://a',
    'https://auction.example.evil.test/',
    'https://auction.example@evil.test/',
    'https://user:pw@auction.example/',
    'https://auction.example\\@evil.test/',
    'https://auction.exam\tple/',
    'https://evil.test/https://auction.example',
    'javascript://auction.example/%0aalert(1)',
    '//auction.example/',
    'auction.example',
    'not a url',
    'http://[',
  ])('may not be %s', async (url) => {
    const number = await desk.invoice(auction);
    const answer = await oneoff({ invoice_number: String(number), customer_url: url });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: { customer_url: ['this url not supported'] } });
  });
});
