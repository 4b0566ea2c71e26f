import { beforeAll, describe, expect } from 'vitest';
import type { Loose } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import { type BillingFixture, billingFixture, invoiceLook } from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);
const nothing = async () => ({});

describe('importing invoices', () => {
  const firstOf = { rr: 120_000, gg: 121_000 } as Record<string, number>;
  const counts = {
    rest: ({ message }: Loose) => String(message).match(/\d+/g)?.map(Number),
    graphql: ({ added, skipped }: Loose) => [Number(added), Number(skipped)],
  };
  scenario({
    title: 'keeps what was known of them, and skips what is known or does not read',
    arrange: async (tag) => {
      const first = (firstOf[tag] ?? 0) + 1;
      await fixture.registry.post('/import_data/invoice_data', [
        { invoice_number: first, initiator: 'registry', transaction_amount: '7', status: 'cancelled' },
      ]);
      return { first };
    },
    rest: ({ first }) => ({
      method: 'POST',
      url: '/import_data/invoice_data',
      payload: [
        { invoice_number: first, initiator: 'registry', transaction_amount: '8.00', status: 'paid' },
        { invoice_number: first + 1, initiator: 'registry', transaction_amount: '9.5', status: 'issued' },
        { invoice_number: first + 1, initiator: 'registry', transaction_amount: '9.6', status: 'paid' },
        {
          invoice_number: first + 2,
          initiator: 'business_registry',
          transaction_amount: '20.00',
          status: 'paid',
          in_directo: true,
          e_invoice_sent_at: '2023-01-02T10:00:00Z',
          transaction_time: '2023-01-01T10:00:00Z',
        },
        { invoice_number: first + 3, initiator: 'auction', transaction_amount: '1', status: 'paid' },
        { invoice_number: first + 4, initiator: 'registry', transaction_amount: '-1.00', status: 'paid' },
        { invoice_number: 0, initiator: 'registry', transaction_amount: '1.00', status: 'paid' },
      ],
    }),
    graphql: ({ first }) => ({
      mutation: 'invoicesImport',
      input: {
        invoices: [
          { number: first, amount: '8.00', status: 'PAID' },
          { number: first + 1, amount: '9.5', status: 'UNPAID' },
          { number: first + 1, amount: '9.6', status: 'PAID' },
          {
            number: first + 2,
            initiator: 'business_registry',
            amount: '20.00',
            status: 'PAID',
            inAccounting: true,
            eInvoiceSentAt: '2023-01-02T10:00:00Z',
            transactionTime: '2023-01-01T10:00:00Z',
          },
          { number: first + 3, initiator: 'auction', amount: '1', status: 'PAID' },
          { number: first + 4, amount: '-1.00', status: 'PAID' },
          { number: 0, amount: '1.00', status: 'PAID' },
        ],
      },
      select: 'added skipped',
    }),
    status: 200,
    reported: counts,
    own: ({ first }) => [0, 1, 2, 3, 4].map((step) => first + step),
    effect: ({ first }) => [
      invoiceLook(first, { status: 'CANCELLED', amount: '7.00' }),
      invoiceLook(first + 1, { status: 'UNPAID', amount: '9.50', description: 'prepended' }),
      invoiceLook(first + 2, {
        status: 'PAID',
        initiator: 'business_registry',
        exportedToAccountingAt: expect.any(String),
        sentAsEInvoiceAt: '2023-01-02T12:00:00.000+02:00',
        paidAt: '2023-01-01T12:00:00.000+02:00',
      }),
      invoiceLook(first + 3, { resultCode: 2303 }),
      invoiceLook(first + 4, { resultCode: 2303 }),
    ],
  });
  scenario({
    title: 'of none adds none',
    arrange: nothing,
    rest: () => ({ method: 'POST', url: '/import_data/invoice_data', payload: [] }),
    graphql: () => ({ mutation: 'invoicesImport', input: { invoices: [] }, select: 'added skipped' }),
    status: 200,
    reported: counts,
  });
  scenario({
    title: 'needs a list of them',
    arrange: nothing,
    rest: () => ({ method: 'POST', url: '/import_data/invoice_data', payload: {} }),
    graphql: () => ({ mutation: 'invoicesImport', input: {} }),
    status: 422,
    code: 'BAD_USER_INPUT',
  });
});

describe('importing reference numbers', () => {
  scenario({
    title: 'takes each once, whatever it looks like',
    arrange: async (tag) => ({ tag }),
    rest: ({ tag }) => ({
      method: 'POST',
      url: '/import_data/reference_data',
      payload: [
        { reference_number: `R-${tag}`, initiator: 'registry', registrar_name: 'Alpha Domains' },
        { reference_number: `R-${tag}`, initiator: 'registry', registrar_name: 'Beta Names' },
        { reference_number: `B-${tag}`, initiator: 'business_registry' },
        { reference_number: `A-${tag}`, initiator: 'auction' },
        { reference_number: '', initiator: 'registry' },
      ],
    }),
    graphql: ({ tag }) => ({
      mutation: 'referenceNumbersImport',
      input: {
        references: [
          { referenceNumber: `R-${tag}`, owner: 'Alpha Domains' },
          { referenceNumber: `R-${tag}`, owner: 'Beta Names' },
          { referenceNumber: `B-${tag}`, initiator: 'business_registry' },
          { referenceNumber: `A-${tag}`, initiator: 'auction' },
          { referenceNumber: '' },
        ],
      },
      select: 'added skipped',
    }),
    status: 200,
    reported: {
      rest: ({ message }) => String(message).match(/\d+/g)?.map(Number),
      graphql: ({ added, skipped }) => [Number(added), Number(skipped)],
    },
    effect: ({ tag }) => [
      {
        query: `mutation ($number: String!) {
          referenceNumbersImport(input: { references: [{ referenceNumber: $number }] }) { added skipped }
        }`,
        variables: { number: `B-${tag}` },
        shows: { added: 0, skipped: 1 },
      },
    ],
  });
});
