import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi, billingDesk, token } from '../../../support/billing.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { alpha, type Loose, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
});
beforeEach(() => {
  provider.behaviour = 'well';
});

const fields = `id kind about paymentReference details raisedAt resolvedAt resolvedBy note
  payment { reference state amount standingAmount } invoice { number status }`;

async function list(where: string, auth?: string | null) {
  const { data, errors } = await ask(
    `{ paymentDisagreements(first: 50${where && `, where: ${where}`}) { totalCount nodes { ${fields} } } }`,
    {},
    auth,
  );
  return { errors, ...((data?.paymentDisagreements ?? {}) as { totalCount?: unknown; nodes?: Loose[] }) };
}
const of = async (reference: string) =>
  (await list(`{ paymentReference: { eq: "${reference}" } }`)).nodes ?? [];

/** An invoice of 10.00 for which the provider holds 9.99. */
async function tooSmall(): Promise<{ number: number; reference: string }> {
  const number = await desk.invoice(registry);
  const reference = desk.payment(number, 'settled', { initial_amount: 9.99, standing_amount: 9.99 });
  await desk.callback(reference);
  return { number, reference };
}

describe('paymentDisagreements', () => {
  it('shows an operator the report, our own state, and the invoice concerned', async () => {
    const { number, reference } = await tooSmall();
    expect(await of(reference)).toEqual([
      {
        id: expect.any(String),
        kind: 'AMOUNT_TOO_SMALL',
        about: null,
        paymentReference: reference,
        details: {
          state: 'settled',
          account: 'EUR-sandbox',
          order: String(number),
          initialAmount: '9.99',
          standingAmount: '9.99',
          invoice: number,
          amount: '10.00',
          status: 'unpaid',
        },
        raisedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        resolvedAt: null,
        resolvedBy: null,
        note: null,
        payment: { reference, state: 'SETTLED', amount: '9.99', standingAmount: '9.99' },
        invoice: { number, status: 'UNPAID' },
      },
    ]);
  });

  it('shows what was reported, and which child of a bulk payment it is about', async () => {
    const { reference } = await tooSmall();
    await desk.callback(reference, 'dispute_opened');
    await desk.callback(reference, 'issuer_reported_fraudulent');
    expect(await of(reference)).toMatchObject([
      { kind: 'REPORTED', about: 'issuer_reported_fraudulent' },
      { kind: 'REPORTED', about: 'dispute_opened' },
      { kind: 'AMOUNT_TOO_SMALL', about: null },
    ]);
    const child = await desk.invoice(auction);
    await auction.post('/invoice_generator/bulk_payment', {
      description: String(child),
      transaction_amount: '10.0',
      customer_url: 'https://auction.example/',
    });
    const bulk = [...provider.payments.keys()].at(-1) ?? '';
    await desk.callback(desk.payment(child, 'settled'));
    provider.change(bulk, { payment_state: 'settled' });
    await desk.callback(bulk);
    expect(await of(bulk)).toMatchObject([
      { kind: 'CHILD_NOT_PAYABLE', about: String(child), invoice: { number: child } },
    ]);
  });

  it('reports a payment for nothing that we know', async () => {
    const reference = desk.payment(199_999, 'settled');
    await desk.callback(reference);
    expect(await of(reference)).toMatchObject([
      { kind: 'UNKNOWN_INVOICE', invoice: null, payment: { reference, state: 'SETTLED' } },
    ]);
    const stranger = desk.payment(199_999, 'settled', { account_name: 'EUR-other' });
    await desk.callback(stranger);
    expect(await of(stranger)).toMatchObject([{ kind: 'ACCOUNT_MISMATCH', payment: null }]);
  });

  it('is filtered by kind and by whether it is open, newest first, page by page', async () => {
    const { nodes = [] } = await list('{ kind: { in: [REPORTED, UNKNOWN_INVOICE] } }');
    expect(nodes.map(({ kind }) => kind)).toEqual(['UNKNOWN_INVOICE', 'REPORTED', 'REPORTED']);
    for (const where of [
      '{ kind: { notIn: [REPORTED] } }',
      '{ kind: { ne: REPORTED } }',
      '{ not: { kind: { eq: REPORTED } } }',
    ])
      expect((await list(where)).nodes).not.toContainEqual(expect.objectContaining({ kind: 'REPORTED' }));
    expect((await list('{ raisedAt: { lt: "-P1D" } }')).totalCount).toBe(0);
    const page = async (after?: unknown) => {
      const { data } = await ask(
        'query ($after: String) { paymentDisagreements(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }',
        { after },
      );
      return data.paymentDisagreements;
    };
    const ids: unknown[] = [];
    let cursor: unknown;
    for (let more = true; more; ) {
      const { nodes: some, pageInfo } = await page(cursor);
      ids.push(...(some as unknown as Loose[]).map(({ id }) => id));
      more = Boolean(pageInfo.hasNextPage);
      cursor = pageInfo.endCursor;
    }
    expect(ids).toHaveLength(Number((await list('')).totalCount));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is for nobody else', async () => {
    for (const auth of [alpha, portal, await token('registry'), null]) {
      const { errors } = await list('', auth);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
    }
  });
});

