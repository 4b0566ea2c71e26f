import { beforeAll, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
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

const newNumber = async () =>
  Number((await auction.post('/invoice_generator/invoice_number_generator')).body.invoice_number);
const asked = () => provider.requests.findLast(({ method }) => method === 'POST')?.body.amount;
const customer_url = 'https://auction.example/back';
const tail = '3.3000000000000003';

describe('an amount with a comma or the tail of a float', () => {
  it.each([
    ['100,00', '100.00'],
    [tail, '3.30'],
    [434.99999999999994, '435.00'],
  ])('%s makes a link that says %s', async (transaction_amount, shown) => {
    const invoice_number = await newNumber();
    const { status, body } = await auction.post('/invoice_generator/invoice_generator', {
      invoice_number,
      transaction_amount,
    });
    expect(status).toBe(201);
    expect(new URL(String(body.everypay_link)).searchParams.get('transaction_amount')).toBe(shown);
    expect((await desk.find(invoice_number)).amount).toBe(shown);
  });

  it('pays a deposit', async () => {
    const answer = await auction.post('/invoice_generator/deposit_prepayment', {
      description: 'auction_deposit tail.ee, user_uuid 1-2-3, user_email bidder@example.com',
      transaction_amount: tail,
      customer_url,
    });
    expect(answer.status, answer.text).toBe(201);
    expect(Number(asked())).toBe(3.3);
  });

  it('pays several invoices', async () => {
    const numbers = [await desk.invoice(auction, { transaction_amount: '1,1' })];
    numbers.push(await desk.invoice(auction, { transaction_amount: 2.2 }));
    const answer = await auction.post('/invoice_generator/bulk_payment', {
      description: numbers.join(' '),
      transaction_amount: tail,
      customer_url,
    });
    expect(answer.status, answer.text).toBe(201);
    expect(Number(asked())).toBe(3.3);
  });

  it('is imported', async () => {
    const row = (invoice_number: number, transaction_amount: unknown) => ({
      invoice_number,
      initiator: 'auction',
      transaction_amount,
      status: 'paid',
    });
    const answer = await auction.post('/import_data/invoice_data', [
      row(9001, '12,5'),
      row(9002, tail),
      row(9003, 1.005),
    ]);
    expect(answer.status, answer.text).toBeLessThan(300);
    expect((await desk.find(9001)).amount).toBe('12.50');
    expect((await desk.find(9002)).amount).toBe('3.30');
    await expect(desk.find(9003)).rejects.toThrow('no invoice');
  });

  it('that is finer than cents is refused', async () => {
    const { status, body } = await auction.post('/invoice_generator/invoice_generator', {
      invoice_number: await newNumber(),
      transaction_amount: '1.005',
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: { error: { transaction_amount: ['must be an amount such as 20.00'] } },
    });
  });
});

describe("an invoice's amount", () => {
  const change = (body: unknown, method: 'PATCH' | 'PUT' = 'PATCH', api = auction) =>
    api.send(method, '/invoice/update_invoice_data', body);
  const updated = { message: 'Invoice data was successfully updated' };
  const moved = (number: number, status: string) =>
    auction.post('/invoice_generator/invoice_status', { invoice_number: number, status });

  it.each([
    ['PATCH', 124.0, '124.00'],
    ['PUT', '124,50', '124.50'],
    ['PATCH', 124.49999999999999, '124.50'],
  ] as const)('is changed by %s to %s', async (method, transaction_amount, amount) => {
    const number = await desk.invoice(auction);
    const answer = await change({ invoice_number: number, transaction_amount }, method);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: updated });
    expect((await desk.find(number)).amount).toBe(amount);
    const again = await auction.post('/invoice_generator/invoice_generator', {
      invoice_number: number,
      transaction_amount: amount,
    });
    expect(String(again.body.everypay_link)).toContain(
      `transaction_amount=${amount === '124.00' ? '124' : '124.50'}&`,
    );
  });

  it('may be what it is, whatever the status, and that is no change', async () => {
    const number = await desk.invoice(auction);
    await moved(number, 'paid');
    const before = await desk.find(number);
    expect((await change({ invoice_number: String(number), transaction_amount: '10' })).body).toEqual(
      updated,
    );
    expect(await desk.find(number)).toEqual(before);
  });

  it.each(['unpaid', 'failed', 'overdue'])('is changed while it is %s', async (status) => {
    const number = await desk.invoice(auction);
    await moved(number, status);
    expect((await change({ invoice_number: number, transaction_amount: 12 })).status).toBe(200);
    expect(await desk.find(number)).toMatchObject({ amount: '12.00', status });
  });

  it.each(['paid', 'cancelled'])('stays when it is %s', async (status) => {
    const number = await desk.invoice(auction);
    await moved(number, status);
    const answer = await change({ invoice_number: number, transaction_amount: 12 });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 422,
      body: { error: `Amount for ${number} wasn't updated; Status ${status}` },
    });
    expect((await desk.find(number)).amount).toBe('10.00');
  });

  it('is not found for a number of nobody or of another service', async () => {
    const theirs = await desk.invoice(await billingApi(world, 'registry'));
    for (const invoice_number of [theirs, 199_999]) {
      const { status, body } = await change({ invoice_number, transaction_amount: 12 });
      expect({ status, body }).toEqual({ status: 404, body: { error: 'Invoice not found' } });
    }
  });

  it.each([
    [{}, { invoice_number: ['is missing'], transaction_amount: ['is missing'] }],
    [{ invoice_number: 'x', transaction_amount: 1 }, { invoice_number: ['must be an integer'] }],
    [
      { invoice_number: 1, transaction_amount: 'ten' },
      { transaction_amount: ['must be an amount such as 20.00'] },
    ],
    [
      { invoice_number: 1, transaction_amount: 1.005 },
      { transaction_amount: ['must be an amount such as 20.00'] },
    ],
    [
      { invoice_number: 1, transaction_amount: -1 },
      { transaction_amount: ['must be an amount such as 20.00'] },
    ],
    [{ invoice_number: 1, transaction_amount: 0 }, { transaction_amount: ['must be greater than 0'] }],
  ])('is refused: %j', async (body, error) => {
    const answer = await change(body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 422, body: { error } });
  });

  it('is not paid by the amount of the old link', async () => {
    const number = await desk.invoice(auction);
    await change({ invoice_number: number, transaction_amount: 12.4 });
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('unpaid');
    expect(await desk.disagreements(reference)).toEqual(['amountTooSmall']);
  });

  it('is part of the sum of an open bulk payment', async () => {
    const numbers = [await desk.invoice(auction), await desk.invoice(auction)];
    await auction.post('/invoice_generator/bulk_payment', {
      description: numbers.join(' '),
      transaction_amount: '20.00',
      customer_url,
    });
    const parent = Number(
      provider.requests.findLast(({ method }) => method === 'POST')?.body.order_reference,
    );
    expect((await change({ invoice_number: numbers[0], transaction_amount: 12.4 })).status).toBe(200);
    expect((await desk.find(parent)).amount).toBe('22.40');
    const answer = await change({ invoice_number: parent, transaction_amount: 1 });
    expect(answer.status).toBe(422);
  });

  it('is not changed for a caller without a token', async () => {
    const { status, body } = await world.request({
      method: 'PATCH',
      url: '/api/v1/invoice/update_invoice_data',
      auth: null,
      payload: { invoice_number: 1, transaction_amount: 1 },
    });
    expect({ status, body }).toEqual({ status: 401, body: { message: 'Access denied', code: '403' } });
  });
});
