import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { type Receiver, receiver } from '../../support/receiver.ts';
import { billingApi, billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  deliver,
  done,
  invoiceLook,
  type Made,
  nothingWaits,
  outboxLook,
  own,
  pending,
} from './billing-fixture.ts';
import { callGraphql, callRest, type MutationTwin, type RestTwin } from './twins.ts';

let fixture: BillingFixture;
let owner: Receiver;
beforeAll(async () => {
  owner = await receiver('{"message":"ok"}');
  fixture = await billingFixture({ OWNER_SERVICE_URLS: `auction=${owner.url}` });
  await fixture.world.listen();
});
const scenario = billingScenarios(() => fixture.world);

const made = async (): Promise<Made> => ({ number: await fixture.desk.invoice(fixture.auction) });

describe('an export to accounting', () => {
  const dates = { issue: '2026-01-10', paid: '2026-01-11' };
  const restItem = (number: unknown, changes: object = {}) => ({
    number,
    issue_date: dates.issue,
    transaction_date: dates.paid,
    currency: 'EUR',
    language: 'ENG',
    vat_amount: '2.40',
    total_wo_vat: '10.00',
    customer: { code: 'ACME', name: 'Acme & Co', destination: 'FI', vat_reg_no: 'FI1' },
    invoice_lines: [
      {
        product_id: 'OKSJON',
        description: 'Order',
        quantity: '1',
        price: '10.00',
        unit: 'pc',
        start_date: '2026-01-01',
        end_date: '2026-12-31',
      },
    ],
    ...changes,
  });
  const graphItem = (number: number, changes: object = {}) => ({
    number,
    date: dates.issue,
    transactionDate: dates.paid,
    currency: 'EUR',
    language: 'ENG',
    vatAmount: '2.40',
    subtotal: '10.00',
    customer: { code: 'ACME', name: 'Acme & Co', destination: 'FI', vatRegNo: 'FI1' },
    lines: [
      {
        productId: 'OKSJON',
        description: 'Order',
        quantity: '1',
        price: '10.00',
        unit: 'pc',
        startDate: '2026-01-01',
        endDate: '2026-12-31',
      },
    ],
    ...changes,
  });
  const exported = (
    numbers: (made: Made) => readonly number[],
    rest: object = {},
    graphql: object = {},
    changes: { rest?: object; graphql?: object } = {},
  ) => ({
    rest: (one: Made): RestTwin => ({
      method: 'POST',
      url: '/directo/directo',
      payload: { invoice_data: numbers(one).map((number) => restItem(number, changes.rest)), ...rest },
    }),
    graphql: (one: Made): MutationTwin => ({
      mutation: 'invoicesExportToAccounting',
      input: { invoices: numbers(one).map((number) => graphItem(number, changes.graphql)), ...graphql },
      select: 'numbers skipped xml',
    }),
    auth: byAuction,
    own,
  });
  const itself = ({ number }: Made) => [number];

  scenario({
    title: 'is promised at once, and marks the invoice when it was accepted',
    arrange: made,
    ...exported(itself),
    status: 201,
    body: { message: 'Invoice data received' },
    effect: ({ number }) => [
      outboxLook({ ...pending(1), nodes: [{ kind: 'ACCOUNTING', subject: '(own 1)' }] }),
      invoiceLook(number, { exportedToAccountingAt: null }),
      deliver,
      nothingWaits,
      invoiceLook(number, { exportedToAccountingAt: expect.any(String) }),
    ],
  });
  scenario({
    title: 'skips what is unknown, named twice or exported already',
    arrange: async () => {
      const one = await made();
      await done(fixture.auction.post('/directo/directo', { invoice_data: [restItem(one.number)] }));
      await fixture.world.container.outbox.drain();
      return one;
    },
    ...exported(({ number }) => [number, number, 199_000]),
    status: 201,
    body: { message: 'Invoice data received' },
    effect: () => [nothingWaits],
  });
  scenario({
    title: "skips another service's",
    arrange: async () => ({ number: await fixture.desk.invoice(fixture.registry) }),
    ...exported(itself),
    status: 201,
    effect: ({ number }) => [nothingWaits, invoiceLook(number, { exportedToAccountingAt: null })],
  });
  scenario({
    title: 'that accounting refuses becomes a dead letter',
    arrange: async () => {
      await fixture.world.container.database.db.deleteFrom('outbox').execute();
      return made();
    },
    ...exported(itself, {}, {}, { rest: { currency: '' }, graphql: { currency: '' } }),
    status: 201,
    effect: ({ number }) => [
      deliver,
      invoiceLook(number, { exportedToAccountingAt: null }),
      outboxLook({
        ...pending(0),
        nodes: [{ kind: 'ACCOUNTING', lastError: expect.stringMatching(/refused \(own 1\): Cu/) }],
      }),
    ],
  });
  scenario({
    title: 'sends nothing when only the document is wanted',
    arrange: made,
    ...exported(itself, { dry: true }, { dryRunXml: true }),
    status: 201,
    body: { message: 'Invoice data received' },
    effect: ({ number }) => [nothingWaits, invoiceLook(number, { exportedToAccountingAt: null })],
  });
  scenario({
    title: 'sends nothing in a dry run',
    arrange: made,
    rest: (one) => ({ ...exported(itself).rest(one), headers: { 'dry-run': 'true' } }),
    graphql: (one) => ({ ...exported(itself).graphql(one), dryRun: true }),
    auth: byAuction,
    own,
    status: 201,
    effect: ({ number }) => [nothingWaits, invoiceLook(number, { exportedToAccountingAt: null })],
  });
  for (const initiator of ['shop', 'registry', 'business_registry', 'billing_system'])
    scenario({
      title: `is not for the auction to order for ${initiator}`,
      arrange: made,
      ...exported(itself, { initiator }, { initiator }),
      status: 422,
      body: { error: { initiator: ['is not a service of yours that exports invoices'] } },
      code: 2306,
      effect: () => [nothingWaits],
    });
  scenario({
    title: 'is not for the business registry at all',
    arrange: made,
    ...exported(itself),
    auth: token('business_registry'),
    status: 422,
    body: { error: { initiator: ['is not a service of yours that exports invoices'] } },
    code: 2306,
    effect: () => [nothingWaits],
  });
  for (const [title, invoice_data, invoices, error] of [
    ['no invoices', undefined, undefined, ['is missing']],
    ['something that is no list of invoices', [5], [5], ['must be an array of objects']],
  ] as const)
    scenario({
      title: `of ${title} is refused`,
      arrange: made,
      ...exported(itself, { invoice_data }, { invoices }),
      status: 422,
      body: { error: { invoice_data: error } },
      code: 'BAD_USER_INPUT',
      effect: () => [nothingWaits],
    });

  it('is the same document from both APIs, for receipts and for summaries', async () => {
    const sent = async (call: (number: number) => Promise<unknown>, number: number) => {
      owner.received.length = 0;
      await call(number);
      await fixture.world.container.outbox.drain();
      const xml = owner.received.map(({ body }) => String(JSON.parse(body).xml_data));
      return xml.map((text) => text.replaceAll(String(number), '(number)'));
    };
    const caller = { auth: await byAuction };
    for (const monthly of [false, true]) {
      const twins = exported(
        itself,
        { monthly },
        { monthly },
        monthly ? { rest: { date: dates.issue } } : {},
      );
      const over = {
        rest: (number: number) => callRest(fixture.world, billingApi.root, twins.rest({ number }), caller),
        graphql: (number: number) => callGraphql(fixture.world, twins.graphql({ number }), caller),
      };
      const [first, second] = [await made(), await made()];
      const [document, ...others] = await sent(over.rest, first.number);
      expect(others).toEqual([]);
      expect(document).toContain('<invoice Number="(number)" InvoiceDate="2026-01-10"');
      expect(await sent(over.graphql, second.number)).toEqual([document]);
    }
  });
});
