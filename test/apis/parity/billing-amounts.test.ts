import { beforeAll, describe } from 'vitest';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  done,
  invoiceLook,
  type Made,
  own,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);

const invoiceWithStatus =
  (status = 'unpaid') =>
  async (): Promise<Made> => {
    const number = await fixture.desk.invoice(fixture.registry);
    await done(
      fixture.registry.post('/invoice_generator/invoice_status', { invoice_number: number, status }),
    );
    return { number };
  };

const change = (amount: string) => ({
  rest: ({ number }: Made) => ({
    method: 'PATCH' as const,
    url: '/invoice/update_invoice_data',
    payload: { invoice_number: number, transaction_amount: amount },
  }),
  graphql: ({ number }: Made) => ({
    mutation: 'invoiceAmountUpdate',
    input: { number, amount },
    select: 'invoice { amount paymentLink }',
  }),
  own,
});

describe("an invoice's amount", () => {
  scenario({
    title: 'changes while it is open',
    arrange: invoiceWithStatus(),
    ...change('12.40'),
    status: 200,
    body: { message: 'Invoice data was successfully updated' },
    effect: ({ number }) => [invoiceLook(number, { amount: '12.40', status: 'UNPAID' })],
  });
  scenario({
    title: 'stays once it is paid',
    arrange: invoiceWithStatus('paid'),
    ...change('12.40'),
    status: 422,
    body: ({ number }: Made) => ({ error: `Amount for ${number} wasn't updated; Status paid` }),
    code: 2304,
    effect: ({ number }) => [invoiceLook(number, { amount: '10.00' })],
  });
  scenario({
    title: 'is more than nothing',
    arrange: invoiceWithStatus(),
    ...change('0.00'),
    status: 422,
    body: { error: { transaction_amount: ['must be greater than 0'] } },
    code: 2004,
  });
  scenario({
    title: 'is no business of another service',
    arrange: invoiceWithStatus(),
    ...change('12.40'),
    auth: byAuction,
    status: 404,
    body: { error: 'Invoice not found' },
    code: 2303,
  });
});
