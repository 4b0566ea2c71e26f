import { beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, receiver } from '../../support/receiver.ts';
import { billingApi, billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  deliver,
  invoiceLook,
  type Made,
  nothingWaits,
  outboxLook,
  own,
  pending,
} from './billing-fixture.ts';
import { callGraphql, callRest, type MutationTwin, type RestTwin } from './twins.ts';

let fixture: BillingFixture;
let eInvoices: Receiver;
beforeAll(async () => {
  eInvoices = await receiver(
    '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><EInvoiceResponse><Message>Success</Message></EInvoiceResponse></S:Body></S:Envelope>',
  );
  fixture = await billingFixture({
    E_INVOICE_URL: eInvoices.url,
    E_INVOICE_PASSWORD: 'secret',
  });
});
const scenario = billingScenarios(() => fixture.world);

const made = async (): Promise<Made> => ({ number: await fixture.desk.invoice(fixture.auction) });

describe('an e-invoice', () => {
  const sent = (rest: object = {}, graphql: object = {}) => ({
    rest: ({ number }: Made): RestTwin => ({
      method: 'POST',
      url: '/e_invoice/e_invoice',
      payload: {
        invoice: {
          number,
          issue_date: '2026-01-10',
          due_date: '2026-01-24',
          reference_no: '1234561',
          currency: 'EUR',
          total: '124.00',
          total_to_pay: '100.00',
          vat_rate: '24',
          monthly_invoice: false,
          ...party('seller'),
          seller_iban: 'EE557700771000598731',
          ...party('buyer'),
        },
        items: [
          {
            description: 'prepayment',
            price: '100',
            quantity: '1',
            unit: 'pc',
            subtotal: '100.0',
            vat_rate: '24',
            vat_amount: '24.0',
            total: '124.00',
          },
        ],
        vat_amount: '24.00',
        invoice_subtotal: '100.00',
        payable: true,
        buyer_billing_email: 'billing@acme.example',
        buyer_e_invoice_iban: 'LV97HABA0012345678910',
        seller_country_code: 'EE',
        buyer_country_code: 'LV',
        balance_date: '2026-01-01',
        balance_begin: '1.00',
        inbound: '2.50',
        outbound: '-3.00',
        balance_end: '0.50',
        ...rest,
      },
    }),
    graphql: ({ number }: Made): MutationTwin => ({
      mutation: 'invoiceSendAsEInvoice',
      input: {
        invoice: {
          number,
          issueDate: '2026-01-10',
          dueDate: '2026-01-24',
          referenceNumber: '1234561',
          currency: 'EUR',
          amount: '124.00',
          amountToPay: '100.00',
          vatRate: '24',
          monthly: false,
          seller: { ...graphParty('seller'), countryCode: 'EE', iban: 'EE557700771000598731' },
          buyer: {
            ...graphParty('buyer'),
            countryCode: 'LV',
            email: 'billing@acme.example',
            iban: 'LV97HABA0012345678910',
          },
        },
        items: [
          {
            description: 'prepayment',
            price: '100',
            quantity: '1',
            unit: 'pc',
            subtotal: '100.0',
            vatRate: '24',
            vatAmount: '24.0',
            amount: '124.00',
          },
        ],
        vatAmount: '24.00',
        subtotal: '100.00',
        payable: true,
        balance: { date: '2026-01-01', begin: '1.00', inbound: '2.50', outbound: '-3.00', end: '0.50' },
        ...graphql,
      },
      select: 'number',
    }),
    auth: byAuction,
    own,
  });
  const party = (role: string) =>
    Object.fromEntries(
      Object.entries(graphParty(role)).map(([key, value]) => [
        `${role}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
        value,
      ]),
    );
  function graphParty(role: string): Record<string, string> {
    const fields = ['name', 'regNo', 'vatNo', 'street', 'state', 'zip', 'city'];
    return Object.fromEntries(fields.map((field) => [field, `${role} ${field}`]));
  }

  scenario({
    title: 'is promised at once, and noted when the operator has taken it',
    arrange: made,
    ...sent(),
    status: 200,
    body: { message: 'Invoice data received', status: 'created' },
    effect: ({ number }) => [
      outboxLook({ ...pending(1), nodes: [{ kind: 'E_INVOICE', subject: '(own 1)' }] }),
      invoiceLook(number, { sentAsEInvoiceAt: null }),
      deliver,
      nothingWaits,
      invoiceLook(number, { sentAsEInvoiceAt: expect.any(String) }),
    ],
  });
  scenario({
    title: 'is not sent in a dry run',
    arrange: made,
    rest: (one) => ({ ...sent().rest(one), headers: { 'dry-run': 'true' } }),
    graphql: (one) => ({ ...sent().graphql(one), dryRun: true }),
    auth: byAuction,
    own,
    status: 200,
    effect: () => [nothingWaits],
  });
  scenario({
    title: "is not another service's to send",
    arrange: async () => ({ number: await fixture.desk.invoice(fixture.registry) }),
    ...sent(),
    status: 422,
    body: { error: { invoice: ['belongs to another service'] } },
    code: 2306,
    effect: () => [nothingWaits],
  });
  scenario({
    title: 'is not sent for a service that sends none',
    arrange: made,
    ...sent({ initiator: 'shop' }, { initiator: 'shop' }),
    status: 422,
    body: { error: { initiator: ['is not a service of yours that exports invoices'] } },
    code: 2306,
    effect: () => [nothingWaits],
  });
  for (const [title, rest, graphql, error] of [
    ['without an invoice', { invoice: undefined }, { invoice: undefined }, { invoice: ['is missing'] }],
    ['that is a text', { invoice: '150005' }, { invoice: '150005' }, { invoice: ['must be an object'] }],
    ['without a number', { invoice: {} }, { invoice: {} }, { invoice: ['is missing'] }],
    ['with lines that are none', { items: 'x' }, { items: 'x' }, { items: ['must be an array of objects'] }],
  ] as const)
    scenario({
      title: `${title} is refused`,
      arrange: made,
      ...sent(rest, graphql),
      status: 422,
      body: { error },
      code: 'BAD_USER_INPUT',
      effect: () => [nothingWaits],
    });

  it('is the same document from both APIs, payable or not', async () => {
    const caller = { auth: await byAuction };
    for (const payable of [true, false]) {
      const twins = sent({ payable }, { payable });
      const documents: string[] = [];
      for (const api of ['rest', 'graphql'] as const) {
        const one = await made();
        eInvoices.received.length = 0;
        if (api === 'rest') await callRest(fixture.world, billingApi.root, twins.rest(one), caller);
        else await callGraphql(fixture.world, twins.graphql(one), caller);
        await fixture.world.container.outbox.drain();
        documents.push(
          String(eInvoices.received[0]?.body)
            .replaceAll(String(one.number), '(number)')
            .replace(/<FileId>[0-9a-f]{20}</, '<FileId>(its own)<'),
        );
      }
      expect(documents[0]).toContain('<FileId>(its own)<');
      expect(documents[0]).toContain(payable ? '<Payable>YES<' : '<Payable>NO<');
      expect(documents[0]).toContain('<PostalAddress2>buyer state</PostalAddress2>');
      expect(documents[0]).toContain('<BalanceBegin>1.00</BalanceBegin>');
      expect(documents[1]).toBe(documents[0]);
    }
  });
});
