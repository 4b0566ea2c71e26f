import { beforeAll, describe } from 'vitest';
import { adjustAccount } from '#src/registry/operations/operator/adjust-account.ts';
import { type InvoiceStatus, invoiceStatuses, mayMove } from '#src/registry/rules/money/payment-state.ts';
import { token } from '../../support/billing.ts';
import { billingScenarios } from './billing-api.ts';
import { type BillingFixture, billingFixture, done, invoiceLook } from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);
const refused = (number: number, status: string) => `Status for ${number} wasn't updated; Status ${status}`;

interface Made {
  readonly number: number;
  readonly reference: string;
}

/** A new invoice, brought to where it is to stand. */
const invoiceWithStatus = (status: InvoiceStatus) => async (): Promise<Made> => {
  const number = await fixture.desk.invoice(fixture.registry);
  if (status !== 'refunded') {
    await done(
      fixture.registry.post('/invoice_generator/invoice_status', { invoice_number: number, status }),
    );
    return { number, reference: '' };
  }
  const reference = fixture.desk.payment(number, 'settled');
  await fixture.desk.callback(reference);
  fixture.provider.change(reference, { payment_state: 'refunded', standing_amount: 0 });
  await fixture.desk.callback(reference);
  return { number, reference };
};

const update = (status: string, fields: object = {}, graphFields: object = {}) => ({
  rest: ({ number }: Made) => ({
    method: 'POST' as const,
    url: '/invoice_generator/invoice_status',
    payload: { invoice_number: number, status, ...fields },
  }),
  graphql: ({ number }: Made) => ({
    mutation: 'invoiceStatusUpdate',
    input: { number, status: status.toUpperCase(), ...graphFields },
    select: 'invoice { status }',
  }),
  own: ({ number, reference }: Made) => (reference ? [number, reference] : [number]),
});

describe("an invoice's status", () => {
  for (const from of invoiceStatuses)
    for (const to of invoiceStatuses) {
      const allowed = mayMove(from, to, 'owner');
      scenario({
        title: `${allowed ? 'goes' : 'does not go'} from ${from} to ${to} when its service says so`,
        arrange: invoiceWithStatus(from),
        ...update(to),
        ...(allowed
          ? { status: 200, body: { message: 'Status updated' } }
          : {
              status: 422,
              body: ({ number }: Made) => ({ error: refused(number, to) }),
              code: 2304,
            }),
        effect: ({ number }) => [invoiceLook(number, { status: (allowed ? to : from).toUpperCase() })],
      });
    }

  scenario({
    title: 'is not found for an unknown invoice',
    arrange: async () => ({ number: 199_998, reference: '' }),
    ...update('paid'),
    status: 404,
    body: { error: 'Invoice with 199998 number not found in Invoice Status Controller' },
    code: 2303,
  });
  for (const initiator of ['auction', 'eeid', 'business_registry'])
    scenario({
      title: `is not for ${initiator} to change when the invoice is the registry's`,
      arrange: invoiceWithStatus('unpaid'),
      ...update('paid'),
      auth: token(initiator),
      status: 404,
      body: ({ number }: Made) => ({
        error: `Invoice with ${number} number not found in Invoice Status Controller`,
      }),
      code: 2303,
      effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
    });
  for (const number of [0, -1])
    scenario({
      title: `has no invoice with the number ${number}`,
      arrange: async () => ({ number, reference: '' }),
      ...update('paid'),
      status: 422,
      body: { error: { invoice_number: ['must be an integer'] } },
      code: 2005,
    });
  scenario({
    title: 'is one of the six',
    arrange: invoiceWithStatus('unpaid'),
    ...update('issued'),
    status: 422,
    body: { error: 'Wrong invoice status issued' },
    code: 'BAD_USER_INPUT',
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  scenario({
    title: 'needs a number and a status',
    arrange: invoiceWithStatus('unpaid'),
    ...update(
      'paid',
      { invoice_number: undefined, status: undefined },
      { number: undefined, status: undefined },
    ),
    status: 422,
    body: { error: { invoice_number: ['is missing'], status: ['is missing'] } },
    code: 'BAD_USER_INPUT',
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  scenario({
    title: 'of several with one number is found by the user',
    arrange: async () => {
      const fields = { custom_field2: 'business_registry', custom_field1: 'first-user' };
      const number = await fixture.desk.invoice(fixture.registry, fields);
      await done(
        fixture.registry.post('/invoice_generator/invoice_generator', {
          ...fields,
          invoice_number: number,
          transaction_amount: '20.0',
          custom_field1: 'other-user',
        }),
      );
      return { number, reference: '' };
    },
    ...update('cancelled', { user_unique_id: 'first-user' }, { userUniqueId: 'first-user' }),
    status: 200,
    effect: ({ number }) => [
      invoiceLook(number, { status: 'CANCELLED' }, 'first-user'),
      invoiceLook(number, { status: 'UNPAID' }, 'other-user'),
    ],
  });
  scenario({
    title: 'of a prepayment whose credit is spent is not taken back',
    arrange: async (tag) => {
      const reference = `7${tag === 'rr' ? '1' : '2'}`;
      await done(
        fixture.registry.post('/import_data/reference_data', [
          { reference_number: reference, initiator: 'registry', registrar_name: 'Beta Names' },
        ]),
      );
      const number = await fixture.desk.invoice(fixture.registry, {
        reference_number: reference,
        transaction_amount: '5000.00',
      });
      await done(
        fixture.registry.post('/invoice_generator/invoice_status', {
          invoice_number: number,
          status: 'paid',
        }),
      );
      const { container } = fixture.world;
      await container.runner.run(
        adjustAccount,
        { registrar: 'BETA', amount: '-4999.00', description: 'spent' },
        { actor: { kind: 'operator', token: 'test', role: 'ADMIN' }, request: { id: 'test', via: 'rest' } },
      );
      return { number, reference };
    },
    ...update('cancelled'),
    status: 422,
    body: ({ number }: Made) => ({ error: `Status for ${number} wasn't updated; its credit is spent` }),
    code: 2104,
    effect: ({ number }) => [invoiceLook(number, { status: 'PAID' })],
  });
});
