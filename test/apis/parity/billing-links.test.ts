import { beforeAll, describe } from 'vitest';
import type { Loose } from '../../support/world.ts';
import { billingScenarios } from './billing-api.ts';
import {
  type BillingFixture,
  billingFixture,
  byAuction,
  done,
  invoiceLook,
  link,
  linkUrl,
  type Made,
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
const auctionsNumber = () => newNumber(fixture, 'auction');
const reported = {
  rest: ({ everypay_link }: Loose) => String(everypay_link),
  graphql: ({ paymentUrl }: Loose) => String(paymentUrl),
};

describe('a payment link', () => {
  scenario({
    title: 'carries everything that was said, and its invoice keeps it',
    arrange: number,
    ...link(
      {
        transaction_amount: '100.5',
        custom_field1: 'prepended',
        custom_field2: 'registry',
        customer_name: "Jüri O'Neil (OÜ)",
        customer_email: 'a+b@example.com',
        reference_number: '1234567',
      },
      {
        amount: '100.5',
        description: 'prepended',
        initiator: 'registry',
        customerName: "Jüri O'Neil (OÜ)",
        customerEmail: 'a+b@example.com',
        referenceNumber: '1234567',
      },
    ),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [
      invoiceLook(number, {
        status: 'UNPAID',
        amount: '100.50',
        initiator: 'registry',
        description: 'prepended',
        referenceNumber: '1234567',
      }),
    ],
  });
  scenario({
    title: "is the caller's own and says `reload balance` when nothing else is said",
    arrange: auctionsNumber,
    ...link({}, {}),
    auth: byAuction,
    status: 201,
    reported,
    own,
    effect: ({ number }) => [invoiceLook(number, { initiator: 'auction', description: 'reload balance' })],
  });
  scenario({
    title: 'of a reservation shows who reserves, and which names',
    arrange: number,
    ...link(
      {
        custom_field2: 'business_registry',
        custom_field1: 'a1b2c3d4-e',
        reserved_domain_names: ['a.ee', 'b.ee'],
      },
      { initiator: 'business_registry', userUniqueId: 'a1b2c3d4-e', reservedNames: ['a.ee', 'b.ee'] },
    ),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [
      invoiceLook(
        number,
        {
          initiator: 'business_registry',
          userUniqueId: 'a1b2c3d4-e',
          description: 'Reserved domain names: a.ee, b.ee; User unique id: a1b2c3d4-e',
        },
        'a1b2c3d4-e',
      ),
      {
        url: `/invoice/reserved_domains_invoice_statuses?invoice_number=${number}&user_unique_id=a1b2c3d4-e`,
        shows: { status: 200, body: { invoice_status: 'unpaid' } },
      },
    ],
  });
  scenario({
    title: 'of a deposit keeps whose deposit it is',
    arrange: auctionsNumber,
    ...link(
      {
        affiliation: 'auction_deposit',
        custom_field1: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
      },
      { deposit: { domainName: 'd.ee', userUuid: 'u-1', userEmail: 'u@example.com' } },
    ),
    auth: byAuction,
    status: 201,
    reported,
    own,
    effect: ({ number }) => [
      invoiceLook(number, {
        deposit: { domainName: 'd.ee', userUuid: 'u-1', userEmail: 'u@example.com' },
        description: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
      }),
    ],
  });
  scenario({
    title: 'of nothing is paid from the start',
    arrange: number,
    ...link({ transaction_amount: '0.0' }, { amount: '0.0' }),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [invoiceLook(number, { status: 'PAID', amount: '0.00', paymentLink: null })],
  });
  scenario({
    title: 'is only shown by a dry run',
    arrange: number,
    rest: ({ number }) => ({
      method: 'POST',
      url: linkUrl,
      payload: { invoice_number: number, transaction_amount: '1.00' },
      headers: { 'dry-run': 'true' },
    }),
    graphql: ({ number }) => ({
      mutation: 'invoicePaymentLinkCreate',
      input: { number, amount: '1.00' },
      select: 'paymentUrl',
      dryRun: true,
    }),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [noInvoice(number)],
  });
});

describe('a payment link for a number that has an invoice', () => {
  const taken = async () => {
    const { number } = await newNumber(fixture);
    await done(
      fixture.registry.post(linkUrl, {
        invoice_number: number,
        transaction_amount: '10.00',
        custom_field1: 'one',
      }),
    );
    return { number };
  };
  const sharedBy = (user: string) => async () => {
    const { number } = await newNumber(fixture);
    await done(
      fixture.registry.post(linkUrl, {
        invoice_number: number,
        transaction_amount: '10.00',
        custom_field1: user,
        custom_field2: 'business_registry',
      }),
    );
    return { number };
  };
  const unchanged = ({ number }: Made) => [invoiceLook(number, { amount: '10.00', description: 'one' })];

  scenario({
    title: 'is the same again for the same amount, whatever else is said',
    arrange: taken,
    ...link({ transaction_amount: '10.0', custom_field1: 'two' }, { amount: '10.0', description: 'two' }),
    status: 201,
    reported,
    own,
    effect: unchanged,
  });
  scenario({
    title: 'is refused for another amount',
    arrange: taken,
    ...link({ transaction_amount: '10.01' }, { amount: '10.01' }),
    status: 422,
    body: { error: { transaction_amount: ['differs from the amount of the invoice with this number'] } },
    code: 2302,
    own,
    effect: unchanged,
  });
  scenario({
    title: 'is refused to another service',
    arrange: taken,
    ...link({}, {}),
    auth: byAuction,
    status: 422,
    body: { error: { invoice_number: ['is already taken'] } },
    code: 2302,
    own,
    effect: unchanged,
  });
  scenario({
    title: 'is given to another reservation',
    arrange: sharedBy('first-user'),
    ...link(
      { custom_field2: 'business_registry', custom_field1: 'other-user', transaction_amount: '20.0' },
      { initiator: 'business_registry', userUniqueId: 'other-user', amount: '20.0' },
    ),
    status: 201,
    reported,
    own,
    effect: ({ number }) => [
      invoiceLook(number, { amount: '10.00' }, 'first-user'),
      invoiceLook(number, { amount: '20.00' }, 'other-user'),
    ],
  });
  scenario({
    title: 'is refused to a reservation when the number is not one of theirs',
    arrange: taken,
    ...link(
      { custom_field2: 'business_registry', custom_field1: 'other-user' },
      { initiator: 'business_registry', userUniqueId: 'other-user' },
    ),
    status: 422,
    body: { error: { invoice_number: ['is already taken'] } },
    code: 2302,
    own,
    effect: unchanged,
  });
});
