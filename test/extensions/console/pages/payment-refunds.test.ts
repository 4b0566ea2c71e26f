import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi, billingDesk, numbersIssuedUpTo } from '../../../support/billing.ts';
import { expectBooksToBalance } from '../../../support/money.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { alpha, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.refunds = 'strict';
  provider.slowMs = 50;
  provider.requests.length = 0;
});

const select = 'amount payment { state standingAmount }';
const refund = (reference: string, auth?: string | null) =>
  mutate('paymentRefund', { reference }, select, auth);
const rehearse = async (reference: string) =>
  (
    await ask(
      `mutation ($reference: String!) { paymentRefund(input: { reference: $reference }, dryRun: true) {
        ${select} userErrors { resultCode } } }`,
      { reference },
    )
  ).data.paymentRefund;
const sent = () => provider.requests.filter(({ path }) => path === '/payments/refund').length;
const rows = async (from: string) => (await sql`select * from ${sql.table(from)}`.execute(db())).rows.length;
const db = () => world.container.database.db;
const open = async (reference: string) =>
  (
    await ask(
      `query ($reference: String!) { paymentDisagreements(first: 10, where: { paymentReference: { eq: $reference }, resolvedAt: { isNull: true } }) {
        nodes { kind } } }`,
      { reference },
    )
  ).data.paymentDisagreements.nodes as unknown;
/** Past the minute after which an end that never came is looked for; whoever held it is gone. */
const later = async () => {
  await sql`update refunds set held_until = clock_timestamp() - interval '1 second'`.execute(db());
  world.clock.moveTo(new Date(world.clock.now().getTime() + 61_000));
  await world.container.outbox.drain();
};

let order = 900_000;
/** Money for an invoice that nobody knows. */
async function stray(number?: number): Promise<string> {
  order += 1;
  const reference = desk.payment(number ?? order, 'settled');
  await desk.callback(reference);
  return reference;
}
async function tooSmall() {
  const number = await desk.invoice(registry);
  const reference = desk.payment(number, 'settled', { initial_amount: 9.99, standing_amount: 9.99 });
  await desk.callback(reference);
  return { number, reference };
}

