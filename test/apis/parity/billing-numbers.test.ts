import { beforeAll, describe } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import type { Loose } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import { type BillingFixture, billingFixture, byAuction } from './billing-fixture.ts';
import type { Look } from './service-api.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);
const nothing = async () => ({});
const set = (name: string, value: string) =>
  putSetting(fixture.world.container.database.db, name, value, fixture.world.clock.now());

const generator = '/invoice_generator/invoice_number_generator';
const issue = {
  rest: () => ({ method: 'POST' as const, url: generator }),
  graphql: () => ({ mutation: 'invoiceNumberIssue', select: 'number' }),
};
const issued = {
  rest: ({ invoice_number }: Loose) => Number(invoice_number),
  graphql: ({ number }: Loose) => Number(number),
};

describe('an invoice number', () => {
  scenario({
    title: 'is issued, and an invoice can be made under it',
    arrange: nothing,
    ...issue,
    status: 201,
    reported: issued,
    own: (_, number) => [number],
    effect: (_, number) => [
      {
        query: `mutation ($number: Int!) {
          invoicePaymentLinkCreate(input: { number: $number, amount: "1.00" }) {
            invoice { number } userErrors { message }
          }
        }`,
        variables: { number },
        shows: { invoice: { number: '(own 1)' }, userErrors: [] },
      },
    ],
  });
  scenario({
    title: 'is not taken by a dry run',
    arrange: async () => {
      const { body } = await fixture.registry.post(generator);
      return { last: Number(body.invoice_number) };
    },
    rest: () => ({ method: 'POST', url: generator, headers: { 'dry-run': 'true' } }),
    graphql: () => ({ mutation: 'invoiceNumberIssue', select: 'number', dryRun: true }),
    status: 201,
    reported: issued,
    own: ({ last }, reported) => [last, reported],
    effect: ({ last }) => [
      // The next one is the number after the last that was really issued.
      {
        query: 'mutation { invoiceNumberIssue { number } }',
        shows: { number: '(own 2)' },
      },
      { query: `{ invoice(number: ${last}) { number } }`, shows: { resultCode: 2303 } },
    ],
  });
  scenario({
    title: 'is the same again for the same idempotency key',
    arrange: async (tag) => {
      const key = `number-${tag}`;
      const { body } = await fixture.registry.post(generator, undefined, { 'idempotency-key': key });
      return { key, first: Number(body.invoice_number) };
    },
    rest: ({ key }) => ({ method: 'POST', url: generator, headers: { 'idempotency-key': key } }),
    graphql: ({ key }) => ({
      mutation: 'invoiceNumberIssue',
      select: 'number',
      idempotencyKey: key,
    }),
    status: 201,
    reported: issued,
    own: ({ first }) => [first],
  });
  scenario({
    title: 'is for services with a token only',
    arrange: nothing,
    ...issue,
    auth: null,
    status: 401,
    body: { message: 'Access denied', code: '403' },
    code: 'UNAUTHENTICATED',
  });
});

describe('monthly numbers', () => {
  const monthly = (count: number) => ({
    rest: () => ({
      method: 'POST' as const,
      url: '/invoice_generator/monthly_invoice_numbers_generator',
      payload: { count },
    }),
    graphql: () => ({
      mutation: 'monthlyInvoiceNumbersIssue',
      input: { count },
      select: 'numbers',
    }),
  });
  scenario({
    title: 'come in a row',
    arrange: nothing,
    ...monthly(3),
    status: 201,
    reported: {
      rest: ({ invoice_numbers }) => (invoice_numbers as unknown as number[]).slice(),
      graphql: ({ numbers }) => (numbers as unknown as number[]).slice(),
    },
    own: (_, [first = 0]) => [first, first + 1, first + 2],
  });
  for (const count of [0, -1, 1001])
    scenario({
      title: `are not issued ${count} at a time`,
      arrange: nothing,
      ...monthly(count),
      status: 422,
      body: { error: { count: ['must be an integer from 1 to 1000'] } },
      code: 2005,
    });
  scenario({
    title: 'end with their range',
    arrange: nothing,
    ...monthly(99),
    status: 501,
    body: { message: 'Directo Counter is out of period!', error: 'out of range' },
    code: 2004,
  });
});

