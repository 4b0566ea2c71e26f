import { beforeAll, describe } from 'vitest';
import { operator } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  link,
  newNumber,
  noInvoice,
  own,
} from './billing-fixture.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = billingScenarios(() => fixture.world);

const number = () => newNumber(fixture);

describe('a request for a payment link', () => {
  const refused = (
    title: string,
    rest: object,
    graphql: object,
    error: object,
    code: number | 'BAD_USER_INPUT',
    auth?: Promise<string>,
  ) =>
    scenario({
      title: `${title} is refused`,
      arrange: number,
      ...link(rest, graphql),
      ...(auth && { auth }),
      status: 422,
      body: { error },
      code,
      own,
      effect: ({ number }) => [noInvoice(number)],
    });

  refused(
    "in another service's name",
    { custom_field2: 'registry' },
    { initiator: 'registry' },
    { custom_field2: ['is a service that you may not act for'] },
    2306,
    byAuction,
  );
  refused(
    'with a negative amount',
    { transaction_amount: '-1.00' },
    { amount: '-1.00' },
    { transaction_amount: ['must be an amount such as 20.00'] },
    2005,
  );
  refused(
    'with an amount beyond all amounts',
    { transaction_amount: '12345678901.00' },
    { amount: '12345678901.00' },
    { transaction_amount: ['must be an amount such as 20.00'] },
    2005,
  );
  refused(
    'with two things wrong',
    { transaction_amount: '-1.00', custom_field2: 'shop' },
    { amount: '-1.00', initiator: 'shop' },
    {
      custom_field2: ['is a service that you may not act for'],
      transaction_amount: ['must be an amount such as 20.00'],
    },
    2306,
  );
  refused(
    'with texts that are too long',
    { custom_field1: 'x'.repeat(2001), customer_name: 'y'.repeat(2001), reference_number: 'z'.repeat(256) },
    {
      description: 'x'.repeat(2001),
      customerName: 'y'.repeat(2001),
      referenceNumber: 'z'.repeat(256),
    },
    {
      custom_field1: ['size cannot be greater than 2000'],
      customer_name: ['size cannot be greater than 2000'],
      reference_number: ['size cannot be greater than 255'],
    },
    2004,
  );
  for (const number of [0, -5])
    refused(
      `for the number ${number}`,
      { invoice_number: number },
      { number },
      { invoice_number: ['must be an integer'] },
      2005,
    );
  refused(
    'for a number that is none',
    { invoice_number: 'INV-100' },
    { number: 'INV-100' },
    { invoice_number: ['must be an integer'] },
    'BAD_USER_INPUT',
  );
  refused(
    'for a number beyond all numbers',
    { invoice_number: 99_999_999_999 },
    { number: 99_999_999_999 },
    { invoice_number: ['must be an integer'] },
    'BAD_USER_INPUT',
  );
  refused(
    'without number and amount',
    { invoice_number: undefined, transaction_amount: undefined },
    { number: undefined, amount: undefined },
    { invoice_number: ['is missing'], transaction_amount: ['is missing'] },
    'BAD_USER_INPUT',
  );
  refused(
    'with an amount that is none',
    { transaction_amount: 'twenty' },
    { amount: 'twenty' },
    { transaction_amount: ['must be an amount such as 20.00'] },
    'BAD_USER_INPUT',
  );
  refused(
    'with names that are no list of texts',
    { reserved_domain_names: [5] },
    { reservedNames: [5] },
    { reserved_domain_names: ['must be an array of strings'] },
    'BAD_USER_INPUT',
  );
  scenario({
    title: 'of nobody is refused',
    arrange: number,
    ...link({}, {}),
    auth: null,
    status: 401,
    code: 'UNAUTHENTICATED',
    own,
    effect: ({ number }) => [{ ...noInvoice(number), auth: operator }],
  });
});
