import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { refundInvoice } from '#src/registry/operations/billing/refund-invoice.ts';
import { accountOf, post, transactionList } from '#src/registry/store/registry/accounts.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
let alphaId: number;
let reference: string;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
  alphaId = (await apiUserByName(world.container.database.db, 'alpha'))?.registrar_id ?? 0;
  const issued = await registry.post('/invoice_generator/reference_number_generator', {
    initiator: 'registry',
    owner: 'Alpha Domains',
  });
  reference = String(issued.body.reference_number);
});

const balance = async () => (await accountOf(world.container.database.db, alphaId)).balance;
const ledger = async (invoice: number) =>
  (
    await transactionList.rows(world.container.database.db, {
      filter: {
        and: [
          { field: 'registrarId', is: 'eq', value: alphaId },
          { field: 'description', is: 'eq', value: `Invoice no. ${invoice}` },
        ],
      },
      sort: [{ field: 'position', descending: false }],
      slice: { by: 'offset', limit: 100, offset: 0 },
    })
  ).map(({ activity, sum }) => `${activity} ${sum}`);
const topUp = (amount: string) =>
  desk.invoice(registry, { transaction_amount: amount, reference_number: reference });
const spendAllBut = async (rest: number) =>
  post(world.container.database.db, [
    {
      registrarId: alphaId,
      activity: 'update_credit',
      description: 'spent',
      sum: money((rest - Number(await balance())).toFixed(2)),
      requestId: 'test',
      at: world.clock.now(),
    },
  ]);
/** Two prepayments that one payment is for. */
const inBulk = async (one: string, other: string) => {
  const children = [await topUp(one), await topUp(other)] as const;
  const made = await registry.post('/invoice_generator/bulk_payment', {
    custom_field2: 'registry',
    customer_url: 'https://auction.example/',
    description: children.join(' '),
    transaction_amount: (Number(one) + Number(other)).toFixed(1),
  });
  expect(made.status, made.text).toBe(201);
  return {
    children,
    payment: [...provider.payments.keys()].at(-1) ?? '',
    parent: Number(provider.requests.at(-1)?.body.order_reference),
  };
};
const refund = (invoiceNumber: number) =>
  world.container.runner.run(
    refundInvoice,
    { invoiceNumber },
    { actor: { kind: 'operator', token: 'test', role: 'ADMIN' }, request: { id: 'test', via: 'rest' } },
  );
const setStatus = (invoice_number: number, status: string) =>
  registry.post('/invoice_generator/invoice_status', { invoice_number, status });

