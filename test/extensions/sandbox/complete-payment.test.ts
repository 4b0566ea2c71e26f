import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CompletedPayment,
  type Completion,
  completePayment,
} from '#src/extensions/sandbox/complete-payment.ts';
import { paymentsOfOrder } from '#src/extensions/sandbox/store/sandbox-payments.ts';
import type { Outcome } from '#src/registry/operations/runner/outcome.ts';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { token } from '../../support/billing.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await world.listen();
});

const call = {
  actor: { kind: 'operator', token: 'test', role: 'ADMIN' },
  request: { id: 'test', via: 'graphql' },
} as const;

async function issuedNumber(): Promise<number> {
  const answer = await world.request({
    method: 'POST',
    url: '/api/v1/invoice_generator/invoice_number_generator',
    auth: await token('registry'),
  });
  return Number(answer.body.invoice_number);
}

/** An unpaid invoice of 20.00, shared by as many as are named. */
async function invoice(...userUniqueIds: string[]): Promise<number> {
  const number = await issuedNumber();
  for (const userUniqueId of userUniqueIds.length > 0 ? userUniqueIds : [undefined]) {
    const answer = await world.request({
      method: 'POST',
      url: '/api/v1/invoice_generator/invoice_generator',
      auth: await token('registry'),
      payload: {
        invoice_number: number,
        transaction_amount: '20.0',
        custom_field2: userUniqueId ? 'business_registry' : 'registry',
        custom_field1: userUniqueId ?? 'top-up',
        ...(userUniqueId && { reserved_domain_names: [`n${number}.ee`] }),
      },
    });
    expect(answer.status).toBe(201);
  }
  return number;
}

interface Wish {
  readonly outcome: Completion;
  readonly userUniqueId?: string;
  readonly amount?: string;
}
const complete = (invoiceNumber: number, wish: Wish): Promise<Outcome<CompletedPayment>> =>
  completePayment(world.container, { invoiceNumber, ...wish }, call);
const statusOf = async (invoiceNumber: number, userUniqueId?: string) =>
  (await invoiceByNumber(world.container.database.db, invoiceNumber, userUniqueId))?.status;
const referenceIn = (outcome: Outcome<CompletedPayment>) =>
  outcome.ok ? outcome.value.paymentReference : undefined;
const payments = (invoiceNumber: number) =>
  paymentsOfOrder(world.container.database.db, String(invoiceNumber));

