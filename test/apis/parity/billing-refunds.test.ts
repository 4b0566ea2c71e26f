import { beforeAll, describe } from 'vitest';
import { insertBulkItems, updateInvoice } from '#src/registry/store/billing/invoices.ts';
import { token } from '../../support/billing.ts';
import type { Behaviour } from '../../support/payment-provider.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  customerUrl,
  done,
  invoiceLook,
  lastOrder,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);

interface Asked {
  readonly number: number;
}

describe('a refund', () => {
  const refund = {
    rest: ({ number }: Asked) => ({
      method: 'POST' as const,
      url: '/refund/auction',
      payload: { params: { invoice_number: number } },
    }),
    graphql: ({ number }: Asked) => ({
      mutation: 'invoiceRefund',
      input: { number },
      select: 'invoice { status }',
    }),
    auth: byAuction as Promise<string>,
    own: ({ number }: Asked) => [number, reference],
  };
  let reference = '';
  let other = 0;
  const paid =
    (behaviour: Behaviour = 'well') =>
    async (): Promise<Asked> => {
      fixture.provider.behaviour = 'well';
      const number = await fixture.desk.invoice(fixture.auction);
      reference = fixture.desk.payment(number, 'settled');
      await fixture.desk.callback(reference);
      fixture.provider.behaviour = behaviour;
      return { number };
    };
  const stays =
    (status: string) =>
    ({ number }: Asked) => [invoiceLook(number, { status })];

  scenario({
    title: 'gives all of the money back',
    arrange: paid(),
    ...refund,
    status: 200,
    body: { message: 'Invoice was refunded' },
    effect: ({ number }) => [
      invoiceLook(number, {
        status: 'REFUNDED',
        payments: [{ state: 'REFUNDED', amount: '10.00', standingAmount: '0.00' }],
      }),
    ],
  });
  scenario({
    title: 'that was made already is not made again',
    arrange: async () => {
      const made = await paid()();
      await done(fixture.auction.post('/refund/auction', { params: { invoice_number: made.number } }));
      return made;
    },
    ...refund,
    status: 200,
    effect: stays('REFUNDED'),
  });
  scenario({
    title: 'is refused by the provider in its own words',
    arrange: paid('refuse'),
    ...refund,
    status: 422,
    body: { error: { code: 4997, message: 'The timestamp is not valid' } },
    code: 2306,
    effect: stays('PAID'),
  });
  for (const behaviour of ['error 500', 'garbage', 'hang up'] as const)
    scenario({
      title: `is not made while the provider answers badly (${behaviour})`,
      arrange: paid(behaviour),
      ...refund,
      status: 502,
      body: { error: 'Payment provider unavailable' },
      code: 2400,
      effect: stays('PAID'),
    });
  scenario({
    title: 'needs a payment',
    arrange: async () => ({ number: await fixture.desk.invoice(fixture.auction) }),
    ...refund,
    status: 422,
    body: { error: { payment_reference: ['Reference number is invalid'] } },
    code: 2306,
    effect: stays('UNPAID'),
  });
  scenario({
    title: 'finds nothing of another service',
    arrange: paid(),
    ...refund,
    auth: token('eeid'),
    status: 404,
    body: { error: 'Invoice not found' },
    code: 2303,
    effect: stays('PAID'),
  });
  scenario({
    title: 'finds nothing under an unknown number',
    arrange: async () => ({ number: 199_000 }),
    ...refund,
    status: 404,
    body: { error: 'Invoice not found' },
    code: 2303,
  });
  scenario({
    title: 'of one child of a bulk payment is refused',
    arrange: async () => {
      const number = await fixture.desk.invoice(fixture.auction);
      await done(
        fixture.auction.post('/invoice_generator/bulk_payment', {
          description: String(number),
          transaction_amount: '10.0',
          customer_url: customerUrl,
        }),
      );
      reference = [...fixture.provider.payments.keys()].at(-1) ?? '';
      fixture.provider.change(reference, { payment_state: 'settled' });
      await fixture.desk.callback(reference);
      return { number };
    },
    ...refund,
    own: ({ number }) => [number, reference, lastOrder(fixture.provider)],
    status: 422,
    body: { error: { payment_reference: ['belongs to a bulk payment; refund that one'] } },
    code: 2306,
    effect: stays('PAID'),
  });
  scenario({
    title: 'does not ask what an invoice says of itself: one that was paid alone gets its own money back',
    arrange: async () => {
      const { number } = await paid()();
      const { db } = fixture.world.container.database;
      other = await fixture.desk.invoice(fixture.auction);
      await insertBulkItems(db, (await fixture.desk.find(other)).id, [(await fixture.desk.find(number)).id]);
      await updateInvoice(db, (await fixture.desk.find(number)).id, { description: `related to ${other}` });
      return { number };
    },
    ...refund,
    own: ({ number }) => [number, reference, other],
    status: 200,
    effect: stays('REFUNDED'),
  });
});