describe("a registrar's prepayment", () => {
  it('is known by its reference number and credits the account once when it is paid', async () => {
    const before = Number(await balance());
    const number = await topUp('50.00');
    const payment = desk.payment(number, 'settled', { initial_amount: 50, standing_amount: 50 });
    for (let count = 0; count < 3; count += 1) await desk.callback(payment);
    expect(await ledger(number)).toEqual(['add_credit 50.00']);
    expect(Number(await balance())).toBe(before + 50);
  });

  it('credits what was invoiced, not what was paid too much', async () => {
    const number = await topUp('5.00');
    await desk.callback(desk.payment(number, 'settled', { initial_amount: 500 }));
    expect(await ledger(number)).toEqual(['add_credit 5.00']);
  });

  it('credits nothing when it fails, is too small or is for somebody else’s reference number', async () => {
    const before = await balance();
    const failed = await topUp('50.00');
    await desk.callback(desk.payment(failed, 'failed'));
    const small = await topUp('50.00');
    await desk.callback(desk.payment(small, 'settled', { initial_amount: 49.99 }));
    const other = await desk.invoice(registry, { reference_number: '9999992' });
    await desk.callback(desk.payment(other, 'settled'));
    const auction = await billingApi(world, 'auction');
    const foreign = await desk.invoice(auction, { reference_number: reference });
    await desk.callback(desk.payment(foreign, 'settled'));
    expect(await desk.status(foreign)).toBe('paid');
    expect(await balance()).toBe(before);
  });

  it('is credited when the registry binds a bank transfer to it, and taken back with that', async () => {
    const before = await balance();
    const number = await topUp('7.00');
    for (const status of ['paid', 'paid', 'unpaid', 'unpaid', 'paid', 'cancelled'])
      expect((await setStatus(number, status)).status).toBe(200);
    expect(await ledger(number)).toEqual([
      'add_credit 7.00',
      'reversal -7.00',
      'add_credit 7.00',
      'reversal -7.00',
    ]);
    expect(await balance()).toBe(before);
  });

  it('that is refunded takes the credit back once', async () => {
    const before = await balance();
    const number = await topUp('20.00');
    const payment = desk.payment(number, 'settled', { initial_amount: 20, standing_amount: 20 });
    await desk.callback(payment);
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    for (let count = 0; count < 3; count += 1) await desk.callback(payment, 'refunded');
    expect(await ledger(number)).toEqual(['add_credit 20.00', 'reversal -20.00']);
    expect(await balance()).toBe(before);
  });

  it('that is charged back takes the credit back once and stays paid for an operator to see', async () => {
    const before = await balance();
    const number = await topUp('20.00');
    const payment = desk.payment(number, 'settled', { initial_amount: 20, standing_amount: 20 });
    await desk.callback(payment);
    provider.change(payment, { payment_state: 'chargebacked' });
    for (let count = 0; count < 3; count += 1) await desk.callback(payment, 'dispute_charged_back');
    expect(await desk.status(number)).toBe('paid');
    expect(await ledger(number)).toEqual(['add_credit 20.00', 'reversal -20.00']);
    expect(await balance()).toBe(before);
    expect(await desk.disagreements(payment)).toEqual(['chargedBack']);
  });

  it('that a bank transfer has paid keeps its credit when a bulk payment it was in is refunded', async () => {
    const before = Number(await balance());
    const {
      children: [together, otherwise],
      payment,
      parent,
    } = await inBulk('20.00', '30.00');
    await setStatus(otherwise, 'paid');
    provider.change(payment, { payment_state: 'settled' });
    await desk.callback(payment);
    expect([await ledger(together), await ledger(otherwise)]).toEqual([
      ['add_credit 20.00'],
      ['add_credit 30.00'],
    ]);
    expect(await refund(parent)).toMatchObject({ ok: true });
    expect([await ledger(together), await ledger(otherwise)]).toEqual([
      ['add_credit 20.00', 'reversal -20.00'],
      ['add_credit 30.00'],
    ]);
    expect([await desk.status(together), await desk.status(otherwise)]).toEqual(['refunded', 'paid']);
    expect(Number(await balance())).toBe(before + 30);
  });

  it('whose credit is spent keeps a bulk payment from being refunded: the provider is not asked', async () => {
    const { children, payment, parent } = await inBulk('20.00', '30.00');
    provider.change(payment, { payment_state: 'settled' });
    await desk.callback(payment);
    await spendAllBut(5);
    provider.requests.length = 0;
    expect(await refund(parent)).toMatchObject({ ok: false });
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await Promise.all([parent, ...children].map((one) => desk.status(one)))).toEqual([
      'paid',
      'paid',
      'paid',
    ]);
    expect(Number(await balance())).toBe(5);
  });

  it('whose credit is spent keeps it, and an operator is notified', async () => {
    const number = await topUp('30.00');
    const payment = desk.payment(number, 'settled', { initial_amount: 30, standing_amount: 30 });
    await desk.callback(payment);
    const rest = money('1.00');
    await spendAllBut(1);
    const refused = await setStatus(number, 'cancelled');
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({ error: `Status for ${number} wasn't updated; its credit is spent` });
    expect(await desk.status(number)).toBe('paid');
    provider.change(payment, { payment_state: 'refunded', standing_amount: 0 });
    await desk.callback(payment, 'refunded');
    expect(await desk.status(number)).toBe('refunded');
    expect(await balance()).toBe(rest);
    expect(await desk.disagreements(payment)).toEqual(['creditSpent']);
  });
});
