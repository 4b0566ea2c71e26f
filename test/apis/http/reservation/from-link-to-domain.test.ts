import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk } from '../../../support/billing.ts';
import { type Pending, paymentsOf } from '../../../support/paid-reservations.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { portalOf } from '../../../support/portal.ts';
import { seed } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let payments: ReturnType<typeof paymentsOf>;
let desk: ReturnType<typeof billingDesk>;
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  payments = paymentsOf(world, portalOf(world));
  desk = billingDesk(world, provider);
});

/** What the provider holds once a customer has paid through the link, read from the link itself. */
function paidThrough({ linkpay_url }: Pending, state = 'settled', amount?: string): string {
  const link = new URL(linkpay_url).searchParams;
  const paid = Number(amount ?? link.get('transaction_amount'));
  return provider.add({
    order_reference: link.get('order_reference'),
    linkpay_customer_data: { custom_field_1: link.get('custom_field_1') },
    initial_amount: paid,
    standing_amount: paid,
    payment_state: state,
    transaction_time: '2026-05-10T10:05:00Z',
  });
}

describe('a paid reservation from its link to its domain', () => {
  it('waits, is paid by the callback, shows its code once asked, and is registered with it', async () => {
    const pending = await payments.pending('teekond.ee', 'teine.ee');
    expect((await payments.reported(pending)).status).toBe('pending');
    expect((await desk.callback(paidThrough(pending), 'status_updated')).status).toBe(200);
    const { status, reserved_domains } = await payments.reported(pending);
    expect(status).toBe('paid');
    await seed(world).domain('teekond.ee', { reservationCode: reserved_domains[0].password });
    expect((await payments.reported(pending)).reserved_domains).toMatchObject([
      { name: 'teekond.ee', status: 'registered' },
      { name: 'teine.ee', status: 'reserved' },
    ]);
  });

  it('shows a payment that failed, and one that then succeeded', async () => {
    const pending = await payments.pending('katse.ee');
    await desk.callback(paidThrough(pending, 'failed'));
    expect((await payments.reported(pending)).status).toBe('failed');
    await desk.callback(paidThrough(pending));
    expect((await payments.reported(pending)).status).toBe('paid');
  });

  it('belongs to the payer, not to the first with that number', async () => {
    const first = await payments.pending('jagatud.ee');
    const second = await payments.pending('jagatud.ee');
    expect(second.invoice_number).toBe(first.invoice_number);
    await desk.callback(paidThrough(second));
    expect((await payments.reported(first)).status).toBe('cancelled');
    expect((await payments.reported(second)).status).toBe('paid');
  });

  it('is not had for less money', async () => {
    const pending = await payments.pending('odav.ee', 'odavam.ee');
    const reference = paidThrough(pending, 'settled', '10.0');
    await desk.callback(reference);
    expect((await payments.reported(pending)).status).toBe('pending');
    expect(await desk.disagreements(reference)).toEqual(['amountTooSmall']);
  });

  it('that comes too late is kept for an operator: the invoice stays cancelled', async () => {
    const first = await payments.pending('hilja.ee');
    const second = await payments.pending('hilja.ee');
    await desk.callback(paidThrough(first));
    const reference = paidThrough(second);
    await desk.callback(reference);
    expect((await payments.reported(second)).status).toBe('cancelled');
    expect(await desk.disagreements(reference)).toEqual(['moneyForClosedInvoice']);
  });

  it('begins once, however often the provider calls', async () => {
    const pending = await payments.pending('tihti.ee');
    const reference = paidThrough(pending);
    await Promise.all(Array.from({ length: 10 }, () => desk.callback(reference)));
    const [entry] = (await payments.reported(pending)).reserved_domains;
    await desk.callback(reference);
    expect((await payments.reported(pending)).reserved_domains).toEqual([entry]);
  });
});
