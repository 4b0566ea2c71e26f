import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountOf } from '#src/registry/store/registry/accounts.ts';
import { apiUserByName } from '#src/registry/store/registry/api-users.ts';
import { ledgerProof } from '#src/registry/store/registry/ledger.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { billingDesk } from '../../../support/billing.ts';
import { graph } from '../../../support/graph.ts';
import { mailsAbout } from '../../../support/mail.ts';
import { mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { notificationsAbout } from '../../../support/time.ts';
import { alpha, basic, type Loose, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let desk: ReturnType<typeof billingDesk>;
let alphaId: number;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  desk = billingDesk(world, provider);
  alphaId = (await apiUserByName(world.container.database.db, 'alpha'))?.registrar_id ?? 0;
});
const mutate = mutateOf(() => world);
const invoiceParts = `number status kind amount subtotal vatRate vatAmount dueOn payable cancellable paymentLink
  lines { description unit quantity price amount } seller { name } buyer { name countryCode } referenceNumber`;
const topUp = (amount: string, more: object = {}) =>
  mutate('accountTopUp', { amount, ...more }, `paymentUrl invoice { ${invoiceParts} }`, alpha);
const balance = async () => (await accountOf(world.container.database.db, alphaId)).balance;
const pay = async (number: number, amount: number) => {
  const payment = desk.payment(number, 'settled', { initial_amount: amount, standing_amount: amount });
  await desk.callback(payment);
  return payment;
};
const ledger = async (number: number) => {
  const { rows } = await sql<{ reported: string }>`
    select activity || ' ' || sum as reported from ledger where description = ${`Invoice no. ${number}`}
    order by position`.execute(world.container.database.db);
  return rows.map(({ reported }) => reported);
};
const outbox = async (kind: string, subject: string) => {
  const { rows } = await sql<{ payload: Loose }>`
    select payload from outbox where kind = ${kind} and subject = ${subject} order by id`.execute(
    world.container.database.db,
  );
  return rows.map(({ payload }) => payload);
};
const setRegistrar = (fields: ReturnType<typeof sql>) =>
  sql`update registrars set ${fields} where id = ${alphaId}`.execute(world.container.database.db);

