import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { accountOf, post } from '#src/registry/store/registry/accounts.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { expectBooksToBalance, setBalance } from '../../../support/money.ts';
import { mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
let alphaId: number;
let topUpReference: string;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
  alphaId = (await apiUserByName(world.container.database.db, 'alpha'))?.registrar_id ?? 0;
  const issued = await registry.post('/invoice_generator/reference_number_generator', { owner: 'ALPHA' });
  topUpReference = String(issued.body.reference_number);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.refunds = 'strict';
  provider.slowMs = 50;
  provider.requests.length = 0;
});

const onServer = inject('testDatabase').kind === 'postgres';
const atOnce = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
const refund = (invoice_number: number, key?: string) =>
  registry.post('/refund/auction', { params: { invoice_number } }, key ? { 'idempotency-key': key } : {});
const balance = async () => Number((await accountOf(world.container.database.db, alphaId)).balance);
const sent = () => provider.requests.filter(({ path }) => path === '/payments/refund').length;
const underWay = async () =>
  (await sql`select 1 from refunds`.execute(world.container.database.db)).rows.length;
const spend = (sum: number) =>
  post(world.container.database.db, [
    {
      registrarId: alphaId,
      activity: 'create',
      description: 'Create x.ee',
      sum: money(`-${sum.toFixed(2)}`),
      requestId: 'test',
      at: world.clock.now(),
    },
  ]);
/** Past the minute after which an end that never came is looked for. */
const later = async () => {
  world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
  await world.container.outbox.drain();
};
const letTheHolderDie = () =>
  sql`update refunds set held_until = clock_timestamp() - interval '1 second'`.execute(
    world.container.database.db,
  );

/** A top-up of 50 euros that is paid, and nothing else on the account. */
async function paidTopUp(): Promise<{ number: number; payment: string }> {
  await setBalance(world, 'ALPHA', '0.00');
  const number = await desk.invoice(registry, {
    transaction_amount: '50.00',
    reference_number: topUpReference,
  });
  const payment = desk.payment(number, 'settled', { initial_amount: 50, standing_amount: 50 });
  await desk.callback(payment);
  expect(await balance()).toBe(50);
  provider.requests.length = 0;
  return { number, payment };
}

describe('refunds of one invoice at the same time', () => {
  for (const kind of ['lenient', 'strict'] as const)
    it(`pay out once and all say so, at a provider that is ${kind}`, async () => {
      const { number, payment } = await paidTopUp();
      provider.refunds = kind;
      provider.behaviour = 'slow';
      const answers = await atOnce(10, () => refund(number));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(answers[9]?.body).toEqual({ message: 'Invoice was refunded' });
      expect(provider.paidOut.get(payment)).toBe(50);
      expect(sent()).toBe(1);
      expect(await balance()).toBe(0);
      expect(await underWay()).toBe(0);
      await expectBooksToBalance(world);
    });

  it('are all refused in its words when the provider refuses, and the credit is there again', async () => {
    const { number } = await paidTopUp();
    provider.behaviour = 'refuse';
    const answers = await atOnce(4, () => refund(number));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(422));
    expect(await balance()).toBe(50);
    expect(await desk.status(number)).toBe('paid');
    expect(await underWay()).toBe(0);
  });

  it('with one idempotency key answer alike and pay out once', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'lenient';
    const answers = await atOnce(5, () => refund(number, `key-${number}`));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(provider.paidOut.get(payment)).toBe(50);
  });
});

describe('a top-up that is spent', () => {
  it('is not paid out: nobody even asks the provider', async () => {
    const { number, payment } = await paidTopUp();
    await spend(1);
    const answer = await refund(number);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: `Status for ${number} wasn't updated; its credit is spent` });
    expect(provider.requests).toEqual([]);
    expect(provider.paidOut.has(payment)).toBe(false);
    expect(await desk.status(number)).toBe('paid');
    expect(await balance()).toBe(49);
  });

  it('cannot be spent while it is refunded', async () => {
    const { number } = await paidTopUp();
    const answerAll = provider.hold();
    const refunding = refund(number);
    await expect.poll(underWay).toBe(1);
    await expect(spend(1)).rejects.toThrow('accounts_balance_not_negative');
    answerAll();
    expect((await refunding).status).toBe(200);
  });

  it.runIf(onServer)('is either spent or paid out, ten times over', async () => {
    for (let race = 0; race < 10; race += 1) {
      const { number, payment } = await paidTopUp();
      const [answer, spent] = await Promise.all([
        refund(number),
        spend(10).then(
          () => true,
          () => false,
        ),
      ]);
      expect(answer.status).toBe(spent ? 422 : 200);
      expect(provider.paidOut.get(payment) ?? 0).toBe(spent ? 0 : 50);
      expect(await balance()).toBe(spent ? 40 : 0);
    }
    await expectBooksToBalance(world);
  });
});