describe('paymentRefund', () => {
  it('gives back what came for no invoice, once, and closes the case', async () => {
    const reference = await stray();
    expect(await open(reference)).toEqual([{ kind: 'UNKNOWN_INVOICE' }]);
    const done = await refund(reference);
    expectDone(done);
    expect(done).toMatchObject({ amount: '10.00', payment: { state: 'REFUNDED', standingAmount: '0.00' } });
    expect(provider.paidOut.get(reference)).toBe(10);
    expect(await open(reference)).toEqual([]);
    const again = await refund(reference);
    expectDone(again);
    expect(again.amount).toBe('0.00');
    // What the provider then tells of it is no news.
    await desk.callback(reference, 'refunded');
    expect(await open(reference)).toEqual([]);
    expect(sent()).toBe(1);
  });

  it('gives nothing back of an invoice whose money has gone back another way', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    await sql`update invoices set status = 'refunded' where number = ${number}`.execute(db());
    expectRefused(await refund(reference), 2304);
    expect(sent()).toBe(0);
  });

  it('writes down who gave it back', async () => {
    const reference = await stray();
    await refund(reference);
    const { data } = await ask(
      `query ($key: String!) { operatorLog(first: 10, where: { objectKey: { eq: $key } }) { nodes { operation objectType } } }`,
      { key: reference },
    );
    expect(data.operatorLog.nodes).toEqual([
      { operation: 'payment.refund', objectType: 'payment' },
      { operation: 'payment.refund', objectType: 'payment' },
    ]);
  });

  it('gives back what was too small for its invoice, which stays open and wonders at nothing', async () => {
    const { number, reference } = await tooSmall();
    expect((await refund(reference)).amount).toBe('9.99');
    await desk.callback(reference, 'refunded');
    expect(await desk.status(number)).toBe('unpaid');
    expect(await open(reference)).toEqual([]);
    await desk.callback(desk.payment(number, 'settled'));
    expect(await desk.status(number)).toBe('paid');
  });

  it('gives back what came twice, and what came for a cancelled invoice, and leaves the invoice alone', async () => {
    const number = await desk.invoice(registry);
    await desk.callback(desk.payment(number, 'settled'));
    const second = desk.payment(number, 'settled');
    await desk.callback(second);
    expect(await open(second)).toEqual([{ kind: 'PAID_TWICE' }]);
    expectDone(await refund(second));
    expect(await desk.status(number)).toBe('paid');
    const cancelled = await desk.invoice(registry);
    await mutate('invoiceStatusUpdate', { number: cancelled, status: 'CANCELLED' }, '');
    const late = desk.payment(cancelled, 'settled');
    await desk.callback(late);
    expectDone(await refund(late));
    expect(await desk.status(cancelled)).toBe('cancelled');
    expect([await open(second), await open(late)]).toEqual([[], []]);
  });

  it('of what was too much gives back the difference, and the invoice stays paid by the rest', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', { initial_amount: 100, standing_amount: 100 });
    await desk.callback(reference);
    const done = await refund(reference);
    expectDone(done);
    expect(done).toMatchObject({
      amount: '90.00',
      payment: { state: 'REFUNDED', standingAmount: '10.00' },
    });
    await desk.callback(reference, 'refunded');
    expect(await desk.status(number)).toBe('paid');
    expect(await open(reference)).toEqual([]);
    expect((await refund(reference)).amount).toBe('0.00');
    expectDone(await mutate('invoiceRefund', { number }, 'invoice { status }'));
    expect(await desk.status(number)).toBe('refunded');
    expect(provider.paidOut.get(reference)).toBe(100);
    expect(sent()).toBe(2);
  });

  it('leaves alone what an invoice needs, what has not settled, and what nobody knows', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled');
    await desk.callback(reference);
    const refused = await refund(reference);
    expectRefused(refused, 2304);
    expect(refused.userErrors[0]?.message).toBe(`Payment pays invoice ${number}; refund that one`);
    const failed = desk.payment(await desk.invoice(registry), 'failed');
    await desk.callback(failed);
    expectRefused(await refund(failed), 2304);
    expectRefused(await refund('nothing'), 2303);
    expect(sent()).toBe(0);
  });

  it('shows what would go back, and asks nobody, as a dry run', async () => {
    const reference = await stray();
    provider.requests.length = 0;
    expect(await rehearse(reference)).toEqual({
      amount: '10.00',
      payment: { state: 'SETTLED', standingAmount: '10.00' },
      userErrors: [],
    });
    expect(await rehearse('nothing')).toMatchObject({ userErrors: [{ resultCode: 2303 }] });
    expect(provider.requests).toEqual([]);
    expect(await rows('refunds')).toBe(0);
    expect((await refund(reference)).amount).toBe('10.00');
  });

  it('is for operators only', async () => {
    for (const auth of [alpha, portal, null])
      await expect(refund('x', auth)).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('a refund of a stray payment among others', () => {
  it('is sent once, however many ask at once', async () => {
    const reference = await stray();
    provider.behaviour = 'slow';
    provider.refunds = 'lenient';
    const all = await Promise.all(Array.from({ length: 5 }, () => refund(reference)));
    expect(all.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(all.map(({ amount }) => String(amount)).sort()).toEqual([...Array(4).fill('0.00'), '10.00']);
    expect(sent()).toBe(1);
    expect(provider.paidOut.get(reference)).toBe(10);
  });

  it('and of the whole invoice give back no more than was paid', async () => {
    const number = await desk.invoice(registry);
    const reference = desk.payment(number, 'settled', { initial_amount: 100, standing_amount: 100 });
    await desk.callback(reference);
    provider.behaviour = 'slow';
    provider.refunds = 'lenient';
    await Promise.all([refund(reference), mutate('invoiceRefund', { number }, ''), refund(reference)]);
    expect(provider.paidOut.get(reference)).toBe(100);
    expect(await desk.status(number)).toBe('refunded');
    expect(await rows('refunds')).toBe(0);
  });

  it('never pays for an invoice that is found while the money goes back', async () => {
    const { body } = await registry.post('/invoice_generator/invoice_number_generator');
    const number = Number(body.invoice_number);
    const reference = await stray(number);
    await numbersIssuedUpTo(world, number);
    await registry.post('/invoice_generator/invoice_generator', {
      invoice_number: number,
      transaction_amount: '10.00',
    });
    provider.behaviour = 'slow';
    provider.refunds = 'lenient';
    const calls = [refund(reference), ...Array.from({ length: 4 }, () => desk.callback(reference))];
    await Promise.all(calls);
    await desk.callback(reference);
    // Whoever came first: the money is either back and the invoice open, or kept and the invoice paid.
    const paidOut = provider.paidOut.get(reference) ?? 0;
    expect([await desk.status(number), paidOut]).toEqual(paidOut === 0 ? ['paid', 0] : ['unpaid', 10]);
    await expectBooksToBalance(world);
  });

  it('is not undone by older news, which a callback asked for before and gets after', async () => {
    const reference = await stray();
    await refund(reference);
    provider.change(reference, { payment_state: 'settled', standing_amount: 10 });
    await desk.callback(reference);
    const { data } = await ask(
      'query ($reference: String!) { payments(first: 1, where: { reference: { eq: $reference } }) { nodes { state standingAmount } } }',
      { reference },
    );
    expect(data.payments.nodes).toEqual([{ state: 'REFUNDED', standingAmount: '0.00' }]);
  });
});

describe('a refund of a stray payment whose answer never came', () => {
  it('was not made: it is given up after a minute and can be asked for again', async () => {
    const { number, reference } = await tooSmall();
    provider.refunds = 'not done and not answered';
    expectRefused(await refund(reference), 2400);
    await later();
    expect(await rows('refunds')).toBe(0);
    provider.refunds = 'strict';
    expect((await refund(reference)).amount).toBe('9.99');
    expect(await desk.status(number)).toBe('unpaid');
  });

  it('was made: nothing is sent again, and the case is closed', async () => {
    const reference = await stray();
    provider.refunds = 'done but not answered';
    const done = await refund(reference);
    expectDone(done);
    expect(done.payment).toEqual({ state: 'REFUNDED', standingAmount: '0.00' });
    expect(sent()).toBe(1);
  });

  it('shows only later: a second request sends nothing, and in the end it is seen by itself', async () => {
    const reference = await stray();
    provider.refunds = 'shown later';
    expectDone(await refund(reference));
    expectDone(await refund(reference));
    expect(sent()).toBe(1);
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    await later();
    expect(await rows('refunds')).toBe(0);
    expect(await open(reference)).toEqual([]);
  });

  it('is refused by the provider: the payment may pay again', async () => {
    const { number, reference } = await tooSmall();
    // It says no to the refund alone.
    provider.change(reference, { standing_amount: 9.99 });
    await desk.callback(reference);
    provider.behaviour = 'refuse';
    expectRefused(await refund(reference), 2306);
    provider.behaviour = 'well';
    expect(await rows('refunds')).toBe(0);
    await mutate('invoiceAmountUpdate', { number, amount: '9.99' }, '');
    await desk.callback(reference);
    expect(await desk.status(number)).toBe('paid');
  });
});

describe('a refund that the provider accepted and never made', () => {
  const abandon = (reference: string, auth?: string | null) =>
    mutate('paymentRefundAbandon', { reference }, 'abandoned payment { standingAmount refundBegunAt }', auth);
  const foresee = async (reference: string) =>
    (
      await ask(
        'mutation ($reference: String!) { paymentRefundAbandon(input: { reference: $reference }, dryRun: true) { abandoned userErrors { resultCode } } }',
        { reference },
      )
    ).data.paymentRefundAbandon;
  const hours = (count: number) =>
    world.clock.moveTo(new Date(world.clock.now().getTime() + count * 3_600_000));
  /** Accepted, and then nothing more is heard of it for three days. */
  const accepted = async (reference: string) => {
    provider.refunds = 'shown later';
    expectDone(await refund(reference));
    await later();
    provider.refunds = 'strict';
    hours(72);
    return reference;
  };

  it('is never sent again by itself, and is given up by an operator, who then asks for it anew', async () => {
    const { number, reference } = await tooSmall();
    await accepted(reference);
    expectDone(await refund(reference));
    // Whatever anybody tells of it in the provider's name.
    await desk.callback(reference, 'refund_failed');
    await later();
    // Nor when we are not let in: that tells nothing of the refund.
    provider.behaviour = 'refuse';
    await later();
    provider.behaviour = 'well';
    expect([sent(), await rows('refunds')]).toEqual([1, 1]);
    const done = await abandon(reference);
    expectDone(done);
    expect(done).toMatchObject({ abandoned: true, payment: { standingAmount: '9.99', refundBegunAt: null } });
    expect(await refund(reference)).toMatchObject({ amount: '9.99', payment: { standingAmount: '0.00' } });
    expect(sent()).toBe(2);
    expect(await desk.status(number)).toBe('unpaid');
  });

  it('has come after all: the payment itself is asked, and its word is written down', async () => {
    const reference = await accepted(await stray());
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    expect(await abandon(reference)).toMatchObject({ abandoned: false, payment: { standingAmount: '0.00' } });
    expect(await open(reference)).toEqual([]);
    expectRefused(await abandon(reference), 2304);
  });

  it('stays as it is when the provider cannot be asked', async () => {
    const reference = await accepted(await stray());
    provider.behaviour = 'error 500';
    expectRefused(await abandon(reference), 2400);
    expect(await foresee(reference)).toEqual({ abandoned: null, userErrors: [{ resultCode: 2400 }] });
    provider.behaviour = 'well';
    expect(await rows('refunds')).toBe(1);
    expect((await abandon(reference)).abandoned).toBe(true);
  });

  it('is shown by a dry run as it would be: given up, or back after all; which changes nothing', async () => {
    const reference = await accepted(await stray());
    const would = (abandoned: boolean) => ({ abandoned, userErrors: [] });
    expect(await foresee(reference)).toEqual(would(true));
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    expect(await foresee(reference)).toEqual(would(false));
    expect(await rows('refunds')).toBe(1);
    expect((await abandon(reference)).abandoned).toBe(false);
    provider.requests.length = 0;
    expect(await foresee(reference)).toEqual({ abandoned: null, userErrors: [{ resultCode: 2304 }] });
    expect(await foresee('nothing')).toEqual({ abandoned: null, userErrors: [{ resultCode: 2303 }] });
    expect(provider.requests).toEqual([]);
  });

  it('is free for the next one when it is not what was shown', async () => {
    const reference = await accepted(await stray());
    const abandonWith = async (args: string) =>
      (
        await ask(
          `mutation ($reference: String!) { paymentRefundAbandon(input: { reference: $reference }, ${args}) { outcome abandoned userErrors { resultCode } } }`,
          { reference },
        )
      ).data.paymentRefundAbandon;
    const { outcome } = await abandonWith('dryRun: true');
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    expect(await abandonWith(`ifOutcome: "${outcome}"`)).toMatchObject({
      userErrors: [{ resultCode: 2308 }],
    });
    const held = sql`select from refunds where held_until > clock_timestamp()`;
    expect((await held.execute(db())).rows).toEqual([]);
    expect((await abandon(reference)).abandoned).toBe(false);
  });

  it('may still come for three days: until then it is not given up, and nobody is asked', async () => {
    const reference = await stray();
    provider.refunds = 'not done and not answered';
    expectRefused(await refund(reference), 2400);
    // However long ago it was begun: it counts from when it was accepted, the first time.
    hours(100);
    await sql`update refunds set held_until = clock_timestamp()`.execute(db());
    provider.refunds = 'shown later';
    expectDone(await refund(reference));
    const from = world.container.calendar.formatForPeople(
      new Date(world.clock.now().getTime() + 72 * 3_600_000),
    );
    hours(71);
    expectDone(await refund(reference));
    provider.requests.length = 0;
    const refused = await abandon(reference);
    expectRefused(refused, 2304);
    expect(refused.userErrors[0]?.message).toBe(
      `The provider has accepted the refund and may still make it; it can be abandoned from ${from} on`,
    );
    expect(await foresee(reference)).toEqual({ abandoned: null, userErrors: [{ resultCode: 2304 }] });
    expect([provider.requests.length, await rows('refunds')]).toEqual([0, 1]);
    hours(1);
    expect((await abandon(reference)).abandoned).toBe(true);
  });

  it('is not called given up where another has gone on with it meanwhile', async () => {
    const reference = await accepted(await stray());
    provider.behaviour = 'slow';
    provider.slowMs = 300;
    provider.requests.length = 0;
    const giving = abandon(reference);
    await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
    await sql`update refunds set holder = 'another'`.execute(db());
    expectRefused(await giving, 2400);
    expect(await rows('refunds')).toBe(1);
    provider.behaviour = 'well';
    await sql`update refunds set held_until = clock_timestamp()`.execute(db());
    expect((await abandon(reference)).abandoned).toBe(true);
  });

  it('leaves a line in the log, as does one that the provider refused', async () => {
    const log = async (key: string) =>
      (
        await ask(
          'query ($key: String!) { operatorLog(first: 9, where: { objectKey: { eq: $key } }) { nodes { operation entry { changes { field to } } } } }',
          { key },
        )
      ).data.operatorLog.nodes;
    const undone = (operation: string) => ({
      operation,
      entry: { changes: [{ field: 'refundAskedAt', to: null }] },
    });
    const reference = await accepted(await stray());
    await abandon(reference);
    expect(await log(reference)).toContainEqual(undone('payment.abandon-refund'));
    const refused = await stray();
    provider.behaviour = 'refuse';
    expectRefused(await refund(refused), 2306);
    expect(await log(refused)).toContainEqual(undone('payment.refund'));
  });

  it('is nobody’s but an operator’s, and none where nothing is under way', async () => {
    expectRefused(await abandon(await stray()), 2304);
    expectRefused(await abandon('nothing'), 2303);
    for (const auth of [alpha, portal, null])
      await expect(abandon('x', auth)).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  });
});
