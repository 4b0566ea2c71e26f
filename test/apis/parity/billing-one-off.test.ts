import { beforeAll, beforeEach, describe } from 'vitest';
import { type BillingApi, token } from '../../support/billing.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  customerUrl,
  done,
  invoiceLook,
  lastPayment,
  reportPayment,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
beforeEach(() => {
  fixture.provider.behaviour = 'well';
  fixture.provider.requests.length = 0;
});
const scenario = billingScenarios(() => fixture.world);
type Made = { readonly number: number };

const madeBy =
  (api: () => BillingApi, fields: object = {}) =>
  async (): Promise<Made> => ({
    number: await fixture.desk.invoice(api(), fields),
  });
const auctions = madeBy(() => fixture.auction);
const moved =
  (...statuses: readonly string[]) =>
  async (): Promise<Made> => {
    const { number } = await auctions();
    for (const status of statuses)
      await done(
        fixture.auction.post('/invoice_generator/invoice_status', { invoice_number: number, status }),
      );
    return { number };
  };

const oneOff = (rest: object = {}, graphql: object = {}) => ({
  rest: ({ number }: Made) => ({
    method: 'POST' as const,
    url: '/invoice_generator/oneoff',
    payload: { invoice_number: String(number), customer_url: customerUrl, ...rest },
  }),
  graphql: ({ number }: Made) => ({
    mutation: 'invoiceOneOffPaymentCreate',
    input: { number, customerUrl, ...graphql },
    select: 'paymentUrl',
  }),
  auth: byAuction,
});
const reported = reportPayment(() => fixture.provider);
const own = ({ number }: Made) => [number, lastPayment(fixture.provider)];
/** The invoice is as before, and no payment was made for it. */
const untouched = ({ number }: Made, status = 'UNPAID') => [invoiceLook(number, { status, payments: [] })];

describe('a one-off payment', () => {
  scenario({
    title: 'is made at the provider and belongs to the invoice from then on',
    arrange: auctions,
    ...oneOff({ reference_number: '1234561', amount: 'ignored' }, { referenceNumber: '1234561' }),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [
      invoiceLook(number, {
        status: 'UNPAID',
        payments: [{ reference: '(own 2)', state: 'IN_PROGRESS', amount: '10.00' }],
      }),
    ],
  });
  for (const status of ['failed', 'overdue'])
    scenario({
      title: `is made for an invoice that is ${status}`,
      arrange: moved(status),
      ...oneOff(),
      status: 201,
      reported,
      own,
      effect: ({ number }) => [invoiceLook(number, { status: status.toUpperCase() })],
    });
  for (const status of ['paid', 'cancelled'])
    scenario({
      title: `is not made for an invoice that is ${status}`,
      arrange: moved(status),
      ...oneOff(),
      status: 422,
      body: ({ number }: Made) => ({ error: `Invoice with ${number} is ${status}` }),
      code: 2304,
      own,
      effect: (made) => untouched(made, status.toUpperCase()),
    });
  scenario({
    title: 'may be for an invoice of the business registry when the registry asks',
    arrange: madeBy(() => fixture.registry, {
      custom_field2: 'business_registry',
      custom_field1: 'a1b2c3d4-e',
    }),
    ...oneOff(),
    auth: token('registry'),
    status: 201,
    reported,
    own,
  });
  scenario({
    title: "is not made for another service's invoice",
    arrange: madeBy(() => fixture.registry),
    ...oneOff(),
    status: 422,
    body: ({ number }: Made) => ({ error: `Invoice with ${number} not found in internal system` }),
    code: 2303,
    own,
    effect: (made) => untouched(made),
  });
  for (const number of [199_990, 0, -5])
    scenario({
      title: `is not made for the number ${number}, before its fields are looked at`,
      arrange: async () => ({ number }),
      ...oneOff({ customer_url: 'https://evil.test' }, { customerUrl: 'https://evil.test' }),
      status: 422,
      body: { error: `Invoice with ${number} not found in internal system` },
      code: 2303,
    });
  for (const url of [
    'https://evil.test/',
    'http://auction.example/',
    'https://auction.example.evil.test/',
    'https://user:pw@auction.example/',
    'not a url',
    '',
  ])
    scenario({
      title: `does not send the customer to ${JSON.stringify(url)}`,
      arrange: auctions,
      ...oneOff({ customer_url: url }, { customerUrl: url }),
      status: 422,
      body: { error: { customer_url: [url === '' ? 'must be filled' : 'this url not supported'] } },
      code: url === '' ? 2003 : 2306,
      own,
      effect: (made) => untouched(made),
    });
  scenario({
    title: 'is shown all that is wrong with its fields together',
    arrange: auctions,
    ...oneOff(
      { customer_url: 'x'.repeat(2001), reference_number: '1'.repeat(256) },
      { customerUrl: 'x'.repeat(2001), referenceNumber: '1'.repeat(256) },
    ),
    status: 422,
    body: {
      error: {
        customer_url: ['size cannot be greater than 2000'],
        reference_number: ['size cannot be greater than 255'],
      },
    },
    code: 2004,
    own,
    effect: (made) => untouched(made),
  });
  scenario({
    title: 'needs a number and a customer URL',
    arrange: auctions,
    ...oneOff(
      { invoice_number: undefined, customer_url: undefined },
      { number: undefined, customerUrl: undefined },
    ),
    status: 422,
    body: { error: 'Internal error: called invoice withour number. Please contact to administrator' },
    code: 'BAD_USER_INPUT',
    own,
    effect: (made) => untouched(made),
  });
  scenario({
    title: 'asks nobody in a dry run',
    arrange: auctions,
    rest: (made) => ({ ...oneOff().rest(made), headers: { 'dry-run': 'true' } }),
    graphql: (made) => ({ ...oneOff().graphql(made), dryRun: true }),
    auth: byAuction,
    status: 201,
    body: { message: 'Link created', oneoff_redirect_link: null },
    reported,
    own,
    effect: (made) => untouched(made),
  });
  scenario({
    title: 'is made once for an idempotency key',
    arrange: async () => {
      const { number } = await auctions();
      const key = `oneoff-${number}`;
      const body = { invoice_number: String(number), customer_url: customerUrl };
      await done(fixture.auction.post('/invoice_generator/oneoff', body, { 'idempotency-key': key }));
      return { number, key, reference: lastPayment(fixture.provider) };
    },
    rest: (made) => ({ ...oneOff().rest(made), headers: { 'idempotency-key': made.key } }),
    graphql: (made) => ({ ...oneOff().graphql(made), idempotencyKey: made.key }),
    auth: byAuction,
    status: 201,
    reported,
    own: ({ number, reference }) => [number, reference],
    effect: ({ number }) => [invoiceLook(number, { payments: [{ reference: '(own 2)' }] })],
  });
});
