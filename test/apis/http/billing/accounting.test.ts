import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { retryDead } from '#src/registry/store/runner/outbox.ts';
import { type BillingApi, billingApi } from '../../../support/billing.ts';
import { deadEntries, pendingEntries } from '../../../support/outbox.ts';
import { type Receiver, receiver } from '../../../support/receiver.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let auction: BillingApi;
let registry: BillingApi;
let owner: Receiver;
beforeAll(async () => {
  owner = await receiver('{"messege":"Should return new directo number"}');
  world = await testWorld({ OWNER_SERVICE_URLS: `auction=${owner.url}/` });
  await world.listen();
  auction = await billingApi(world, 'auction');
  registry = await billingApi(world, 'registry');
});

let last = 151000;
async function invoiceOf(api: BillingApi, initiator: string): Promise<number> {
  last += 1;
  const answer = await api.post('/import_data/invoice_data', [
    { invoice_number: last, initiator, transaction_amount: '12.4', status: 'paid', in_directo: false },
  ]);
  expect(answer.status).toBe(200);
  return last;
}
const item = (number: unknown, changes: object = {}) => ({
  number,
  issue_date: '2026-01-10',
  transaction_date: '2026-01-11',
  currency: 'EUR',
  language: '',
  vat_amount: '2.40',
  total_wo_vat: '10.00',
  customer: { code: 'ACME', name: 'Acme', destination: 'EE', vat_reg_no: 'EE1' },
  invoice_lines: [
    { product_id: 'OKSJON', description: `Order nr. ${number}`, quantity: 1, price: '10.00', unit: 'pc' },
  ],
  ...changes,
});
const send = (api: BillingApi, body: unknown) => api.post('/directo/directo', body);
const find = (number: number) => invoiceByNumber(world.container.database.db, number);
const db = () => world.container.database.db;

