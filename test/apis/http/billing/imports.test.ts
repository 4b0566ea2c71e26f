import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceStatuses } from '#src/registry/rules/money/payment-state.ts';
import { referenceNumber } from '#src/registry/store/billing/invoice-numbers.ts';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { type BillingApi, billingApi } from '../../../support/billing.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
beforeAll(async () => {
  world = await testWorld();
  registry = await billingApi(world, 'registry');
});

const find = (number: number) => invoiceByNumber(world.container.database.db, number);
const invoice = (changes: object) => ({
  invoice_number: 1,
  initiator: 'registry',
  transaction_amount: '20.0',
  status: 'issued',
  in_directo: false,
  e_invoice_sent_at: null,
  transaction_time: null,
  ...changes,
});

describe('importing invoices', () => {
  const load = (body: unknown) => registry.post('/import_data/invoice_data', body);
  const reported = (added: number, skipped: number) => ({
    message: `Added ${added} invoices, skipped ${skipped}. The reason for omission may be that the account data isalready in the database or the information is incorrect`,
  });

  it('keeps what was known of them', async () => {
    const answer = await load([
      invoice({ invoice_number: 120_001 }),
      invoice({
        invoice_number: '120002',
        status: 'paid',
        transaction_amount: 33.5,
        in_directo: true,
        e_invoice_sent_at: '2023-01-02 10:00:00 UTC',
        transaction_time: '2023-01-01T10:00:00.123+02:00',
      }),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(reported(2, 0));
    expect(await find(120_001)).toMatchObject({
      status: 'unpaid',
      amount: '20.00',
      description: 'prepended',
      initiator: 'registry',
      exported_to_accounting_at: null,
    });
    expect(await find(120_002)).toMatchObject({
      status: 'paid',
      amount: '33.50',
      exported_to_accounting_at: expect.any(Date),
      sent_as_e_invoice_at: new Date('2023-01-02T10:00:00Z'),
      transaction_time: new Date('2023-01-01T08:00:00.123Z'),
    });
  });

  it('skips what is known, named twice, incomplete or not the caller’s', async () => {
    const answer = await load([
      invoice({ invoice_number: 120_010 }),
      invoice({ invoice_number: 120_010, transaction_amount: '99' }),
      invoice({ invoice_number: 120_001 }),
      invoice({ invoice_number: null }),
      invoice({ invoice_number: 'INV-100' }),
      invoice({ invoice_number: 99_999_999_999 }),
      invoice({ invoice_number: 120_011, initiator: undefined }),
      invoice({ invoice_number: 120_012, initiator: 'auction' }),
      invoice({ invoice_number: 120_013, status: 'nonsense' }),
      invoice({ invoice_number: 120_014, status: null }),
      invoice({ invoice_number: 120_015, transaction_amount: 'much' }),
      invoice({ invoice_number: 120_016, transaction_time: 'yesterday' }),
      invoice({ invoice_number: 120_017, e_invoice_sent_at: 5 }),
      invoice({ invoice_number: 120_018, transaction_amount: '99999999999.00' }),
      null,
      'text',
      [],
      invoice({ invoice_number: 120_020, initiator: 'business_registry', status: 'cancelled' }),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(reported(2, 16));
    expect(await find(120_010)).toMatchObject({ amount: '20.00' });
    expect(await find(120_020)).toMatchObject({ status: 'cancelled' });
  });

  it('keeps each of the six statuses, and takes `issued` for unpaid', async () => {
    const statuses = [...invoiceStatuses, 'issued'];
    const items = statuses.map((status, index) => invoice({ invoice_number: 120_100 + index, status }));
    expect((await load(items)).body).toEqual(reported(7, 0));
    for (const [index, status] of statuses.entries())
      expect(await find(120_100 + index)).toMatchObject({ status: status === 'issued' ? 'unpaid' : status });
  });

  it('advances the counter: an imported number is never issued', async () => {
    const issue = async () =>
      (await registry.post('/invoice_generator/invoice_number_generator')).body.invoice_number;
    expect(await issue()).toBe(150_005);
    await load([150_100, 150_050, 300_000].map((invoice_number) => invoice({ invoice_number })));
    expect(await issue()).toBe(150_101);
  });

  it('takes the list under _json, and nothing that is no list', async () => {
    expect((await load({ _json: [invoice({ invoice_number: 120_030 })] })).body).toEqual(reported(1, 0));
    expect((await load([])).body).toEqual(reported(0, 0));
    for (const body of [{}, 'text', 5, { _json: {} }, undefined, { invoices: [] }]) {
      const answer = await load(body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: 'must be an array' });
    }
  });

  it('takes thousands at once', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({
      invoice_number: 500_000 + index,
      initiator: 'registry',
      transaction_amount: '1',
      status: 'paid',
    }));
    expect((await load(many)).body).toEqual(reported(5000, 0));
    expect((await load(many)).body).toEqual(reported(0, 5000));
  });
});

describe('importing reference numbers', () => {
  const load = (body: unknown) => registry.post('/import_data/reference_data', body);
  const reported = (added: number, skipped: number) => ({
    message: `Added ${added} reference numbers, skipped ${skipped}. The reason for omission may be that the reference data isalready in the database or the information is incorrect`,
  });

  it('takes them whatever they look like, each once', async () => {
    const answer = await load([
      { reference_number: '1234561', initiator: 'registry', registrar_name: 'Alpha Domains' },
      { reference_number: 'R-100', initiator: 'registry', registrar_name: 'Nobody' },
      { reference_number: 7_654_321, initiator: 'registry' },
      { reference_number: '1234561', initiator: 'registry', registrar_name: 'Beta Names' },
      { reference_number: null, initiator: 'registry' },
      { reference_number: '5' },
      { reference_number: '6', initiator: 'auction' },
      null,
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(reported(3, 5));
    const { db } = world.container.database;
    expect(await referenceNumber(db, '1234561')).toMatchObject({
      owner: 'Alpha Domains',
      registrar_id: expect.any(Number),
    });
    expect(await referenceNumber(db, 'R-100')).toMatchObject({ owner: 'Nobody', registrar_id: null });
    expect((await load([{ reference_number: 'R-100', initiator: 'registry' }])).body).toEqual(reported(0, 1));
    expect((await load({})).status).toBe(422);
  });
});