describe('a refund whose answer never came', () => {
  it('but which was made is seen at the payment: the caller gets the truth at once', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'done but not answered';
    expect((await refund(number)).status).toBe(200);
    expect(provider.paidOut.get(payment)).toBe(50);
    expect(await desk.status(number)).toBe('refunded');
  });

  it('and which was not made keeps the credit until the provider was asked again, and then gives it back', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'not done and not answered';
    expect((await refund(number)).status).toBe(502);
    expect(await balance()).toBe(0);
    await later();
    expect(await balance()).toBe(50);
    expect(await underWay()).toBe(0);
    expect(sent()).toBe(1);
    provider.refunds = 'lenient';
    expect((await refund(number)).status).toBe(200);
    expect(provider.paidOut.get(payment)).toBe(50);
  });

  it('is looked up, not sent again, by the process that continues after a process has died', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'not done and not answered';
    const key = `died-${number}`;
    expect((await refund(number, key)).status).toBe(502);
    // It was made after all, and nobody told us.
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    provider.refunds = 'lenient';
    provider.requests.length = 0;
    await letTheHolderDie();
    expect((await refund(number, key)).status).toBe(200);
    expect(sent()).toBe(0);
    expect(await balance()).toBe(0);
    expect(await desk.status(number)).toBe('refunded');
  });

  it('is settled by itself when nobody asks again', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'not done and not answered';
    await refund(number);
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    await later();
    expect(await desk.status(number)).toBe('refunded');
    expect(await underWay()).toBe(0);
    expect(await balance()).toBe(0);
  });

  it('asks nothing of a provider that cannot be reached: the credit is there again at once', async () => {
    const { number } = await paidTopUp();
    provider.behaviour = 'error 500';
    expect((await refund(number)).status).toBe(502);
    expect(await balance()).toBe(50);
    expect(await underWay()).toBe(0);
  });
});

describe('a refund that the provider has taken on and does not show yet', () => {
  it('keeps the credit for as long as it takes, and ends when it shows', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'shown later';
    expect((await refund(number)).status).toBe(200);
    await later();
    expect(await balance()).toBe(0);
    expect(await underWay()).toBe(1);
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    await letTheHolderDie();
    await later();
    expect(await desk.status(number)).toBe('refunded');
    expect(await underWay()).toBe(0);
    expect(await balance()).toBe(0);
    await expectBooksToBalance(world);
  });

  it('is not sent again by a repeated request', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'shown later';
    await refund(number);
    await refund(number);
    expect(sent()).toBe(1);
    expect(provider.paidOut.get(payment)).toBe(50);
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    expect((await refund(number)).status).toBe(200);
    expect(await desk.status(number)).toBe('refunded');
    expect(await balance()).toBe(0);
  });
});

describe('a refund that the provider has taken on and never makes', () => {
  it('is given up by an operator: the registrar has its credit again, and it may be asked for anew', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'shown later';
    await refund(number);
    await letTheHolderDie();
    await later();
    expect([await balance(), sent()]).toEqual([0, 1]);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 72 * 3_600_000));
    const mutate = mutateOf(() => world);
    const done = await mutate('paymentRefundAbandon', { reference: payment }, 'abandoned');
    expect([done.abandoned, done.userErrors]).toEqual([true, []]);
    expect([await balance(), await desk.status(number), await underWay()]).toEqual([50, 'paid', 0]);
    provider.refunds = 'strict';
    expect((await refund(number)).status).toBe(200);
    expect([await balance(), await desk.status(number), sent()]).toEqual([0, 'refunded', 2]);
    await expectBooksToBalance(world);
  });
});

describe('while a refund is under way', () => {
  it('nobody but the provider moves the invoice', async () => {
    const { number } = await paidTopUp();
    provider.refunds = 'not done and not answered';
    await refund(number);
    const moved = await registry.post('/invoice_generator/invoice_status', {
      invoice_number: number,
      status: 'unpaid',
    });
    expect(moved.status).toBe(422);
    expect(await desk.status(number)).toBe('paid');
    await later();
    expect(await balance()).toBe(50);
  });

  it('a chargeback takes the credit once, and it is not given again', async () => {
    const { number, payment } = await paidTopUp();
    provider.refunds = 'not done and not answered';
    await refund(number);
    provider.change(payment, { payment_state: 'chargebacked' });
    await desk.callback(payment, 'chargebacked');
    await later();
    expect(await balance()).toBe(0);
    expect(await underWay()).toBe(0);
    await expectBooksToBalance(world);
  });
});