describe('POST /directo/directo', () => {
  it('answers at once, and marks the invoice when the accounting system has accepted it', async () => {
    const number = await invoiceOf(auction, 'auction');
    const answer = await send(auction, { invoice_data: [item(number)], initiator: 'auction' });
    expect([answer.status, answer.body]).toEqual([201, { message: 'Invoice data received' }]);
    expect((await find(number))?.exported_to_accounting_at).toBeNull();
    await world.container.outbox.drain();
    expect(await find(number)).toMatchObject({
      exported_to_accounting_at: expect.any(Date),
      accounting_data: expect.stringContaining(
        `<invoice Number="${number}" InvoiceDate="2026-01-10" PaymentTerm="R" CustomerCode="ACME"`,
      ),
    });
  });

  it('reports to the service what was sent and what was answered', async () => {
    const number = await invoiceOf(auction, 'auction');
    owner.received.length = 0;
    await send(auction, { invoice_data: [item(number)], initiator: 'auction' });
    await world.container.outbox.drain();
    const [reported] = owner.received;
    expect(reported).toMatchObject({
      method: 'PUT',
      path: '/eis_billing/directo_response',
      headers: { 'content-type': 'application/json', authorization: expect.stringMatching(/^Bearer eyJ/) },
    });
    const claims = String(reported?.headers.authorization).split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({ initiator: 'billing' });
    expect(JSON.parse(reported?.body ?? '')).toEqual({
      response: `<?xml version="1.0" encoding="UTF-8"?><results><Result Type="0" Desc="OK" docid="${number}" doctype="ARVE" submit="Invoices"/></results>`,
      xml_data: (await find(number))?.accounting_data,
    });
  });

  it('does not go twice because the service could not be notified', async () => {
    const number = await invoiceOf(auction, 'auction');
    owner.answer = { status: 503, body: '' };
    owner.received.length = 0;
    await send(auction, { invoice_data: [item(number)], initiator: 'auction' });
    await world.container.outbox.drain();
    const exportedAt = (await find(number))?.exported_to_accounting_at;
    expect(exportedAt).toEqual(expect.any(Date));
    expect(await pendingEntries(db(), 10)).toMatchObject([{ kind: 'owner-service', attempts: 1 }]);
    owner.answer = { status: 200, body: '{}' };
    world.clock.moveTo(new Date(world.clock.now().getTime() + 10 * 60_000));
    await world.container.outbox.drain();
    expect(owner.received.map(({ body }) => body)).toEqual([
      owner.received[0]?.body,
      owner.received[0]?.body,
    ]);
    expect((await find(number))?.exported_to_accounting_at).toEqual(exportedAt);
    expect(await pendingEntries(db(), 10)).toEqual([]);
  });

  it('leaves a trace in the history of the invoice', async () => {
    const number = await invoiceOf(auction, 'auction');
    await send(auction, { invoice_data: [item(number)] });
    await world.container.outbox.drain();
    const rows = await db()
      .selectFrom('history')
      .select(['operation', 'actor_name', 'changes'])
      .where('object_key', '=', String(number))
      .orderBy('id')
      .execute();
    expect(rows.at(-1)).toMatchObject({
      operation: 'invoice.record-accounting-export',
      actor_name: 'outbox',
      changes: { exportedToAccountingAt: { from: null, to: expect.any(String) } },
    });
  });

  it('skips what is unknown, another service’s, named twice, or exported already', async () => {
    const own = await invoiceOf(auction, 'auction');
    const foreign = await invoiceOf(registry, 'registry');
    const body = { invoice_data: [own, 999, foreign, String(own), 'x'].map((one) => item(one)) };
    expect((await send(auction, body)).status).toBe(201);
    await world.container.outbox.drain();
    const { accounting_data } = (await find(own)) ?? {};
    expect(accounting_data?.match(/<invoice /g)).toHaveLength(1);
    expect((await find(foreign))?.exported_to_accounting_at).toBeNull();
    const first = (await find(own))?.exported_to_accounting_at;
    await send(auction, body);
    expect(await pendingEntries(db(), 10)).toEqual([]);
    expect((await find(own))?.exported_to_accounting_at).toEqual(first);
  });

  it('never exports reservations, although the registry owns them', async () => {
    const number = await invoiceOf(registry, 'business_registry');
    await send(registry, { invoice_data: [item(number)], initiator: 'registry' });
    expect(await pendingEntries(db(), 10)).toEqual([]);
  });

  it('marks only what was accepted; the rest is a dead letter that says why, and goes alone when revived', async () => {
    const good = await invoiceOf(auction, 'auction');
    const bad = await invoiceOf(auction, 'auction');
    await send(auction, { invoice_data: [item(good), item(bad, { currency: '' })] });
    await world.container.outbox.drain();
    expect((await find(good))?.exported_to_accounting_at).not.toBeNull();
    expect((await find(bad))?.exported_to_accounting_at).toBeNull();
    const [dead] = await deadEntries(db(), 1);
    expect(dead).toMatchObject({
      kind: 'accounting',
      subject: `${good} and 1 more`,
      attempts: 1,
      last_error: `the accounting system refused ${bad}: Currency is missing`,
    });
    owner.received.length = 0;
    await retryDead(db(), dead?.id ?? 0, world.clock.now());
    await world.container.outbox.drain();
    expect(JSON.parse(owner.received[0]?.body ?? '{}').xml_data).not.toContain(`Number="${good}"`);
  });

  it('sends each summary of a month in a document of its own, also without an invoice here', async () => {
    owner.received.length = 0;
    const summary = (number: number) => ({
      number,
      date: '2026-01-31',
      currency: 'EUR',
      language: 'ENG',
      customer_code: 'REGISTRAR',
      invoice_lines: [
        { product_id: '01EE', description: '.ee 1 year', quantity: 1, price: '7.50', unit: 'tk' },
      ],
    });
    const { number: _, ...unnumbered } = summary(309_904);
    await send(auction, { invoice_data: [summary(309_902), unnumbered, summary(309_903)], monthly: true });
    await world.container.outbox.drain();
    const sent = owner.received.map(({ body }) => JSON.parse(body).xml_data as string);
    expect(sent).toHaveLength(2);
    for (const xml of sent) expect(xml).toMatch(/<invoice Number="30990[23]" InvoiceDate="2026-01-31" /);
  });

  it('sends nothing when it is a dry run', async () => {
    const number = await invoiceOf(auction, 'auction');
    const answer = await send(auction, { invoice_data: [item(number)], dry: true });
    expect([answer.status, answer.body]).toEqual([201, { message: 'Invoice data received' }]);
    expect(await pendingEntries(db(), 10)).toEqual([]);
  });

  it.each([
    ['no invoices', {}, { invoice_data: ['is missing'] }],
    ['an object', { invoice_data: { number: 1 } }, { invoice_data: ['must be an array of objects'] }],
    ['an array of numbers', { invoice_data: [1] }, { invoice_data: ['must be an array of objects'] }],
    ...[
      ['an unknown service', 'shop'],
      ['another service', 'registry'],
      ['the reservations', 'business_registry'],
      ['a number for a service', 5],
    ].map(([what, initiator]) => [
      String(what),
      { invoice_data: [], initiator },
      { initiator: ['is not a service of yours that exports invoices'] },
    ]),
  ] as [string, object, object][])('refuses %s', async (_, body, error) => {
    const answer = await send(auction, body);
    expect([answer.status, answer.body]).toEqual([422, { error }]);
  });

  it('lets nobody in without a token', async () => {
    const answer = await world.request({
      method: 'POST',
      url: '/api/v1/directo/directo',
      payload: { invoice_data: [] },
      auth: null,
    });
    expect([answer.status, answer.body]).toEqual([401, { message: 'Access denied', code: '403' }]);
  });
});

describe('an accounting system that is down', () => {
  it('loses nothing: the export is tried again', async () => {
    const system = await receiver('', 503);
    const other = await testWorld({ ACCOUNTING_URL: system.url });
    const api = await billingApi(other, 'auction');
    const number = await invoiceOf(api, 'auction');
    await send(api, { invoice_data: [item(number)] });
    await other.container.outbox.drain();
    expect(await pendingEntries(db(), 10)).toMatchObject([
      { kind: 'accounting', attempts: 1, last_error: 'the accounting system answered 503' },
    ]);
    system.answer = {
      status: 200,
      body: `<results><Result Type="0" Desc="OK" docid="${number}"/></results>`,
    };
    other.clock.moveTo(new Date(other.clock.now().getTime() + 60_000));
    await other.container.outbox.drain();
    expect((await find(number))?.exported_to_accounting_at).not.toBeNull();
    expect(system.received).toHaveLength(2);
  });
});