describe('a top-up', () => {
  it('is an invoice with VAT on top of the amount, due in thirty days, and a link to pay it', async () => {
    const { invoice, paymentUrl, userErrors } = await topUp('100', { description: 'for May' });
    expect(userErrors).toEqual([]);
    expect(invoice).toMatchObject({
      status: 'UNPAID',
      kind: 'PREPAYMENT',
      amount: '124.00',
      subtotal: '100.00',
      vatRate: '24.00',
      vatAmount: '24.00',
      payable: true,
      cancellable: true,
      lines: [{ description: 'prepayment', unit: 'piece', quantity: 1, price: '100.00', amount: '100.00' }],
      buyer: { name: 'Alpha Domains' },
    });
    expect(paymentUrl).toBe(invoice.paymentLink);
    expect(paymentUrl).toContain('transaction_amount=124.0&');
    expect(
      world.container.calendar.daysBetween(
        world.container.calendar.dateOf(world.clock.now()),
        String(invoice.dueOn),
      ),
    ).toBe(30);
  });

  it('credits the net amount once when it is paid, and notifies everybody', async () => {
    const before = Number(await balance());
    const { invoice } = await topUp('50');
    const number = Number(invoice.number);
    const payment = await pay(number, 62);
    for (let count = 0; count < 2; count += 1) await desk.callback(payment);
    expect(await ledger(number)).toEqual(['add_credit 50.00']);
    expect(Number(await balance())).toBe(before + 50);
    expect((await notificationsAbout(world, `Invoice no. ${number}`)).map(({ text }) => text)).toEqual([
      `Invoice no. ${number} has been paid. 50.00 EUR has been added to the account balance`,
    ]);
    expect((await mailsAbout(world, String(number))).map(({ subject }) => subject)).toEqual([
      `Invoice no. ${number}`,
      `Invoice no. ${number} is paid`,
    ]);
    const [exported] = await outbox('accounting', String(number));
    expect(exported.invoices[0]).toMatchObject({
      number: String(number),
      vatAmount: '12.00',
      totalWithoutVat: '50.00',
      customer: { destination: 'EE' },
      lines: [{ price: '50.00', quantity: '1' }],
    });
    const [eInvoice] = await outbox('e-invoice', String(number));
    expect(eInvoice.request).toMatchObject({ subtotal: '50.00', vatAmount: '12.00', payable: true });
    expect((await ledgerProof(world.container.database.db)).every(({ balanced }) => balanced)).toBe(true);
    const question = `{ notifications(last: 1) { nodes { attached { ... on Invoice { number status } } } } }`;
    const { data } = await graph(world, question, { auth: alpha });
    expect(data.notifications.nodes).toEqual([{ attached: { number, status: 'PAID' } }]);
  });

  it.each([
    ['0', 2004, 'Amount is too small. Minimum deposit is 0.01 EUR'],
    ['-5', 2004, 'Amount is too small. Minimum deposit is 0.01 EUR'],
    ['10000000', 2004, 'Amount is too large'],
  ])('of %s is refused', async (amount, resultCode, message) => {
    const { userErrors } = await topUp(amount);
    expect(userErrors).toMatchObject([{ resultCode, message, path: ['amount'] }]);
  });

  it('is at least what the setting says', async () => {
    const { db } = world.container.database;
    await putSetting(db, 'minimum_deposit', '10.00', world.clock.now());
    const { userErrors } = await topUp('9.99');
    expect(userErrors).toMatchObject([{ message: 'Amount is too small. Minimum deposit is 10.0 EUR' }]);
    await putSetting(db, 'minimum_deposit', '0.00', world.clock.now());
  });

  it('shows VAT, total and due date in a dry run, and keeps nothing', async () => {
    const { data } = await graph(
      world,
      `mutation { accountTopUp(input: { amount: "10" }, dryRun: true) {
        invoice { number amount vatAmount dueOn lines { amount } } } }`,
      { auth: alpha },
    );
    const { number, ...shown } = data.accountTopUp.invoice;
    expect(shown).toMatchObject({ amount: '12.40', vatAmount: '2.40', lines: [{ amount: '10.00' }] });
    expect(await desk.status(Number(number))).toBeUndefined();
  });

  it('clicked twice with one key is one invoice', async () => {
    const click = () =>
      graph(
        world,
        `mutation { accountTopUp(input: { amount: "33" }, idempotencyKey: "two-clicks") { invoice { number } } }`,
        { auth: alpha },
      );
    const numbers = (await Promise.all([click(), click(), click()])).map(
      ({ data }) => data.accountTopUp.invoice.number,
    );
    expect(new Set(numbers).size).toBe(1);
    const { rows } = await sql`select from invoices where subtotal = 33`.execute(world.container.database.db);
    expect(rows).toHaveLength(1);
  });

  it('is not for users who may not pay', async () => {
    const { errors } = await graph(
      world,
      'mutation { accountTopUp(input: { amount: "1" }) { paymentUrl } }',
      {
        auth: basic('alpha-epp', 'alpha-sandbox'),
      },
    );
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

describe('VAT', () => {
  it.each([
    [
      'abroad with a VAT number',
      sql`country_code = 'FI', vat_no = 'FI12345678', vat_rate = null`,
      '0.00',
      '100.00',
    ],
    ['abroad without one', sql`country_code = 'FI', vat_no = null, vat_rate = 25.5`, '25.50', '125.50'],
    ['at home', sql`country_code = 'EE', vat_no = 'EE123', vat_rate = null`, '24.00', '124.00'],
  ])('of a registrar %s', async (_, fields, vatRate, amount) => {
    await setRegistrar(fields);
    const { invoice } = await topUp('100');
    expect(invoice).toMatchObject({ vatRate, amount, subtotal: '100.00' });
    await setRegistrar(sql`country_code = null, vat_no = null, vat_rate = null`);
  });

  it('is rounded half up to cents', async () => {
    const { invoice } = await topUp('0.02');
    expect(invoice).toMatchObject({ vatAmount: '0.00', amount: '0.02' });
    expect((await topUp('10.31')).invoice).toMatchObject({ vatAmount: '2.47', amount: '12.78' });
  });
});

describe('an open invoice', () => {
  it('is called off by its registrar, and money that comes later is nobody’s yet', async () => {
    const before = await balance();
    const { invoice } = await topUp('5');
    const cancel = () =>
      mutate('invoiceCancel', { number: invoice.number }, `invoice { ${invoiceParts} cancelledAt }`, alpha);
    expect((await cancel()).invoice).toMatchObject({
      status: 'CANCELLED',
      payable: false,
      cancellable: false,
      paymentLink: null,
    });
    expect((await cancel()).userErrors).toMatchObject([
      { resultCode: 2304, message: 'Invoice status prohibits operation' },
    ]);
    const payment = await pay(Number(invoice.number), 6.2);
    expect(await desk.disagreements(payment)).toEqual(['moneyForClosedInvoice']);
    expect(await balance()).toBe(before);
  });

  it('that is paid and called off at once is exactly one of both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = Number(await balance());
      const { invoice } = await topUp('7');
      const number = Number(invoice.number);
      const payment = desk.payment(number, 'settled', { initial_amount: 8.68, standing_amount: 8.68 });
      const [cancelled] = await Promise.all([
        mutate('invoiceCancel', { number }, 'invoice { status }', alpha),
        desk.callback(payment),
      ]);
      const isCancelled = cancelled.userErrors.length === 0;
      expect(await desk.status(number)).toBe(isCancelled ? 'cancelled' : 'paid');
      expect(Number(await balance())).toBe(isCancelled ? before : before + 7);
      expect(await desk.disagreements(payment)).toEqual(isCancelled ? ['moneyForClosedInvoice'] : []);
    }
  });

  it('is mailed to one address, ten times an hour', async () => {
    const { invoice } = await topUp('5');
    const send = (recipient: string) =>
      mutate('invoiceSend', { number: invoice.number, recipient }, 'invoice { number }', alpha);
    for (const [recipient, message] of [
      [' ', 'Invoice recipient cannot be empty'],
      ['a@b.ee, c@d.ee', 'Recipient is invalid'],
    ] as const)
      expect((await send(recipient)).userErrors).toMatchObject([{ message }]);
    for (let count = 0; count < 10; count += 1) expect((await send('book@keeper.ee')).userErrors).toEqual([]);
    expect((await send('book@keeper.ee')).userErrors).toMatchObject([{ resultCode: 2502 }]);
    const sent = await mailsAbout(world, String(invoice.number));
    expect(sent.filter(({ to }) => to === 'book@keeper.ee')).toHaveLength(10);
  });

  it('is paid on a page of the provider that its registrar asks for', async () => {
    const { invoice } = await topUp('5');
    const { userErrors, paymentUrl } = await mutate(
      'invoiceOneOffPaymentCreate',
      { number: invoice.number, customerUrl: 'https://portal.example/invoices/callback' },
      'paymentUrl',
      alpha,
    );
    expect(userErrors).toEqual([]);
    expect(paymentUrl).toMatch(/^http/);
  });
});

describe('a bank transfer', () => {
  const record = (fields: object) =>
    mutate(
      'bankTransferRecord',
      { description: 'top-up', receivedAt: '2026-05-10T10:00:00Z', ...fields },
      `invoice { ${invoiceParts} description }`,
      operator,
    );

  it('pays the oldest open invoice of its sum, by the registrar’s reference number', async () => {
    const before = Number(await balance());
    const { invoice: first } = await topUp('321');
    const { invoice: second } = await topUp('321');
    const { referenceNumber } = first;
    const { invoice, userErrors } = await record({
      description: `Payment, ref ${referenceNumber}`,
      amount: '398.04',
      bankReference: 'bank-1',
    });
    expect(userErrors).toEqual([]);
    expect(invoice).toMatchObject({ number: first.number, status: 'PAID' });
    expect(await desk.status(Number(second.number))).toBe('unpaid');
    expect(Number(await balance())).toBe(before + 321);
    expect(
      (await record({ referenceNumber, amount: '398.04', bankReference: 'bank-1' })).userErrors,
    ).toMatchObject([{ resultCode: 2302 }]);
    expect(Number(await balance())).toBe(before + 321);
  });

  it('of another sum becomes an invoice that is paid, net of VAT', async () => {
    const { referenceNumber } = (await topUp('1')).invoice;
    const { invoice } = await record({ referenceNumber, amount: '100.01', bankReference: 'bank-2' });
    expect(invoice).toMatchObject({
      status: 'PAID',
      amount: '100.01',
      subtotal: '80.65',
      vatAmount: '19.36',
      description: 'Direct top-up via bank transfer',
    });
    expect(await ledger(Number(invoice.number))).toEqual(['add_credit 80.65']);
    const mails = await mailsAbout(world, String(invoice.number));
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Invoice no. ${invoice.number} is paid`,
      `Invoice no. ${invoice.number} (already paid)`,
    ]);
    expect(mails.at(-1)?.text).toMatch(/^Hello Alpha Domains\n\nAttached is invoice no\. \d+\./);
  });

  it('for which an invoice was called paid by hand credits nothing more', async () => {
    const { invoice: asked } = await topUp('555');
    await mutate('invoiceStatusUpdate', { number: asked.number, status: 'PAID' }, 'invoice { status }');
    const before = await balance();
    const { referenceNumber } = asked;
    const { invoice } = await record({ referenceNumber, amount: '688.20', bankReference: 'bank-3' });
    expect(invoice.number).toBe(asked.number);
    expect(await balance()).toBe(before);
  });

  it('that nobody knows is refused', async () => {
    expect((await record({ amount: '1.00', bankReference: 'bank-4' })).userErrors).toMatchObject([
      { resultCode: 2303, message: 'Reference number belongs to no registrar' },
    ]);
    expect(
      (await record({ referenceNumber: '1', amount: '0.00', bankReference: 'bank-5' })).userErrors,
    ).toMatchObject([{ resultCode: 2004 }, { resultCode: 2303 }]);
  });
});
