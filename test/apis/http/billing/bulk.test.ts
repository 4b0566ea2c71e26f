import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { childLinks, parentLinks } from '#src/registry/store/billing/invoices.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
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

const request = { custom_field2: 'auction', customer_url: 'https://auction.example/', description: '' };
const bulk = (body: unknown, api = auction) => api.post('/invoice_generator/bulk_payment', body);

/** Two new invoices, paid for together; answers with the numbers and the payment. */
async function paidTogether() {
  const first = await desk.invoice(auction, { transaction_amount: '100.00' });
  const second = await desk.invoice(auction, { transaction_amount: '23.00' });
  const made = await bulk({ ...request, description: `${first} ${second}`, transaction_amount: '123.0' });
  expect(made.status, made.text).toBe(201);
  const { order_reference } = provider.requests.at(-1)?.body ?? {};
  const reference = [...provider.payments.keys()].at(-1) ?? '';
  return { first, second, parent: Number(order_reference), reference, answer: made };
}

describe('a bulk payment', () => {
  it('has a number of its own range, real children, and a short order', async () => {
    const { first, second, parent, answer, reference } = await paidTogether();
    expect(answer.body).toEqual({
      message: 'Link created',
      oneoff_redirect_link: `https://pay.example/${reference}`,
    });
    expect(parent).toBe(10001);
    expect(provider.requests.at(-1)?.body).toMatchObject({ amount: 123, order_reference: '10001' });
    const invoice = await desk.find(parent);
    expect(invoice).toMatchObject({
      status: 'unpaid',
      bulk: true,
      amount: '123.00',
      initiator: 'auction',
      description: `${first} ${second}`,
    });
    const { db } = world.container.database;
    const children = [(await desk.find(first)).id, (await desk.find(second)).id];
    expect((await childLinks(db, [invoice.id])).map((link) => link.child_id)).toEqual(children);
    expect(await parentLinks(db, children)).toHaveLength(2);
  });

  it('hands on a reference number, and is among the deposits when its service says so', async () => {
    const child = await desk.invoice(auction);
    const body = { ...request, description: String(child), transaction_amount: '10.0' };
    await bulk({ ...body, reference_number: '1234561', affiliation: 'auction_deposit' });
    const { order_reference, structured_reference } = provider.requests.at(-1)?.body ?? {};
    expect(structured_reference).toBe('1234561');
    expect(await desk.find(Number(order_reference))).toMatchObject({
      affiliation: 'auction_deposit',
      reference_number: '1234561',
    });
    await bulk({ ...body, affiliation: 'whatever' });
    const regular = Number(provider.requests.at(-1)?.body.order_reference);
    expect(await desk.find(regular)).toMatchObject({ affiliation: 'regular' });
  });

  it('pays its children when it is paid, and nobody else', async () => {
    const bystander = await desk.invoice(auction);
    const { first, second, parent, reference } = await paidTogether();
    provider.change(reference, { payment_state: 'settled', transaction_time: '2026-05-11T10:00:00Z' });
    expect((await desk.callback(reference)).status).toBe(200);
    expect(await desk.status(parent)).toBe('paid');
    for (const number of [first, second])
      expect(await desk.find(number)).toMatchObject({
        status: 'paid',
        payment_reference: reference,
        description: `related to ${parent}`,
        transaction_time: new Date('2026-05-11T10:00:00Z'),
        provider_snapshot: (await desk.find(parent)).provider_snapshot,
      });
    expect(await desk.status(bystander)).toBe('unpaid');
  });

  it('leaves its children open when it fails, so that they can be paid otherwise', async () => {
    const { first, parent, reference } = await paidTogether();
    provider.change(reference, { payment_state: 'failed' });
    await desk.callback(reference);
    expect(await desk.status(parent)).toBe('failed');
    expect(await desk.status(first)).toBe('unpaid');
  });

  it('refunds its children when it is refunded', async () => {
    const { first, parent, reference } = await paidTogether();
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    await desk.callback(reference, 'refunded');
    expect(await desk.status(parent)).toBe('refunded');
    expect(await desk.status(first)).toBe('refunded');
  });

  it('notifies an operator of a child that was paid otherwise meanwhile', async () => {
    const { first, second, parent, reference } = await paidTogether();
    const own = desk.payment(first, 'settled', { initial_amount: 100 });
    await desk.callback(own);
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    expect(await desk.status(parent)).toBe('paid');
    expect(await desk.status(second)).toBe('paid');
    expect(await desk.find(first)).toMatchObject({ status: 'paid', payment_reference: own });
    expect(await desk.disagreements(reference)).toEqual([`childNotPayable ${first}`]);
  });

  it('is found by the order of an older payment, which named the children too', async () => {
    const { first, second, parent } = await paidTogether();
    const old = desk.payment(parent, 'settled', {
      order_reference: `Ref:${parent}, ${first}, ${second}`,
      initial_amount: 123,
    });
    await desk.callback(old);
    expect(await desk.status(parent)).toBe('paid');
  });
});

