import { beforeAll, describe, expect, inject, it } from 'vitest';
import { eventsOfInvoices } from '#src/registry/store/billing/payments.ts';
import { accountOf, transactionList } from '#src/registry/store/registry/accounts.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { type BillingApi, billingApi, billingDesk, numbersIssuedUpTo } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
});

const onPostgres = inject('testDatabase').kind === 'postgres';
const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe.runIf(onPostgres)('at the same time', () => {
  it('64 callers get 64 numbers', async () => {
    const answers = await atOnce(64, () => registry.post('/invoice_generator/invoice_number_generator'));
    const numbers = answers.map(({ body }) => Number(body.invoice_number));
    expect(new Set(numbers).size).toBe(64);
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(63);
  });

  it('64 callers get 64 reference numbers', async () => {
    const answers = await atOnce(64, () => registry.post('/invoice_generator/reference_number_generator'));
    expect(new Set(answers.map(({ body }) => body.reference_number)).size).toBe(64);
  });

  it('numbers are issued while others are imported, and none is both', async () => {
    const { invoice_number: last } = (await registry.post('/invoice_generator/invoice_number_generator'))
      .body;
    const [issued] = await Promise.all([
      atOnce(30, () => registry.post('/invoice_generator/invoice_number_generator')),
      atOnce(10, (index) =>
        registry.post('/import_data/invoice_data', [
          {
            invoice_number: Number(last) + 3 * index + 2,
            initiator: 'registry',
            transaction_amount: '1',
            status: 'paid',
          },
        ]),
      ),
    ]);
    const numbers = issued.map(({ body }) => Number(body.invoice_number));
    expect(new Set(numbers).size).toBe(30);
    const next = Number(
      (await registry.post('/invoice_generator/invoice_number_generator')).body.invoice_number,
    );
    expect(next).toBeGreaterThan(Math.max(...numbers));
    expect(await desk.status(next)).toBeUndefined();
  });

  it('100 notifications of one payment credit the account once', async () => {
    const issued = await registry.post('/invoice_generator/reference_number_generator', { owner: 'ALPHA' });
    const number = await desk.invoice(registry, {
      transaction_amount: '50.00',
      reference_number: issued.body.reference_number,
    });
    const { db } = world.container.database;
    const alphaId = (await apiUserByName(db, 'alpha'))?.registrar_id ?? 0;
    const before = Number((await accountOf(db, alphaId)).balance);
    const reference = desk.payment(number, 'settled', { initial_amount: 50, standing_amount: 50 });
    const answers = await atOnce(100, () => desk.callback(reference, 'status_updated'));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(Number((await accountOf(db, alphaId)).balance)).toBe(before + 50);
    const { id } = await desk.find(number);
    const outcomes = (await eventsOfInvoices(db, [id])).map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);

    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    await atOnce(100, () => desk.callback(reference, 'refunded'));
    expect(Number((await accountOf(db, alphaId)).balance)).toBe(before);
    const ledger = await transactionList.rows(db, {
      filter: {
        and: [
          { field: 'registrarId', is: 'eq', value: alphaId },
          { field: 'description', is: 'eq', value: `Invoice no. ${number}` },
        ],
      },
      sort: [{ field: 'position', descending: false }],
      slice: { by: 'offset', limit: 10, offset: 0 },
    });
    expect(ledger.map(({ activity }) => activity)).toEqual(['add_credit', 'reversal']);
  });

  it('one invoice is made of 20 requests for the same link', async () => {
    await numbersIssuedUpTo(world, 170_001);
    const body = { invoice_number: 170_000, transaction_amount: '10.0' };
    const answers = await atOnce(20, () => registry.post('/invoice_generator/invoice_generator', body));
    expect(new Set(answers.map(({ body: { everypay_link } }) => everypay_link)).size).toBe(1);
    const rivals = await atOnce(10, (index) =>
      (index % 2 ? registry : auction).post('/invoice_generator/invoice_generator', {
        ...body,
        invoice_number: 170_001,
      }),
    );
    expect(rivals.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(422)]);
  });

  it('a bulk payment and its children settle together without harm', async () => {
    const children = await atOnce(4, () => desk.invoice(auction));
    const bulk = async (numbers: number[]) => {
      await auction.post('/invoice_generator/bulk_payment', {
        description: numbers.join(' '),
        transaction_amount: `${numbers.length * 10}.0`,
        customer_url: 'https://auction.example/',
      });
      const reference = [...provider.payments.keys()].at(-1) ?? '';
      provider.change(reference, { payment_state: 'settled' });
      return reference;
    };
    const references = [await bulk(children), await bulk([...children].reverse())];
    const own = children.map((number) => desk.payment(number, 'settled'));
    const answers = await Promise.all(
      [...references, ...own, ...references].map((reference) => desk.callback(reference)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const number of children) expect(await desk.status(number)).toBe('paid');
  });
});
