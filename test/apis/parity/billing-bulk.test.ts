import { beforeAll, beforeEach, describe } from 'vitest';
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

describe('a bulk payment', () => {
  interface Children {
    /** Two of the auction's, one of the registry's, one that is paid. */
    readonly numbers: readonly number[];
  }
  const children = async (): Promise<Children> => {
    const own = [];
    for (const transaction_amount of ['100.00', '23.00'])
      own.push(await fixture.desk.invoice(fixture.auction, { transaction_amount }));
    const foreign = await fixture.desk.invoice(fixture.registry);
    const paid = await fixture.desk.invoice(fixture.auction);
    await done(
      fixture.auction.post('/invoice_generator/invoice_status', { invoice_number: paid, status: 'paid' }),
    );
    return { numbers: [...own, foreign, paid] };
  };
  const bulk = (
    which: (numbers: readonly number[]) => readonly number[],
    rest: object = {},
    graphql: object = {},
  ) => ({
    arrange: children,
    rest: ({ numbers }: Children) => ({
      method: 'POST' as const,
      url: '/invoice_generator/bulk_payment',
      payload: {
        description: which(numbers).join(' '),
        transaction_amount: '123.0',
        customer_url: customerUrl,
        ...rest,
      },
    }),
    graphql: ({ numbers }: Children) => ({
      mutation: 'invoiceBulkPaymentCreate',
      input: { invoiceNumbers: which(numbers), amount: '123.0', customerUrl, ...graphql },
      select: 'paymentUrl',
    }),
    auth: byAuction,
  });
  const both = ([first = 0, second = 0]: readonly number[]) => [first, second];
  const own = ({ numbers }: Children) => [
    ...numbers,
    lastPayment(fixture.provider),
    lastOrder(fixture.provider),
  ];
  const untouched = ({ numbers }: Children) =>
    both(numbers).map((number) => invoiceLook(number, { status: 'UNPAID', parent: null }));

  scenario({
    title: 'has a number of its own range, its children and a payment',
    ...bulk(both, { reference_number: '1234561' }, { referenceNumber: '1234561' }),
    status: 201,
    reported,
    own,
    effect: ({ numbers }) => [
      invoiceLook(lastOrder(fixture.provider), {
        status: 'UNPAID',
        amount: '123.00',
        initiator: 'auction',
        description: '(own 1) (own 2)',
        referenceNumber: '1234561',
        children: [{ number: '(own 1)' }, { number: '(own 2)' }],
        payments: [{ reference: '(own 5)' }],
      }),
      ...both(numbers).map((number) => invoiceLook(number, { parent: { number: '(own 6)' } })),
    ],
  });

  const refused = (
    title: string,
    request: ReturnType<typeof bulk>,
    error: (numbers: readonly number[]) => object,
    code: number | 'BAD_USER_INPUT',
  ) =>
    scenario({
      title: `is refused with ${title}`,
      ...request,
      status: 422,
      body: ({ numbers }: Children) => ({ error: error(numbers) }),
      code,
      own: ({ numbers }: Children) => numbers,
      effect: untouched,
    });
  refused(
    'an unknown child',
    bulk(([first = 0]) => [first, 199_000]),
    () => ({ description: ['invoice 199000 not found'] }),
    2306,
  );
  refused(
    "another service's child",
    bulk(([first = 0, , foreign = 0]) => [first, foreign]),
    ([, , foreign]) => ({ description: [`invoice ${foreign} not found`] }),
    2306,
  );
  refused(
    'a paid child and the same child twice',
    bulk(([first = 0, , , paid = 0]) => [first, first, paid]),
    ([first, , , paid]) => ({
      description: [`invoice ${first} is named twice`, `invoice ${paid} is paid`],
    }),
    2306,
  );
  for (const amount of ['122.99', '123.01'])
    refused(
      `the sum ${amount}`,
      bulk(both, { transaction_amount: amount }, { amount }),
      () => ({ transaction_amount: ['must be the total of the invoices, 123.00'] }),
      2306,
    );
  refused(
    'no sum',
    bulk(both, { transaction_amount: '0.00' }, { amount: '0.00' }),
    () => ({ transaction_amount: ['must be greater than 0'] }),
    2004,
  );
  refused(
    'a negative sum',
    bulk(both, { transaction_amount: '-123.00' }, { amount: '-123.00' }),
    () => ({ transaction_amount: ['must be an amount such as 20.00'] }),
    2005,
  );
  refused(
    'no children',
    bulk(() => []),
    () => ({ description: ['must be filled'] }),
    2003,
  );
  refused(
    '501 children',
    bulk(() => Array.from({ length: 501 }, (_, index) => index + 1)),
    () => ({ description: ['size cannot be greater than 500'] }),
    2004,
  );
  refused(
    'a foreign address and a foreign name',
    bulk(
      both,
      { customer_url: 'https://evil.test/', custom_field2: 'registry' },
      { customerUrl: 'https://evil.test/', initiator: 'registry' },
    ),
    () => ({
      customer_url: ['this url not supported'],
      custom_field2: ['is a service that you may not act for'],
    }),
    2306,
  );
  refused(
    'children that are no numbers',
    bulk(both, { description: 'Topup 150007' }, { invoiceNumbers: ['Topup'] }),
    () => ({ description: ['must be invoice numbers separated by spaces'] }),
    'BAD_USER_INPUT',
  );
  refused(
    'everything missing',
    bulk(
      both,
      { description: undefined, transaction_amount: undefined, customer_url: undefined },
      { invoiceNumbers: undefined, amount: undefined, customerUrl: undefined },
    ),
    () => ({
      customer_url: ['is missing'],
      description: ['is missing'],
      transaction_amount: ['is missing'],
    }),
    'BAD_USER_INPUT',
  );
  scenario({
    title: 'does not take another bulk payment for a child',
    ...bulk(both),
    arrange: async () => {
      const { numbers } = await children();
      await done(
        fixture.auction.post('/invoice_generator/bulk_payment', {
          description: both(numbers).join(' '),
          transaction_amount: '123.00',
          customer_url: customerUrl,
        }),
      );
      return { numbers: [lastOrder(fixture.provider), ...numbers] };
    },
    rest: ({ numbers }) => ({
      method: 'POST',
      url: '/invoice_generator/bulk_payment',
      payload: { description: `${numbers[0]}`, transaction_amount: '123.0', customer_url: customerUrl },
    }),
    graphql: ({ numbers }) => ({
      mutation: 'invoiceBulkPaymentCreate',
      input: { invoiceNumbers: [numbers[0]], amount: '123.0', customerUrl },
    }),
    status: 422,
    body: ({ numbers }: Children) => ({
      error: { description: [`invoice ${numbers[0]} is a bulk payment itself`] },
    }),
    code: 2306,
    own: ({ numbers }) => numbers,
  });
});
