import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const deposit = {
  customer_url: 'https://auction.example/',
  description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
  transaction_amount: '500.0',
};
const prepay = (key: string, changes: object = {}) =>
  auction.post(
    '/invoice_generator/deposit_prepayment',
    { ...deposit, ...changes },
    { 'idempotency-key': key },
  );
const orders = () => provider.requests.map(({ body }) => body.order_reference);

describe('a payment asked for with an idempotency key', () => {
  it('is made once, and the answer given again', async () => {
    const once = await prepay('once');
    const again = await prepay('once');
    expect(once.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: once.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(provider.requests).toHaveLength(1);
  });

  it('is not mistaken for another', async () => {
    await prepay('twice');
    const other = await prepay('twice', { transaction_amount: '400.0' });
    expect(other.status).toBe(409);
    expect(other.body).toEqual({ error: 'Idempotency key was already used with another input' });
  });

  it('is waited for by a request that repeats it meanwhile', async () => {
    provider.behaviour = 'slow';
    provider.slowMs = 400;
    const [one, other] = await Promise.all([prepay('at-the-same-time'), prepay('at-the-same-time')]);
    expect(one.status).toBe(201);
    expect(other.body).toEqual(one.body);
    expect(provider.requests).toHaveLength(1);
  });

  it('keeps its number while the provider is down, and is made when it is up', async () => {
    provider.behaviour = 'error 500';
    expect((await prepay('down')).status).toBe(502);
    expect((await prepay('down')).status).toBe(502);
    provider.behaviour = 'well';
    const made = await prepay('down');
    expect(made.status).toBe(201);
    expect(new Set(orders()).size).toBe(1);
    expect(await desk.status(Number(orders()[0]))).toBe('unpaid');
    expect((await prepay('down')).body).toEqual(made.body);
    expect(provider.payments.size).toBeGreaterThan(0);
  });

  it('is refused again with the words it was refused with', async () => {
    provider.behaviour = 'refuse';
    const refused = await prepay('refused');
    provider.behaviour = 'well';
    expect(await prepay('refused')).toMatchObject({ status: 422, body: refused.body });
    expect(provider.requests).toHaveLength(1);
  });

  it('goes on from its number when the process died while the provider was asked', async () => {
    // What a dead process leaves: the first step is committed, the key is still held, no answer.
    provider.behaviour = 'error 500';
    await prepay('crash');
    const { db } = world.container.database;
    const held = await sql<{ until: Date }>`update idempotency_keys
      set held_until = clock_timestamp() + interval '1 second' where key = 'crash' returning held_until as until`.execute(
      db,
    );
    provider.behaviour = 'well';
    const resumed = await prepay('crash');
    expect(resumed.status).toBe(201);
    const ended = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    expect(ended.rows[0]?.at.getTime()).toBeGreaterThanOrEqual(held.rows[0]?.until.getTime() ?? Infinity);
    expect(new Set(orders()).size).toBe(1);
    const made = [...provider.payments.values()].filter((payment) => payment.order_reference === orders()[0]);
    expect(made).toHaveLength(1);
  });
});

describe('the key of an external command', () => {
  it('is held for a few seconds only, again and again while somebody is at it', async () => {
    const secondsLeft = async (): Promise<number> => {
      const { rows } = await sql<{ left: number }>`
        select extract(epoch from held_until - clock_timestamp())::float8 as left
        from idempotency_keys where key = 'held'`.execute(world.container.database.db);
      return rows[0]?.left ?? 0;
    };
    const answerAll = provider.hold();
    const asked = prepay('held');
    await expect.poll(secondsLeft).toBeGreaterThan(0);
    // Whoever repeats the key of a process that died now waits no longer than this.
    expect(await secondsLeft()).toBeLessThan(15);
    let before = await secondsLeft();
    const isRenewed = async (): Promise<boolean> => {
      const left = await secondsLeft();
      const isMore = left > before;
      before = left;
      return isMore;
    };
    await expect.poll(isRenewed).toBe(true);
    answerAll();
    expect((await asked).status).toBe(201);
  });
});

describe('a dry run of a payment', () => {
  it('asks nobody, keeps nothing and says what would be', async () => {
    const number = await desk.invoice(auction);
    const dry = { 'dry-run': 'true' };
    const answer = await auction.post(
      '/invoice_generator/oneoff',
      { invoice_number: String(number), customer_url: deposit.customer_url },
      dry,
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: 'Link created', oneoff_redirect_link: null });
    expect((await auction.post('/invoice_generator/deposit_prepayment', deposit, dry)).status).toBe(201);
    expect((await auction.post('/invoice_generator/deposit_prepayment', {}, dry)).status).toBe(422);
    expect(provider.requests).toEqual([]);
    await prepay('after-a-dry-run');
    const first = Number(orders()[0]);
    await auction.post('/invoice_generator/deposit_prepayment', deposit, dry);
    expect((await prepay('after-another')).status).toBe(201);
    expect(Number(orders()[1])).toBe(first + 1);
  });
});

describe('an invoice that is paid while its payment is being made', () => {
  it('gets no second way to be paid', async () => {
    const number = await desk.invoice(auction);
    const answerAll = provider.hold();
    const asked = auction.post('/invoice_generator/oneoff', {
      invoice_number: String(number),
      customer_url: deposit.customer_url,
    });
    await expect.poll(() => provider.requests.length, { interval: 10 }).toBe(1);
    await auction.post('/invoice_generator/invoice_status', { invoice_number: number, status: 'paid' });
    answerAll();
    const answer = await asked;
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: `Invoice with ${number} is paid` });
  });
});
