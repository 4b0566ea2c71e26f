import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { doRows } from '#src/extensions/console/bulk/operations/do-rows.ts';
import { runningWorks } from '#src/extensions/console/store/bulk-works.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { secondContainer } from '../../../support/containers.ts';
import { secondConnection } from '../../../support/database.ts';
import { expectBooksToBalance } from '../../../support/money.ts';
import { askOf, expectDone, mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const onServer = inject('testDatabase').kind === 'postgres';
const env = () => ({ PAYMENT_PROVIDER_URL: provider.url });

beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld(env());
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.refunds = 'strict';
  provider.requests.length = 0;
});

const progress = 'id number state total done refused waiting';
const goOn = () => world.container.jobs.runJobs(['bulk']);
const show = async ({ id }: Loose) =>
  (
    await ask(
      `query ($id: ID!) { bulkWork(id: $id) { ${progress} rows(first: 10, where: { state: { eq: REFUSED } }) { nodes { subject message } } } }`,
      { id },
    )
  ).data.bulkWork as Loose;
const asked = () => provider.requests.filter(({ path }) => path === '/payments/refund').length;
const paidOut = (references: readonly string[]) =>
  references.map((reference) => provider.paidOut.get(reference) ?? 0);

async function paid(count: number) {
  const made: { readonly number: number; readonly payment: string }[] = [];
  for (let one = 0; one < count; one += 1) {
    const number = await desk.invoice(registry);
    const payment = desk.payment(number, 'settled');
    await desk.callback(payment);
    expect(await desk.status(number)).toBe('paid');
    made.push({ number, payment });
  }
  provider.requests.length = 0;
  return { numbers: made.map(({ number }) => number), payments: made.map(({ payment }) => payment) };
}
const listOf = (numbers: readonly number[]) => ({ invoices: { number: { in: numbers } } });
const start = async (numbers: readonly number[]): Promise<Loose> => {
  const list = listOf(numbers);
  const done = await mutate('bulkStart', { list, write: { invoiceRefund: true } }, `work { ${progress} }`);
  expectDone(done);
  return done.work;
};
const balance = async () =>
  Number(
    (await ask('{ registrars(first: 1, where: { code: { eq: "ALPHA" } }) { nodes { balance } } }')).data
      .registrars.nodes[0].balance,
  );
const statuses = (numbers: readonly number[]) => Promise.all(numbers.map((number) => desk.status(number)));