describe('a reference number', () => {
  const issueReference = (input: object) => ({
    rest: () => ({
      method: 'POST' as const,
      url: '/invoice_generator/reference_number_generator',
      payload: input,
    }),
    graphql: () => ({ mutation: 'referenceNumberIssue', input, select: 'referenceNumber' }),
  });
  const reported = {
    rest: ({ reference_number }: Loose) => String(reference_number),
    graphql: ({ referenceNumber }: Loose) => String(referenceNumber),
  };
  /** Importing it again finds it there. */
  const isKnown = (number: string): Look => ({
    query: `mutation ($number: String!) {
      referenceNumbersImport(input: { references: [{ referenceNumber: $number }] }) { added skipped }
    }`,
    variables: { number },
    shows: { added: 0, skipped: 1 },
  });
  for (const [title, input] of [
    ['for nobody in particular', {}],
    ['for an owner', { owner: 'Beta Names', email: 'b@example.com' }],
    ['for the business registry', { initiator: 'business_registry', owner: 'x' }],
  ] as const)
    scenario({
      title: `is issued ${title}`,
      arrange: nothing,
      ...issueReference(input),
      status: 201,
      reported,
      own: (_, number) => [number],
      effect: (_, number) => [isKnown(number)],
    });
  scenario({
    title: 'that belongs to a registrar marks its prepayments, which credit its account',
    arrange: async () => ({ number: Number((await fixture.registry.post(generator)).body.invoice_number) }),
    ...issueReference({ owner: 'ALPHA' }),
    status: 201,
    reported,
    own: ({ number }, reference) => [number, reference],
    effect: ({ number }, reference) => [
      {
        query: `mutation ($number: Int!, $reference: String!) {
          invoicePaymentLinkCreate(input: { number: $number, amount: "5.00", referenceNumber: $reference }) {
            userErrors { message }
          }
        }`,
        variables: { number, reference },
      },
      {
        query: `mutation ($number: Int!) {
          invoiceStatusUpdate(input: { number: $number, status: PAID }) {
            invoice { status referenceNumber } userErrors { message }
          }
        }`,
        variables: { number },
        shows: { invoice: { status: 'PAID', referenceNumber: '(own 2)' } },
      },
      {
        query: `query ($text: String!) {
          ledger(first: 5, registrar: "ALPHA", where: { description: { eq: $text } }) { nodes { amount kind } }
        }`,
        variables: { text: `Invoice no. ${number}` },
        auth: 'Bearer operator-sandbox',
        shows: { nodes: [{ amount: '5.00' }] },
      },
    ],
  });
  scenario({
    title: 'is not issued in the name of another service',
    arrange: nothing,
    ...issueReference({ initiator: 'registry' }),
    auth: byAuction,
    status: 422,
    body: { error: { initiator: ['is a service that you may not act for'] } },
    code: 2306,
  });
  scenario({
    title: 'has an owner of at most 255 characters',
    arrange: nothing,
    ...issueReference({ owner: 'x'.repeat(256), email: 'y'.repeat(256) }),
    status: 422,
    body: {
      error: {
        owner: ['size cannot be greater than 255'],
        email: ['size cannot be greater than 255'],
      },
    },
    code: 2004,
  });
});

describe('an invoice number at the end of its range', () => {
  scenario({
    title: 'is not to be had',
    arrange: async () => {
      await set('invoice_number_max', '150004');
      return {};
    },
    ...issue,
    status: 501,
    body: { message: 'Number create failed. out of range', error: 'out of range' },
    code: 2004,
  });
});
