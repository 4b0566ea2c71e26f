import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { Behaviour } from '../../support/payment-provider.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  customerUrl,
  invoiceLook,
  lastOrder,
  noInvoice,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
beforeEach(async () => {
  fixture.provider.behaviour = 'well';
  fixture.provider.requests.length = 0;
  // What is asked for often enough is left in peace for a while; here each scenario is to reach the provider.
  await settleDown();
});
const scenario = billingScenarios(() => fixture.world);

/** A good answer closes the circuit that bad ones have opened. */
async function settleDown(): Promise<void> {
  const number = await fixture.desk.invoice(fixture.auction);
  await fixture.desk.callback(fixture.desk.payment(number, 'initial'));
}

interface Asked {
  readonly number: number;
}
const twins = {
  'a one-off payment': {
    rest: ({ number }: Asked) => ({
      method: 'POST' as const,
      url: '/invoice_generator/oneoff',
      payload: { invoice_number: String(number), customer_url: customerUrl },
    }),
    graphql: ({ number }: Asked) => ({
      mutation: 'invoiceOneOffPaymentCreate',
      input: { number, customerUrl },
    }),
    left: ({ number }: Asked) => [invoiceLook(number, { status: 'UNPAID', payments: [] })],
  },
  'a bulk payment': {
    rest: ({ number }: Asked) => ({
      method: 'POST' as const,
      url: '/invoice_generator/bulk_payment',
      payload: { description: String(number), transaction_amount: '10.00', customer_url: customerUrl },
    }),
    graphql: ({ number }: Asked) => ({
      mutation: 'invoiceBulkPaymentCreate',
      input: { invoiceNumbers: [number], amount: '10.00', customerUrl },
    }),
    left: ({ number }: Asked) => [
      invoiceLook(number, { status: 'UNPAID', parent: null }),
      noInvoice(lastOrder(fixture.provider)),
    ],
  },
  'a deposit prepayment': {
    rest: () => ({
      method: 'POST' as const,
      url: '/invoice_generator/deposit_prepayment',
      payload: {
        description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
        transaction_amount: '500.0',
        customer_url: customerUrl,
      },
    }),
    graphql: () => ({
      mutation: 'depositPrepaymentCreate',
      input: {
        domainName: 'd.ee',
        userUuid: 'u-1',
        userEmail: 'u@example.com',
        amount: '500.0',
        customerUrl,
      },
    }),
    left: () => [noInvoice(lastOrder(fixture.provider))],
  },
};

for (const [what, { rest, graphql, left }] of Object.entries(twins))
  describe(what, () => {
    const arrange = (behaviour: Behaviour) => async (): Promise<Asked> => {
      fixture.provider.behaviour = 'well';
      await settleDown();
      const number = await fixture.desk.invoice(fixture.auction);
      fixture.provider.behaviour = behaviour;
      return { number };
    };
    const own = ({ number }: Asked) => [number, lastOrder(fixture.provider)];

    scenario({
      title: "hands on the provider's refusal and leaves nothing behind",
      arrange: arrange('refuse'),
      rest,
      graphql,
      auth: byAuction,
      status: 422,
      body: { error: { code: 4997, message: 'The timestamp is not valid' } },
      code: 2306,
      own,
      effect: left,
    });
    for (const behaviour of ['error 500', 'garbage', 'redirect', 'hang up', 'huge'] as const)
      scenario({
        title: `is not promised when the provider answers badly (${behaviour}), and nothing is left behind`,
        arrange: arrange(behaviour),
        rest,
        graphql,
        auth: byAuction,
        status: 502,
        body: { error: 'Payment provider unavailable' },
        code: 2400,
        own,
        effect: left,
      });
  });

describe('a provider that is down', () => {
  afterAll(() => fixture.provider.up());
  scenario({
    title: 'makes no payment, and both APIs say that it may be tried again',
    arrange: async () => {
      const number = await fixture.desk.invoice(fixture.auction);
      await fixture.provider.down();
      return { number };
    },
    ...twins['a one-off payment'],
    auth: byAuction,
    status: 502,
    body: { error: 'Payment provider unavailable' },
    code: 2400,
    own: ({ number }) => [number],
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID', payments: [] })],
  });
});

describe('a provider that takes too long', () => {
  let hasty: BillingFixture;
  beforeAll(async () => {
    hasty = await billingFixture();
    hasty.provider.slowMs = 12_000;
  });
  const slowly = billingScenarios(() => hasty.world);
  slowly({
    title: 'makes no payment that is shown to anybody',
    arrange: async () => {
      hasty.provider.behaviour = 'well';
      const number = await hasty.desk.invoice(hasty.auction);
      hasty.provider.behaviour = 'slow';
      return { number };
    },
    ...twins['a one-off payment'],
    auth: byAuction,
    status: 502,
    body: { error: 'Payment provider unavailable' },
    code: 2400,
    own: ({ number }) => [number],
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID', payments: [] })],
  });
});
