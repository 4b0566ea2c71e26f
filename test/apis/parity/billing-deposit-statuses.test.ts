import { beforeAll, describe } from 'vitest';
import { token } from '../../support/billing.ts';
import { billingScenarios } from './billing-api.ts';
import { type BillingFixture, billingFixture, byAuction, done, invoiceLook } from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);
const refused = (number: number, status: string) => `Status for ${number} wasn't updated; Status ${status}`;

describe("a deposit's status", () => {
  interface Deposit {
    readonly number: number;
    readonly domain: string;
  }
  let last = 0;
  /** A deposit, and what its service says of it one after the other. */
  const deposit =
    (...words: readonly string[]) =>
    async (): Promise<Deposit> => {
      last += 1;
      const domain = `deposit-${last}.ee`;
      const number = await fixture.desk.invoice(fixture.auction, {
        affiliation: 'auction_deposit',
        custom_field1: `auction_deposit ${domain}, user_uuid u-1, user_email u@example.com`,
      });
      for (const status of words)
        await done(
          fixture.auction.post('/invoice_generator/deposit_status', {
            domain_name: domain,
            user_uuid: 'u-1',
            status,
          }),
        );
      return { number, domain };
    };
  const tell = (status: string, fields: object = {}, graphFields: object = {}) => ({
    rest: ({ domain }: Deposit) => ({
      method: 'POST' as const,
      url: '/invoice_generator/deposit_status',
      payload: { domain_name: domain, user_uuid: 'u-1', status, ...fields },
    }),
    graphql: ({ domain }: Deposit) => ({
      mutation: 'depositStatusUpdate',
      input: { domainName: domain, userUuid: 'u-1', status: status.toUpperCase(), ...graphFields },
      select: 'invoice { number status }',
    }),
    auth: byAuction,
    own: ({ number, domain }: Deposit) => [number, domain],
  });

  for (const [words, to, status] of [
    [[], 'paid', 'PAID'],
    [[], 'prepayment', 'UNPAID'],
    [['paid'], 'paid', 'PAID'],
    [['paid'], 'prepayment', 'UNPAID'],
    [['paid'], 'returned', 'REFUNDED'],
    [['paid', 'returned'], 'returned', 'REFUNDED'],
  ] as const)
    scenario({
      title: `is ${to} after ${words.join(', then ') || 'nothing'}`,
      arrange: deposit(...words),
      ...tell(to),
      status: 200,
      body: { message: 'Status updated' },
      effect: ({ number }) => [invoiceLook(number, { status })],
    });
  for (const [words, to, wanted, status] of [
    [[], 'returned', 'refunded', 'UNPAID'],
    [['paid', 'returned'], 'paid', 'paid', 'REFUNDED'],
    [['paid', 'returned'], 'prepayment', 'unpaid', 'REFUNDED'],
  ] as const)
    scenario({
      title: `is not ${to} after ${words.join(', then ') || 'nothing'}`,
      arrange: deposit(...words),
      ...tell(to),
      status: 422,
      body: ({ number }: Deposit) => ({ error: refused(number, wanted) }),
      code: 2304,
      effect: ({ number }) => [invoiceLook(number, { status })],
    });
  scenario({
    title: 'can be set by the number of the invoice',
    arrange: deposit(),
    rest: ({ number }) => ({
      method: 'POST',
      url: '/invoice_generator/deposit_status',
      payload: { invoice_number: number, status: 'paid' },
    }),
    graphql: ({ number }) => ({
      mutation: 'depositStatusUpdate',
      input: { number, status: 'PAID' },
    }),
    auth: byAuction,
    status: 200,
    own: ({ number, domain }) => [number, domain],
    effect: ({ number }) => [invoiceLook(number, { status: 'PAID' })],
  });
  scenario({
    title: 'is not found by the number of an invoice that is no deposit',
    arrange: async () => ({ number: await fixture.desk.invoice(fixture.auction), domain: '' }),
    rest: ({ number }) => ({
      method: 'POST',
      url: '/invoice_generator/deposit_status',
      payload: { invoice_number: number, status: 'paid' },
    }),
    graphql: ({ number }) => ({
      mutation: 'depositStatusUpdate',
      input: { number, status: 'PAID' },
    }),
    auth: byAuction,
    status: 422,
    body: ({ number }: Deposit) => ({
      error: `Invoice with ${number} not found in Deposit Status Controller`,
    }),
    code: 2303,
    own: ({ number }) => [number],
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  const notFound = ({ domain }: Deposit) => ({
    error: `Invoice with ${domain} and u-1 not found in Deposit Status Controller`,
  });
  scenario({
    title: "is nobody else's to change",
    arrange: deposit(),
    ...tell('paid'),
    auth: token('registry'),
    status: 422,
    body: notFound,
    code: 2303,
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  scenario({
    title: 'is not found for words that only look alike',
    arrange: deposit(),
    ...tell('paid', { user_uuid: '%' }, { userUuid: '%' }),
    status: 422,
    body: ({ domain }: Deposit) => ({
      error: `Invoice with ${domain} and % not found in Deposit Status Controller`,
    }),
    code: 2303,
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  scenario({
    title: 'needs the domain and the bidder',
    arrange: deposit(),
    ...tell(
      'paid',
      { domain_name: undefined, user_uuid: undefined },
      { domainName: undefined, userUuid: undefined },
    ),
    status: 422,
    body: { error: { domain_name: ['is missing'], user_uuid: ['is missing'] } },
    code: 2003,
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
  scenario({
    title: 'is one of three words',
    arrange: deposit(),
    ...tell('refunded'),
    status: 422,
    body: { error: 'Wrong invoice status  in Deposit Status Controller' },
    code: 'BAD_USER_INPUT',
    effect: ({ number }) => [invoiceLook(number, { status: 'UNPAID' })],
  });
});
