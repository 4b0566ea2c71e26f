import { beforeAll, beforeEach, describe } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  customerUrl,
  done,
  invoiceLook,
  lastOrder,
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

const reported = reportPayment(() => fixture.provider);

describe('a deposit prepayment', () => {
  const prepay = (rest: object = {}, graphql: object = {}) => ({
    arrange: async (tag: string) => ({ domain: `d-${tag}.ee` }),
    rest: ({ domain }: { domain: string }) => ({
      method: 'POST' as const,
      url: '/invoice_generator/deposit_prepayment',
      payload: {
        affiliation: 'auction_deposit',
        description: `auction_deposit ${domain}, user_uuid u-1, user_email u@example.com`,
        transaction_amount: '500.0',
        customer_url: customerUrl,
        ...rest,
      },
    }),
    graphql: ({ domain }: { domain: string }) => ({
      mutation: 'depositPrepaymentCreate',
      input: {
        domainName: domain,
        userUuid: 'u-1',
        userEmail: 'u@example.com',
        amount: '500.0',
        customerUrl,
        ...graphql,
      },
      select: 'paymentUrl',
    }),
    auth: byAuction,
  });
  const own = () => [lastPayment(fixture.provider), lastOrder(fixture.provider)];

  scenario({
    title: 'makes an invoice from the range of deposits, and a payment',
    ...prepay({ reference_number: '1234561' }, { referenceNumber: '1234561' }),
    status: 201,
    reported,
    own,
    effect: () => [
      invoiceLook(lastOrder(fixture.provider), {
        status: 'UNPAID',
        amount: '500.00',
        initiator: 'auction',
        referenceNumber: '1234561',
        description: 'auction_deposit d-...ee, user_uuid u-1, user_email u@example.com',
        deposit: { domainName: 'd-...ee', userUuid: 'u-1', userEmail: 'u@example.com' },
        payments: [{ reference: '(own 1)', state: 'IN_PROGRESS', amount: '500.00' }],
      }),
    ],
  });

  const refused = (
    title: string,
    rest: object,
    graphql: object,
    error: object,
    code: number | 'BAD_USER_INPUT',
  ) =>
    scenario({
      title: `is refused with ${title}`,
      ...prepay(rest, graphql),
      arrange: async (tag) => ({ domain: `none-${tag}.ee` }),
      status: 422,
      body: { error },
      code,
      effect: ({ domain }) => [
        {
          query: `mutation ($domain: DomainName!) {
            depositStatusUpdate(input: { domainName: $domain, userUuid: "u-1", status: PAID }) {
              userErrors { resultCode message }
            }
          }`,
          variables: { domain },
          shows: { resultCode: 2303 },
        },
      ],
    });
  refused(
    'no sum',
    { transaction_amount: '0.0' },
    { amount: '0.0' },
    { transaction_amount: ['must be greater than 0'] },
    2004,
  );
  refused(
    'a negative sum, a foreign address and a foreign name',
    { transaction_amount: '-5.00', customer_url: 'https://evil.test', custom_field2: 'eeid' },
    { amount: '-5.00', customerUrl: 'https://evil.test', initiator: 'eeid' },
    {
      customer_url: ['this url not supported'],
      transaction_amount: ['must be an amount such as 20.00'],
      custom_field2: ['is a service that you may not act for'],
    },
    2306,
  );
  refused(
    'an empty address',
    { customer_url: ' ' },
    { customerUrl: ' ' },
    { customer_url: ['must be filled'] },
    2003,
  );
  refused(
    'nothing said of whose it is',
    { description: '' },
    { domainName: '' },
    { description: ['must be filled'] },
    2003,
  );
  refused(
    'a domain of 256 characters',
    { description: `auction_deposit ${'d'.repeat(256)}, user_uuid u-1, user_email u@example.com` },
    { domainName: 'd'.repeat(256) },
    { description: ['size cannot be greater than 255'] },
    2004,
  );
  refused(
    'everything missing',
    { description: undefined, transaction_amount: undefined, customer_url: undefined },
    { domainName: undefined, userUuid: undefined, amount: undefined, customerUrl: undefined },
    { customer_url: ['is missing'], description: ['is missing'], transaction_amount: ['is missing'] },
    'BAD_USER_INPUT',
  );
  scenario({
    title: 'asks nobody in a dry run, and takes no number',
    ...prepay(),
    rest: (made) => ({ ...prepay().rest(made), headers: { 'dry-run': 'true' } }),
    graphql: (made) => ({ ...prepay().graphql(made), dryRun: true }),
    status: 201,
    body: { message: 'Link created', oneoff_redirect_link: null },
    effect: () => [
      {
        query: '{ invoices(first: 1, orderBy: { field: NUMBER }) { nodes { number } } }',
        shows: { nodes: [{ number: 10_001 }] },
      },
    ],
  });
  scenario({
    title: 'is the same again over either API for the same idempotency key',
    ...prepay(),
    arrange: async (tag) => {
      const domain = `key-${tag}.ee`;
      const { payload } = prepay().rest({ domain });
      await done(
        fixture.auction.post('/invoice_generator/deposit_prepayment', payload, {
          'idempotency-key': domain,
        }),
      );
      return { domain };
    },
    rest: (made) => ({ ...prepay().rest(made), headers: { 'idempotency-key': made.domain } }),
    graphql: (made) => ({ ...prepay().graphql(made), idempotencyKey: made.domain }),
    status: 201,
    reported,
    own,
  });
  scenario({
    title: 'is not made when the range of deposits is used up',
    ...prepay(),
    arrange: async (tag) => {
      const { container, clock } = fixture.world;
      await putSetting(container.database.db, 'invoice_number_auction_deposit_max', '10000', clock.now());
      return { domain: `d-${tag}.ee` };
    },
    status: 501,
    body: { message: 'Number create failed. out of range', error: 'out of range' },
    code: 2004,
  });
});