describe('completing a payment in the sandbox', () => {
  it.each([
    ['settled', 'paid'],
    ['failed', 'failed'],
    ['abandoned', 'failed'],
    ['voided', 'cancelled'],
    ['sent_for_processing', 'unpaid'],
  ] as const)('%s leaves the invoice %s when it returns', async (outcome, status) => {
    const one = await invoice();
    expect(await complete(one, { outcome })).toMatchObject({
      ok: true,
      value: { paymentReference: expect.stringMatching(/^[0-9a-f]{64}$/), invoiceId: expect.any(Number) },
    });
    expect(await statusOf(one)).toBe(status);
  });

  it('continues the same payment from settled to refunded', async () => {
    const one = await invoice();
    const settled = await complete(one, { outcome: 'settled' });
    const refunded = await complete(one, { outcome: 'refunded' });
    expect(referenceIn(refunded)).toBe(referenceIn(settled));
    expect(await statusOf(one)).toBe('refunded');
  });

  it('keeps the invoice paid when only a part is refunded, or it is charged back', async () => {
    const one = await invoice();
    await complete(one, { outcome: 'settled' });
    await complete(one, { outcome: 'refunded', amount: '5.00' });
    expect(await statusOf(one)).toBe('paid');
    expect(await complete(one, { outcome: 'refunded', amount: '15.01' })).toMatchObject({
      ok: false,
      failures: [{ code: 'PARAMETER_VALUE_RANGE', message: 'Only 15.00 of the payment stands' }],
    });
    await complete(one, { outcome: 'chargebacked' });
    expect(await statusOf(one)).toBe('paid');
    expect(await payments(one)).toMatchObject([{ payment_state: 'chargebacked' }]);
  });

  it('can be repeated: the same payment is reported again', async () => {
    const one = await invoice();
    const first = await complete(one, { outcome: 'settled' });
    const second = await complete(one, { outcome: 'settled' });
    expect(referenceIn(second)).toBe(referenceIn(first));
    expect(await payments(one)).toHaveLength(1);
  });

  it('notifies nobody again when a request is repeated', async () => {
    const one = await invoice();
    const send = () =>
      world.request({
        method: 'POST',
        url: '/graphql',
        auth: operator,
        payload: {
          query: `mutation { sandboxPaymentComplete(input: { number: ${one}, outcome: SETTLED }, idempotencyKey: "paid-${one}") {
            paymentReference userErrors { message } } }`,
        },
      });
    const first = await send();
    const { db } = world.container.database;
    const reference = String(first.body.data.sandboxPaymentComplete.paymentReference);
    // As if nobody had been told: whoever tells would be seen.
    const unsupported = db.updateTable('sandbox_callbacks').set({ attempts: 0, done_at: null });
    await unsupported.where('payment_reference', '=', reference).execute();
    const again = await send();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(
      await db
        .selectFrom('sandbox_callbacks')
        .selectAll()
        .where('payment_reference', '=', reference)
        .execute(),
    ).toMatchObject([{ attempts: 0, done_at: null }]);
  });

  it('settles what the bank was still processing', async () => {
    const one = await invoice();
    const begun = await complete(one, { outcome: 'sent_for_processing' });
    expect(referenceIn(await complete(one, { outcome: 'settled' }))).toBe(referenceIn(begun));
    expect(await statusOf(one)).toBe('paid');
  });

  it('succeeds after a failure by a new payment, and a late failure changes nothing', async () => {
    const one = await invoice();
    const failed = await complete(one, { outcome: 'failed' });
    const settled = await complete(one, { outcome: 'settled' });
    expect(referenceIn(settled)).not.toBe(referenceIn(failed));
    await complete(one, { outcome: 'failed' });
    expect(await statusOf(one)).toBe('paid');
  });

  it('leaves the invoice unpaid when too little is paid, until enough is', async () => {
    const one = await invoice();
    await complete(one, { outcome: 'settled', amount: '19.99' });
    expect(await statusOf(one)).toBe('unpaid');
    await complete(one, { outcome: 'settled' });
    expect(await statusOf(one)).toBe('paid');
  });

  it('pays for the named customer when several share a number, and refuses the second', async () => {
    const one = await invoice('aaaaaaaa-1', 'bbbbbbbb-2');
    await complete(one, { outcome: 'settled', userUniqueId: 'aaaaaaaa-1' });
    expect(await statusOf(one, 'aaaaaaaa-1')).toBe('paid');
    expect(await statusOf(one, 'bbbbbbbb-2')).not.toBe('paid');
    expect(await complete(one, { outcome: 'settled', userUniqueId: 'bbbbbbbb-2' })).toMatchObject({
      ok: false,
      failures: [{ code: 'OBJECT_STATUS_PROHIBITS' }],
    });
  });

  it.each([
    ['10.001', 'PARAMETER_VALUE_SYNTAX'],
    ['0', 'PARAMETER_VALUE_RANGE'],
    ['-1.00', 'PARAMETER_VALUE_RANGE'],
  ])('refuses the amount %s', async (amount, code) => {
    const one = await invoice();
    expect(await complete(one, { outcome: 'settled', amount })).toMatchObject({
      ok: false,
      failures: [{ code }],
    });
  });

  it('knows no invoice that is not there', async () => {
    expect(await complete(199_999, { outcome: 'settled' })).toMatchObject({
      ok: false,
      failures: [{ code: 'OBJECT_DOES_NOT_EXIST' }],
    });
  });

  it('is refused where another provider is configured', async () => {
    const other = await testWorld({ LINKPAY_URL: 'https://provider.example/lp' });
    const one = await invoice();
    expect(
      await completePayment(other.container, { invoiceNumber: one, outcome: 'settled' }, call),
    ).toMatchObject({
      ok: false,
      failures: [{ code: 'COMMAND_USE' }],
    });
  });
});