describe('a request for a bulk payment', () => {
  it('is shown all failing fields together, and the URL only when the field itself is fine', async () => {
    expect((await bulk({})).body).toEqual({
      error: {
        customer_url: ['is missing'],
        description: ['is missing'],
        transaction_amount: ['is missing'],
      },
    });
    const wrong = { customer_url: 'https://evil.test', description: null, transaction_amount: 223 };
    const answer = await bulk(wrong);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: {
        transaction_amount: ['must be a string'],
        description: ['must be filled'],
        customer_url: ['this url not supported'],
      },
    });
    expect((await bulk({ ...wrong, customer_url: '', custom_field2: 7 })).body.error).toMatchObject({
      customer_url: ['must be filled'],
      custom_field2: ['must be a string'],
    });
  });

  test.each<[string, (numbers: number[]) => object, RegExp]>([
    ['words', () => ({ description: 'Topup 150007' }), /must be invoice numbers separated by spaces/],
    ['an unknown child', ([a]) => ({ description: `${a} 199000` }), /invoice 199000 not found/],
    ['a child of nowhere', ([a]) => ({ description: `${a} 9999999999` }), /invoice 9999999999 not found/],
    ['the same child twice', ([a]) => ({ description: `${a} ${a}` }), /is named twice/],
    ["another service's child", ([a, , c]) => ({ description: `${a} ${c}` }), /not found/],
    ['a paid child', ([a, , , d]) => ({ description: `${a} ${d}` }), /is paid/],
    [
      'a sum that is too small',
      () => ({ transaction_amount: '19.99' }),
      /must be the total of the invoices, 20\.00/,
    ],
    ['a sum that is too large', () => ({ transaction_amount: '20.01' }), /must be the total/],
    ['no sum', () => ({ transaction_amount: '0.00' }), /must be greater than 0/],
    ['a sum in words', () => ({ transaction_amount: 'twenty' }), /must be an amount/],
    [
      "another service's name",
      () => ({ custom_field2: 'registry' }),
      /is a service that you may not act for/,
    ],
    ['a thousand children', () => ({ description: '1 '.repeat(1000) }), /greater than 500/],
  ])('with %s is refused', async (_, changes, expected) => {
    const own = [await desk.invoice(auction), await desk.invoice(auction)];
    const numbers = [...own, await desk.invoice(registry), await desk.invoice(auction)];
    await auction.post('/invoice_generator/invoice_status', { invoice_number: numbers[3], status: 'paid' });
    const answer = await bulk({
      ...request,
      description: own.join(' '),
      transaction_amount: '20.00',
      ...changes(numbers),
    });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toMatch(expected);
    expect(provider.requests).toEqual([]);
  });

  it('leaves no parent behind when the provider refuses', async () => {
    const child = await desk.invoice(auction);
    const before = await paidTogether();
    provider.behaviour = 'refuse';
    const body = { ...request, description: String(child), transaction_amount: '10.0' };
    const answer = await bulk(body);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 4997 } } });
    expect(await desk.status(before.parent + 1)).toBeUndefined();
    provider.behaviour = 'well';
    expect((await bulk(body)).status).toBe(201);
    expect(await desk.status(before.parent + 2)).toBe('unpaid');
  });

  it('is refused when the range of its numbers is used up, and no number 0 is made up', async () => {
    const { db } = world.container.database;
    const child = await desk.invoice(auction);
    await putSetting(db, 'invoice_number_auction_deposit_max', '10001', world.clock.now());
    const answer = await bulk({ ...request, description: String(child), transaction_amount: '10.0' });
    expect(answer.status).toBe(501);
    expect(answer.body).toEqual({ message: 'Number create failed. out of range', error: 'out of range' });
    expect(provider.requests).toEqual([]);
    await putSetting(db, 'invoice_number_auction_deposit_max', '14001', world.clock.now());
  });

  it('does not take a bulk payment as a child', async () => {
    const { parent } = await paidTogether();
    const answer = await bulk({ ...request, description: String(parent), transaction_amount: '123.00' });
    expect(answer.body).toEqual({
      error: { description: [`invoice ${parent} is a bulk payment itself`] },
    });
  });
});
