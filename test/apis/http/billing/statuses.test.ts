import { beforeAll, describe, expect, it, test } from 'vitest';
import { invoiceStatuses } from '#src/registry/rules/money/payment-state.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  world = await testWorld();
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, await startProvider());
});

const update = (body: unknown, api = registry) => api.post('/invoice_generator/invoice_status', body);
const updated = { message: 'Status updated' };

describe("an invoice's status", () => {
  it('is changed by its owner, and staying the same is fine', async () => {
    const number = await desk.invoice(registry);
    for (const status of [
      'cancelled',
      'cancelled',
      'unpaid',
      'overdue',
      'paid',
      'unpaid',
      'failed',
      'paid',
    ]) {
      const answer = await update({ invoice_number: number, status });
      expect(answer.status, status).toBe(200);
      expect(answer.body).toEqual(updated);
      expect(await desk.status(number)).toBe(status);
    }
    expect(await desk.find(number)).toMatchObject({ paid_at: expect.any(Date) });
  });

  it('takes the number as text too', async () => {
    const number = await desk.invoice(registry);
    expect((await update({ invoice_number: String(number), status: 'paid' })).body).toEqual(updated);
  });

  test.each([
    ['cancelled', 'paid'],
    ['cancelled', 'failed'],
    ['overdue', 'unpaid'],
    ['overdue', 'failed'],
    ['paid', 'failed'],
    ['paid', 'refunded'],
    ['paid', 'overdue'],
    ['unpaid', 'refunded'],
  ])('does not go from %s to %s', async (from, to) => {
    const number = await desk.invoice(registry);
    await update({ invoice_number: number, status: from });
    const answer = await update({ invoice_number: number, status: to });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error: `Status for ${number} wasn't updated; Status ${to}` });
    expect(await desk.status(number)).toBe(from);
  });

  it('is one of the six', async () => {
    const number = await desk.invoice(registry);
    for (const status of ['issued', 'PAID', 'toString', '1']) {
      const answer = await update({ invoice_number: number, status });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ error: `Wrong invoice status ${status}` });
    }
    expect(invoiceStatuses).toHaveLength(6);
  });

  it('is not found for an unknown invoice, nor for one of another service', async () => {
    const foreign = await desk.invoice(auction);
    for (const number of [199_998, foreign]) {
      const answer = await update({ invoice_number: number, status: 'paid' });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        error: `Invoice with ${number} number not found in Invoice Status Controller`,
      });
    }
    expect(await desk.status(foreign)).toBe('unpaid');
  });

  it('of the business registry is also for the registry to change', async () => {
    const number = await desk.invoice(registry, {
      custom_field2: 'business_registry',
      custom_field1: 'a1b2c3d4-e',
    });
    expect((await update({ invoice_number: number, status: 'cancelled' })).status).toBe(200);
    const own = await billingApi(world, 'business_registry');
    expect((await update({ invoice_number: number, status: 'unpaid' }, own)).status).toBe(200);
    const registrys = await desk.invoice(registry);
    expect((await update({ invoice_number: registrys, status: 'paid' }, own)).status).toBe(404);
  });

  it('needs a number and a status', async () => {
    expect((await update({})).body).toEqual({
      error: { invoice_number: ['is missing'], status: ['is missing'] },
    });
    for (const body of [
      { invoice_number: 'x', status: 5 },
      { invoice_number: [], status: {} },
      [],
      null,
      'x',
    ])
      expect((await update(body)).status).toBe(422);
  });

  it('of several with one number is found by the user', async () => {
    const fields = { custom_field2: 'business_registry', custom_field1: 'first-user' };
    const number = await desk.invoice(registry, fields);
    await registry.post('/invoice_generator/invoice_generator', {
      ...fields,
      invoice_number: number,
      transaction_amount: '20.0',
      custom_field1: 'other-user',
    });
    await update({ invoice_number: number, user_unique_id: 'first-user', status: 'paid' });
    expect(await desk.status(number, 'first-user')).toBe('paid');
    expect(await desk.status(number, 'other-user')).toBe('unpaid');
  });
});

describe("whether a reservation's invoice is paid", () => {
  const ask = (number: unknown, user: string) =>
    registry.get(
      `/invoice/reserved_domains_invoice_statuses?invoice_number=${number}&user_unique_id=${encodeURIComponent(user)}`,
    );

  it('is answered by the exact number and user', async () => {
    const number = await desk.invoice(registry, {
      custom_field2: 'business_registry',
      custom_field1: 'user-1',
      reserved_domain_names: ['a.ee'],
    });
    expect((await ask(number, 'user-1')).body).toEqual({
      message: 'Domains are not reserved',
      invoice_status: 'unpaid',
      invoice_number: String(number),
    });
    await update({ invoice_number: number, status: 'paid' });
    expect((await ask(number, 'user-1')).body).toEqual({
      message: 'Domain is reserved',
      invoice_status: 'paid',
      invoice_number: String(number),
    });
    for (const [asked, user] of [
      [number, '%'],
      [number, 'user-2'],
      [number, ''],
      [999_999, 'user-1'],
      ['x', 'user-1'],
      [`${number}.0`, 'user-1'],
    ] as const) {
      const answer = await ask(asked, user);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        message: 'Invoice not found',
        invoice_status: 'not_found',
        invoice_number: String(asked),
        details: 'The requested invoice does not exist or does not belong to the specified user',
      });
    }
  });
});
