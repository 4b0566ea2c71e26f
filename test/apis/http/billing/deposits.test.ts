import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
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
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  auction = await billingApi(world, 'auction');
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const prepay = (changes: object = {}, api = auction) =>
  api.post('/invoice_generator/deposit_prepayment', {
    affiliation: 'auction_deposit',
    custom_field2: 'auction',
    customer_url: 'https://auction.example/deposits',
    description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
    transaction_amount: '500.0',
    ...changes,
  });
const lastOrder = () => Number(provider.requests.at(-1)?.body.order_reference);
const update = (body: unknown, api = auction) => api.post('/invoice_generator/deposit_status', body);

async function deposit(domain: string, user: string): Promise<number> {
  const answer = await prepay({
    description: `auction_deposit ${domain}, user_uuid ${user}, user_email ${user}@example.com`,
  });
  expect(answer.status, answer.text).toBe(201);
  return lastOrder();
}

describe('a deposit prepayment', () => {
  it('makes an invoice from the range of deposits and a payment at the provider', async () => {
    const answer = await prepay({ reference_number: '1234561' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Link created',
      oneoff_redirect_link: expect.stringMatching(/^https:\/\/pay\.example\//),
    });
    expect(provider.requests[0]?.body).toMatchObject({
      amount: 500,
      order_reference: '10001',
      structured_reference: '1234561',
    });
    expect(await desk.find(10001)).toMatchObject({
      affiliation: 'auction_deposit',
      status: 'unpaid',
      amount: '500.00',
      deposit_domain: 'd.ee',
      deposit_user_uuid: 'u-1',
      deposit_user_email: 'u@example.com',
      description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
    });
  });

  it('is a deposit also when the client does not say so, and regular when it says that', async () => {
    await prepay({ affiliation: undefined });
    expect((await desk.find(lastOrder())).affiliation).toBe('auction_deposit');
    await prepay({ affiliation: 'regular' });
    expect((await desk.find(lastOrder())).affiliation).toBe('regular');
  });

  test.each<[object, object]>([
    [
      { customer_url: undefined, description: '', transaction_amount: 500 },
      {
        customer_url: ['is missing'],
        description: ['must be filled'],
        transaction_amount: ['must be a string'],
      },
    ],
    [{ customer_url: 'https://evil.test' }, { customer_url: ['this url not supported'] }],
    [{ transaction_amount: '0.0' }, { transaction_amount: ['must be greater than 0'] }],
    [{ transaction_amount: 'x' }, { transaction_amount: ['must be an amount such as 20.00'] }],
    [{ custom_field2: 'eeid' }, { custom_field2: ['is a service that you may not act for'] }],
  ])('with %j is refused', async (changes, error) => {
    const answer = await prepay(changes);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error });
    expect(provider.requests).toEqual([]);
  });

  it('becomes paid by the callback', async () => {
    const number = await deposit('paid.ee', 'u-2');
    const reference = [...provider.payments.keys()].at(-1) ?? '';
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference, 'status_updated');
    expect(await desk.status(number)).toBe('paid');
  });
});

describe("a deposit's status", () => {
  const updated = { status: 200, body: { message: 'Status updated' } };

  it('is reported in the words of the auction', async () => {
    const number = await deposit('w.ee', 'u-3');
    const key = { domain_name: 'w.ee', user_uuid: 'u-3' };
    for (const [word, status] of [
      ['paid', 'paid'],
      ['prepayment', 'unpaid'],
      ['paid', 'paid'],
      ['paid', 'paid'],
      ['returned', 'refunded'],
      ['returned', 'refunded'],
    ]) {
      expect(await update({ ...key, status: word })).toMatchObject(updated);
      expect(await desk.status(number)).toBe(status);
    }
    const answer = await update({ ...key, status: 'paid' });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: `Status for ${number} wasn't updated; Status paid` });
  });

  it('is not returned before it was paid', async () => {
    const number = await deposit('n.ee', 'u-4');
    expect((await update({ domain_name: 'n.ee', user_uuid: 'u-4', status: 'returned' })).body).toEqual({
      error: `Status for ${number} wasn't updated; Status refunded`,
    });
  });

  it('is that of the latest deposit, found by exact words', async () => {
    const older = await deposit('a.ee', 'u-5');
    const newer = await deposit('a.ee', 'u-5');
    const longer = await deposit('ba.ee', 'u-5');
    await update({ domain_name: 'a.ee', user_uuid: 'u-5', status: 'paid' });
    expect(await Promise.all([older, newer, longer].map((number) => desk.status(number)))).toEqual([
      'unpaid',
      'paid',
      'unpaid',
    ]);
  });

  test.each([
    ['%', 'u-1'],
    ['d.ee', '%'],
    ['d.e_', 'u-1'],
    ['unknown.ee', 'u-1'],
  ])('of %s by %s is not found', async (domain_name, user_uuid) => {
    // The deposit is looked for before the status is.
    const answer = await update({ domain_name, user_uuid, status: 'nonsense' });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: `Invoice with ${domain_name} and ${user_uuid} not found in Deposit Status Controller`,
    });
  });

  it("is nobody else's to change, and no other invoice's", async () => {
    await deposit('mine.ee', 'u-6');
    const key = { domain_name: 'mine.ee', user_uuid: 'u-6', status: 'paid' };
    expect((await update(key, registry)).status).toBe(422);
    const regular = await desk.invoice(auction);
    expect((await update({ ...key, domain_name: 'x.ee', invoice_number: regular })).status).toBe(422);
  });

  it('is one of three words', async () => {
    await deposit('s.ee', 'u-7');
    for (const status of ['refunded', '', undefined, 5, 'PAID', 'toString']) {
      const answer = await update({ domain_name: 's.ee', user_uuid: 'u-7', status });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: 'Wrong invoice status  in Deposit Status Controller' });
    }
  });

  it('needs the domain and the bidder, or the number of the invoice', async () => {
    expect((await update({ status: 'paid' })).body).toEqual({
      error: { domain_name: ['is missing'], user_uuid: ['is missing'] },
    });
    const number = await deposit('by-number.ee', 'u-8');
    expect(await update({ invoice_number: number, status: 'paid' })).toMatchObject(updated);
    expect(await desk.status(number)).toBe('paid');
  });

  it('is found for a deposit that was made with a link', async () => {
    const number = await desk.invoice(auction, {
      affiliation: 'auction_deposit',
      custom_field1: 'auction_deposit link.ee, user_uuid u-9, user_email u@example.com',
    });
    await update({ domain_name: 'link.ee', user_uuid: 'u-9', status: 'paid' });
    expect(await desk.status(number)).toBe('paid');
  });
});
