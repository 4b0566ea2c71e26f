import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { type BillingApi, billingApi } from '../../../support/billing.ts';
import { deadEntries, pendingEntries } from '../../../support/outbox.ts';
import { type Receiver, receiver } from '../../../support/receiver.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
let eeid: BillingApi;
let owner: Receiver;
beforeAll(async () => {
  owner = await receiver('{"message":"Response received"}');
  world = await testWorld({ OWNER_SERVICE_URLS: `eeid=${owner.url}` });
  await world.listen();
  registry = await billingApi(world, 'registry');
  eeid = await billingApi(world, 'eeid');
});

let last = 152000;
async function invoiceOf(api: BillingApi, initiator: string): Promise<number> {
  last += 1;
  await api.post('/import_data/invoice_data', [
    { invoice_number: last, initiator, transaction_amount: '124.0', status: 'issued' },
  ]);
  return last;
}
const body = (number: unknown, changes: object = {}) => ({
  invoice: {
    id: 1,
    number,
    issue_date: '2026-01-10',
    due_date: '2026-01-24',
    reference_no: '1234561',
    currency: 'EUR',
    total: 124,
    seller_name: 'Registry SA',
    seller_reg_no: '90010019',
    seller_iban: 'EE557700771000598731',
    buyer_name: 'Acme',
    buyer_reg_no: '12345678',
  },
  items: [
    {
      description: 'prepayment',
      price: 100,
      quantity: 1,
      unit: 'pc',
      subtotal: 100,
      vat_rate: 24,
      vat_amount: 24,
      total: 124,
    },
  ],
  vat_amount: 24,
  invoice_subtotal: '100.0',
  buyer_billing_email: 'billing@acme.example',
  buyer_e_invoice_iban: '',
  seller_country_code: 'EE',
  buyer_country_code: 'EE',
  ...changes,
});
const send = (api: BillingApi, payload: unknown) => api.post('/e_invoice/e_invoice', payload);
const find = (number: number) => invoiceByNumber(world.container.database.db, number);
const db = () => world.container.database.db;

describe('POST /e_invoice/e_invoice', () => {
  it('answers at once, and notes on the invoice when the operator has taken it', async () => {
    const number = await invoiceOf(registry, 'registry');
    const answer = await send(registry, { ...body(number), initiator: 'registry' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Invoice data received', status: 'created' },
    ]);
    expect((await find(number))?.sent_as_e_invoice_at).toBeNull();
    await world.container.outbox.drain();
    expect((await find(number))?.sent_as_e_invoice_at).toEqual(expect.any(Date));
    expect(await deadEntries(db(), 10)).toEqual([]);
  });

  it('takes the lines under the name of the documentation too', async () => {
    const number = await invoiceOf(registry, 'registry');
    const { items, ...rest } = body(number);
    await send(registry, { ...rest, invoice_items: items });
    await world.container.outbox.drain();
    expect((await find(number))?.sent_as_e_invoice_at).not.toBeNull();
  });

  it('notifies the service', async () => {
    const number = await invoiceOf(eeid, 'eeid');
    await send(eeid, body(number));
    await world.container.outbox.drain();
    expect(owner.received.at(-1)).toMatchObject({ method: 'PUT', path: '/eis_billing/e_invoice_response' });
    expect(JSON.parse(owner.received.at(-1)?.body ?? '')).toEqual({
      invoice_number: number,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('sends what the service knows and we do not', async () => {
    expect((await send(eeid, body(309_950))).status).toBe(200);
    await world.container.outbox.drain();
    expect(JSON.parse(owner.received.at(-1)?.body ?? '')).toMatchObject({ invoice_number: 309_950 });
  });

  it('makes a dead letter of what the operator refuses, with its reason', async () => {
    const number = await invoiceOf(registry, 'registry');
    await send(registry, body(number, { items: [] }));
    await world.container.outbox.drain();
    expect((await find(number))?.sent_as_e_invoice_at).toBeNull();
    expect(await deadEntries(db(), 1)).toMatchObject([
      {
        kind: 'e-invoice',
        subject: String(number),
        last_error: 'the e-invoicing operator refused: there are no items',
      },
    ]);
  });

  it.each([
    ['no invoice', { items: [] }, { invoice: ['is missing'] }],
    ['an invoice without a number', { invoice: {}, items: [] }, { invoice: ['is missing'] }],
    ['a text for an invoice', { invoice: '150005', items: [] }, { invoice: ['must be an object'] }],
    ['lines that are no lines', body(1, { items: 'x' }), { items: ['must be an array of objects'] }],
    [
      'an unknown service',
      body(1, { initiator: 'shop' }),
      { initiator: ['is not a service of yours that exports invoices'] },
    ],
  ] as [string, object, object][])('refuses %s', async (_, payload, error) => {
    const answer = await send(registry, payload);
    expect([answer.status, answer.body]).toEqual([422, { error }]);
  });

  it('refuses another service’s invoice', async () => {
    const number = await invoiceOf(registry, 'registry');
    const answer = await send(eeid, body(number));
    expect([answer.status, answer.body]).toEqual([
      422,
      { error: { invoice: ['belongs to another service'] } },
    ]);
    expect(await pendingEntries(db(), 10)).toEqual([]);
  });
});

describe('an operator that fails', () => {
  it('is asked again with the same file', async () => {
    const operator = await receiver('busy', 500);
    const other = await testWorld({ E_INVOICE_URL: operator.url, E_INVOICE_PASSWORD: 'secret' });
    const api = await billingApi(other, 'registry');
    const number = await invoiceOf(api, 'registry');
    await send(api, body(number));
    await other.container.outbox.drain();
    other.clock.moveTo(new Date(other.clock.now().getTime() + 60_000));
    await other.container.outbox.drain();
    const [first, second] = operator.received;
    expect(first?.body).toContain('authPhrase="secret"');
    expect(second?.body).toBe(first?.body);
    expect((await find(number))?.sent_as_e_invoice_at).toBeNull();
  });
});