describe('refunds of a whole list', () => {
  it('wait while the provider is away, and are reported as refused by nobody', async () => {
    const { numbers, payments } = await paid(2);
    const work = await start(numbers);
    provider.behaviour = 'hang up';
    await expect(goOn()).rejects.toThrow('jobs failed: bulk');
    expect(await show(work)).toMatchObject({ state: 'RUNNING', done: 0, refused: 0, waiting: 2 });
    provider.behaviour = 'well';
    await goOn();
    expect(await show(work)).toMatchObject({ state: 'DONE', done: 2, refused: 0 });
    expect(paidOut(payments)).toEqual([10, 10]);
  });

  it('are tried without a word to the provider, and pay each invoice out once', async () => {
    const { numbers, payments } = await paid(3);
    const { data } = await ask(
      `mutation ($input: BulkStartInput!) { bulkStart(input: $input, dryRun: true) { work { total } glance { lookedAt refused } } }`,
      {
        input: { list: listOf(numbers), write: { invoiceRefund: true } },
      },
    );
    // How many are looked at depends on the time that it takes.
    expect(data.bulkStart).toEqual({
      work: { total: 3 },
      glance: { lookedAt: expect.any(Number), refused: 0 },
    });
    expect(asked()).toBe(0);
    for (let time = 0; time < 2; time += 1) {
      const work = await start(numbers);
      await goOn();
      expect(await show(work)).toMatchObject({ state: 'DONE', done: 3, refused: 0 });
    }
    expect(await statuses(numbers)).toEqual(Array(3).fill('refunded'));
    expect(paidOut(payments)).toEqual([10, 10, 10]);
    expect(asked()).toBe(3);
    await expectBooksToBalance(world);
  });

  it('are confirmed with the money that leaves: for how many, how much for each, and in all', async () => {
    const { numbers, payments } = await paid(2);
    const dear = await desk.invoice(registry, { transaction_amount: '25.50' });
    await desk.callback(desk.payment(dear, 'settled', { initial_amount: 25.5, standing_amount: 25.5 }));
    const open = await desk.invoice(registry);
    const input = { list: listOf([...numbers, dear, open]), write: { invoiceRefund: true } };
    const tried = async (more = '', variables: object = {}) =>
      (
        await ask(
          `mutation ($input: BulkStartInput!, $outcome: String) { bulkStart(input: $input, ${more}) {
            outcome work { total } glance { refunds { count least most total currency } } userErrors { code } } }`,
          { input, ...variables },
        )
      ).data.bulkStart as Loose;
    const shown = await tried('dryRun: true, ifOutcome: $outcome');
    const refunds = { count: 3, least: '10.00', most: '25.50', total: '45.50', currency: 'EUR' };
    expect(shown).toMatchObject({ work: { total: 4 }, glance: { refunds } });
    await sql`update payments set standing_amount = 4.00 where reference = ${payments[0] ?? ''}`.execute(
      world.container.database.db,
    );
    expect(await tried('ifOutcome: $outcome', { outcome: shown.outcome })).toMatchObject({
      work: null,
      userErrors: [{ code: 'OUTCOME_CHANGED' }],
    });
    expect((await tried('dryRun: true, ifOutcome: $outcome')).glance.refunds).toEqual({
      ...refunds,
      least: '4.00',
      total: '39.50',
    });
    await sql`update payments set standing_amount = 10.00 where reference = ${payments[0] ?? ''}`.execute(
      world.container.database.db,
    );
    const work = await start([...numbers, dear, open]);
    await goOn();
    expect(await show(work)).toMatchObject({ done: 3, refused: 1 });
    expect((await tried('dryRun: true, ifOutcome: $outcome')).glance.refunds).toMatchObject({
      count: 0,
      total: '0.00',
    });
  });

  it('say what registrars lose of their credit, once for each top-up and with those of a bulk payment, and no price', async () => {
    const issued = await registry.post('/invoice_generator/reference_number_generator', {
      initiator: 'registry',
      owner: 'Alpha Domains',
    });
    const topUp = (transaction_amount: string) =>
      desk.invoice(registry, { transaction_amount, reference_number: issued.body.reference_number });
    const alone = await topUp('30.00');
    await desk.callback(desk.payment(alone, 'settled', { initial_amount: 30, standing_amount: 30 }));
    const parts = [await topUp('5.00'), await topUp('7.00')];
    await registry.post('/invoice_generator/bulk_payment', {
      custom_field2: 'registry',
      customer_url: 'https://auction.example/',
      description: parts.join(' '),
      transaction_amount: '12.0',
    });
    const payment = [...provider.payments.keys()].at(-1) ?? '';
    const bulk = Number(provider.requests.at(-1)?.body.order_reference);
    provider.change(payment, { payment_state: 'settled', standing_amount: 12 });
    await desk.callback(payment);
    const { numbers } = await paid(1);
    const all = [alone, bulk, ...parts, ...numbers];
    expect(await statuses(all)).toEqual(Array(5).fill('paid'));
    const glance = async (which: readonly number[]) =>
      (
        await ask(
          `mutation ($input: BulkStartInput!) { bulkStart(input: $input, dryRun: true) {
            glance { refused price totalPrice refunds { count total credit } } } }`,
          { input: { list: listOf(which), write: { invoiceRefund: true } } },
        )
      ).data.bulkStart.glance as Loose;
    const free = { price: '0.00', totalPrice: '0.00' };
    expect(await glance(all)).toEqual({
      ...free,
      refused: 2,
      refunds: { count: 3, total: '52.00', credit: '42.00' },
    });
    expect(await glance(numbers)).toMatchObject({ ...free, refunds: { total: '10.00', credit: '0.00' } });
    const credits = [];
    for (const number of all) {
      const { data } = await ask(
        `mutation ($input: InvoiceRefundInput!) { invoiceRefund(input: $input, dryRun: true) { credit } }`,
        { input: { number } },
      );
      credits.push(data.invoiceRefund.credit);
    }
    expect(credits).toEqual(['30.00', '12.00', null, null, '0.00']);
    const before = await balance();
    const work = await start(all);
    await goOn();
    expect(await show(work)).toMatchObject({ done: 3, refused: 2 });
    expect(before - (await balance())).toBe(42);
    expect((await glance([alone, bulk, ...parts])).refunds).toMatchObject({ count: 0, credit: '0.00' });
  });

  it('report what the provider refuses, in its words', async () => {
    const { numbers } = await paid(2);
    const work = await start(numbers);
    provider.behaviour = 'refuse';
    await goOn();
    expect(await show(work)).toMatchObject({
      state: 'DONE',
      done: 0,
      refused: 2,
      rows: {
        nodes: numbers.map((number) => ({ subject: String(number), message: 'The timestamp is not valid' })),
      },
    });
    expect(await statuses(numbers)).toEqual(['paid', 'paid']);
  });

  it('finish the one that has begun when the work is stopped, and begin no other', async () => {
    const { numbers, payments } = await paid(2);
    const work = await start(numbers);
    const answer = provider.hold();
    const going = goOn();
    await expect.poll(() => provider.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expectDone(await mutate('bulkStop', { id: work.id }, 'work { state }'));
    provider.behaviour = 'well';
    answer();
    await going;
    expect(await show(work)).toMatchObject({ state: 'STOPPED', done: 1, waiting: 1, refused: 0 });
    expect(await statuses(numbers)).toEqual(['refunded', 'paid']);
    expect(paidOut(payments)).toEqual([10, 0]);
  });

  it.runIf(onServer)('go on in another process, which pays nothing twice', async () => {
    const { numbers, payments } = await paid(2);
    const work = await start(numbers);
    const database = await secondConnection();
    const other = await secondContainer({ env: env(), ...(database && { database }), clock: world.clock });
    const go = async ({ runner, database, clock, config }: typeof world.container) => {
      for (let [row] = await runningWorks(database.db); row; [row] = await runningWorks(database.db))
        await doRows({ runner, database, clock, config, failed: () => {} }, row, () => {});
    };
    const answer = provider.hold();
    const first = go(world.container);
    await expect.poll(() => provider.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    // As if the first one had died: its hold on the refund has ended.
    await sql`update refunds set held_until = clock_timestamp() - interval '1 second', holder = 'nobody'`.execute(
      world.container.database.db,
    );
    provider.behaviour = 'well';
    const second = go(other.container);
    await expect.poll(async () => (await show(work)).done, { timeout: 60_000 }).toBe(2);
    answer();
    await Promise.all([first, second]);
    expect(await show(work)).toMatchObject({ state: 'DONE', done: 2, refused: 0 });
    expect(await statuses(numbers)).toEqual(['refunded', 'refunded']);
    expect(paidOut(payments)).toEqual([10, 10]);
    await expectBooksToBalance(world);
  });

  it('give back what pays for nothing, by the list of payments', async () => {
    const references: string[] = [];
    for (const number of [900_001, 900_002]) {
      const reference = desk.payment(number, 'settled');
      await desk.callback(reference);
      references.push(reference);
    }
    // One that is too large, one that pays, one that has failed, and one for an invoice that was paid with another.
    const { numbers } = await paid(2);
    const large = await desk.invoice(registry);
    for (const reference of [
      desk.payment(large, 'settled', { initial_amount: 12.5, standing_amount: 12.5 }),
      desk.payment(large, 'failed'),
      desk.payment(numbers[0] ?? 0, 'settled'),
    ])
      await desk.callback(reference);
    const { data } = await ask(
      `mutation ($input: BulkStartInput!) { bulkStart(input: $input, dryRun: true) { glance { refunds { count least most total } } }
        }`,
      { input: { list: { payments: {} }, write: { paymentRefund: true } } },
    );
    const { data: each } = await ask('{ payments(first: 100) { nodes { strayAmount } } }');
    const stray = (each.payments.nodes as Loose[])
      .map(({ strayAmount }) => Number(strayAmount))
      .filter((amount) => amount > 0);
    expect(stray).toEqual(expect.arrayContaining([10, 2.5]));
    expect(data.bulkStart.glance.refunds).toEqual({
      count: stray.length,
      least: Math.min(...stray).toFixed(2),
      most: Math.max(...stray).toFixed(2),
      total: stray.reduce((sum, one) => sum + one, 0).toFixed(2),
    });
    const done = await mutate(
      'bulkStart',
      { list: { payments: { stray: { eq: true } } }, write: { paymentRefund: true } },
      `work { ${progress} }`,
    );
    expectDone(done);
    await goOn();
    expect(await show(done.work)).toMatchObject({ state: 'DONE', done: 2, refused: 0 });
    expect(paidOut(references)).toEqual([10, 10]);
  });
});
