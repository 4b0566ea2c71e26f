import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#src/base/actor.ts';
import { money, zero } from '#src/base/money.ts';
import { refundRemainder } from '#src/registry/operations/billing/model/refund-under-way.ts';
import { refundInvoice } from '#src/registry/operations/billing/refund-invoice.ts';
import { resolvePaymentDisagreement } from '#src/registry/operations/billing/resolve-payment-disagreement.ts';
import type { PaymentProvider } from '#src/registry/operations/external-services.ts';
import { listPaymentDisagreements } from '#src/registry/operations/operator/lists.ts';
import type { PaymentDetails } from '#src/registry/rules/money/payment-details.ts';
import { heartbeatMs, leaseMs } from '#src/registry/store/runner/idempotency.ts';
import { type BillingApi, billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let auction: BillingApi;
let registry: BillingApi;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  auction = await billingApi(world, 'auction');
  registry = await billingApi(world, 'registry');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
  provider.requests.length = 0;
});

const refund = (invoice_number: unknown, api = auction) =>
  api.post('/refund/auction', { params: { invoice_number } });
const operator: Actor = { kind: 'operator', token: 'test', role: 'ADMIN' };
const call = { actor: operator, request: { id: 'test', via: 'rest' as const } };

async function paid(fields: object = {}, api = auction): Promise<{ number: number; reference: string }> {
  const number = await desk.invoice(api, fields);
  const reference = desk.payment(number, 'settled');
  await desk.callback(reference);
  expect(await desk.status(number)).toBe('paid');
  provider.requests.length = 0;
  return { number, reference };
}

describe('a refund by a process that was paused', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** What the provider is asked, when reading the payment takes so long. */
  const askedAfter = async (ms: number) => {
    const start = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
    const reply = { kind: 'ok', value: { standingAmount: money('10.00') } as PaymentDetails } as const;
    const asked: string[] = [];
    const provider: PaymentProvider = {
      createOneOffPayment: () => Promise.reject(new Error('nobody asks for a payment')),
      payment: async () => {
        asked.push('payment');
        clock.mockReturnValue(start + ms);
        return reply;
      },
      refund: async (_, amount) => {
        asked.push(`refund ${amount}`);
        return reply;
      },
    };
    const held = { of: 1, reference: 'r', leaving: zero, holder: 'h', isNew: true, acceptedAt: null };
    const { kind } = await refundRemainder(provider, held);
    return [...asked, kind];
  };

  it('sends nothing when what it has read is older than its hold on the refund', async () => {
    expect(await askedAfter(leaseMs - heartbeatMs + 1)).toEqual(['payment', 'unasked']);
    expect(await askedAfter(leaseMs - heartbeatMs)).toEqual([
      'payment',
      'refund 10.00',
      'payment',
      'accepted',
    ]);
  });
});

describe('a refund', () => {
  it('gives all of the money back, once', async () => {
    const { number, reference } = await paid();
    const answer = await refund(number);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'Invoice was refunded' });
    expect(await desk.status(number)).toBe('refunded');
    expect(provider.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      amount: '10.00',
      payment_reference: reference,
    });
    expect((await refund(number)).body).toEqual({ message: 'Invoice was refunded' });
    expect(provider.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('finds nothing under an unknown number or another service', async () => {
    const { number } = await paid({}, registry);
    for (const unknown of [199_996, number]) {
      const answer = await refund(unknown);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: 'Invoice not found' });
    }
    expect((await refund('x')).status).toBe(422);
    expect((await auction.post('/refund/auction', {})).status).toBe(422);
    expect((await auction.post('/refund/auction', null)).status).toBe(422);
  });

  it('needs a payment', async () => {
    const number = await desk.invoice(auction);
    const invalid = { error: { payment_reference: ['Reference number is invalid'] } };
    expect(await refund(number)).toMatchObject({ status: 422, body: invalid });
    await auction.post('/invoice_generator/invoice_status', { invoice_number: number, status: 'paid' });
    expect(await refund(number)).toMatchObject({ status: 422, body: invalid });
    expect(provider.requests).toEqual([]);
  });

  it("hands on the provider's refusal, and the invoice stays paid", async () => {
    const { number } = await paid();
    provider.behaviour = 'refuse';
    provider.refusal = { code: 4037, message: 'Open banking payments cannot be refunded' };
    const answer = await refund(number);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 4037, message: 'Open banking payments cannot be refunded' },
    });
    expect(await desk.status(number)).toBe('paid');
  });

  it('whose answer was lost is not made again', async () => {
    const { number, reference } = await paid();
    provider.behaviour = 'error 500';
    expect((await refund(number)).status).toBe(502);
    provider.behaviour = 'well';
    provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
    expect((await refund(number)).status).toBe(200);
    expect(await desk.status(number)).toBe('refunded');
    expect(provider.requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('of one child of a bulk payment is refused: the payment is for all', async () => {
    const child = await desk.invoice(auction);
    await auction.post('/invoice_generator/bulk_payment', {
      description: String(child),
      transaction_amount: '10.0',
      customer_url: 'https://auction.example/',
    });
    const reference = [...provider.payments.keys()].at(-1) ?? '';
    const parent = Number(provider.requests.at(-1)?.body.order_reference);
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    expect((await refund(child)).body).toEqual({
      error: { payment_reference: ['belongs to a bulk payment; refund that one'] },
    });
    expect((await refund(parent)).status).toBe(200);
    expect(await desk.status(child)).toBe('refunded');
  });

  it('of a paid reservation by an operator is shown to operators, who can put it aside', async () => {
    const { number, reference } = await paid(
      { custom_field2: 'business_registry', custom_field1: 'user-1', reserved_domain_names: ['r.ee'] },
      registry,
    );
    const outcome = await world.container.runner.run(refundInvoice, { invoiceNumber: number }, call);
    expect(outcome).toMatchObject({ ok: true, value: { status: 'refunded' } });
    expect(await desk.disagreements(reference)).toEqual(['reservationRefunded']);
    const open = async () => {
      const listed = await world.container.runner.run(
        listPaymentDisagreements,
        {
          query: {
            filter: { field: 'resolvedAt', is: 'isNull', value: true },
            sort: [{ field: 'id', descending: true }],
            slice: { by: 'offset', limit: 10, offset: 0 },
          },
          withCount: true,
        },
        call,
      );
      return listed.ok ? listed.value.rows.map(({ id }) => id) : [];
    };
    const [id = 0] = await open();
    const resolve = () =>
      world.container.runner.run(resolvePaymentDisagreement, { id, note: 'called the customer' }, call);
    expect(await resolve()).toMatchObject({ ok: true });
    expect(await open()).not.toContain(id);
    expect(await resolve()).toMatchObject({ ok: false, failures: [{ code: 'OBJECT_DOES_NOT_EXIST' }] });
  });
});