describe('paymentDisagreementResolve', () => {
  const open = async () => Number((await list('{ resolvedAt: { isNull: true } }')).totalCount);
  const metric = async () => {
    const { text } = await world.request({ url: '/metrics', auth: null });
    return Number(/^zonegraph_payment_disagreements (\d+)$/m.exec(text)?.[1]);
  };

  it('puts it aside with a note, out of the list and of the metric, once', async () => {
    const { reference } = await tooSmall();
    const [{ id } = { id: 0 }] = await of(reference);
    const before = await open();
    expect(await metric()).toBe(before);
    const payload = await mutate(
      'paymentDisagreementResolve',
      { id, note: 'The customer paid the cent.' },
      `paymentDisagreement { ${fields} }`,
    );
    expectDone(payload);
    expect(payload.paymentDisagreement).toMatchObject({
      id,
      resolvedAt: expect.any(String),
      resolvedBy: expect.stringMatching(/^operator/),
      note: 'The customer paid the cent.',
    });
    expect(await open()).toBe(before - 1);
    expect(await metric()).toBe(before - 1);
    expectRefused(await mutate('paymentDisagreementResolve', { id }, 'paymentDisagreement { id }'), 2303);
    // The provider repeating itself does not raise it again.
    await desk.callback(reference);
    expect(await open()).toBe(before - 1);
  });

  it('finds nothing under another number', async () => {
    expectRefused(await mutate('paymentDisagreementResolve', { id: 999_999 }, ''), 2303);
    expectRefused(await mutate('paymentDisagreementResolve', { id: 0 }, ''), 2303);
  });

  it('is for operators only', async () => {
    const [{ id } = { id: 0 }] = (await list('{ resolvedAt: { isNull: true } }')).nodes ?? [];
    for (const auth of [alpha, portal, await token('registry'), null])
      await expect(mutate('paymentDisagreementResolve', { id }, '', auth)).rejects.toThrow(
        'GRAPHQL_VALIDATION_FAILED',
      );
  });
});

describe("an operator's answer to a disagreement", () => {
  it('an invoice that the money was too small for is bound by hand, or given up', async () => {
    const { number } = await tooSmall();
    const payload = await mutate('invoiceStatusUpdate', { number, status: 'PAID' }, 'invoice { status }');
    expectDone(payload);
    expect(payload.invoice).toEqual({ status: 'PAID' });
  });

  it('a payment is given back', async () => {
    const number = await desk.invoice(auction);
    const reference = desk.payment(number, 'settled', { initial_amount: 100, standing_amount: 100 });
    await desk.callback(reference);
    expect(await of(reference)).toMatchObject([{ kind: 'AMOUNT_TOO_LARGE', invoice: { status: 'PAID' } }]);
    const payload = await mutate(
      'invoiceRefund',
      { number },
      'invoice { status payments { state standingAmount } }',
    );
    expectDone(payload);
    expect(payload.invoice).toEqual({
      status: 'REFUNDED',
      payments: [{ state: 'REFUNDED', standingAmount: '0.00' }],
    });
  });
});
