import { type Failure, refuseWith } from '../../core/errors.ts';
import { createBulkPayment } from '../../operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../operations/billing/create-payment-link.ts';
import { numbersExhausted } from '../../operations/billing/model/invoice-numbers.ts';
import { providerRefused, providerUnavailable } from '../../operations/billing/model/one-off-payment.ts';
import { initiatorFor } from '../../operations/billing/model/ownership.ts';
import { readDeposit } from '../../rules/money/invoice-texts.ts';
import { isMissing, mustBe } from '../../rules/money/payment-request.ts';
import type { RestAnswer, RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';
import { type Fields, objectSchema, textSchema, withFields } from './fields.ts';

const linkNames = {
  invoiceNumber: 'invoice_number',
  amount: 'transaction_amount',
  initiator: 'custom_field2',
  description: 'custom_field1',
  userUniqueId: 'custom_field1',
  customerName: 'customer_name',
  customerEmail: 'customer_email',
  referenceNumber: 'reference_number',
  reservedNames: 'reserved_domain_names',
  affiliation: 'affiliation',
};

const oneOffNames = {
  invoiceNumber: 'invoice_number',
  customerUrl: 'customer_url',
  referenceNumber: 'reference_number',
};

const paymentNames = {
  initiator: 'custom_field2',
  amount: 'transaction_amount',
  customerUrl: 'customer_url',
  referenceNumber: 'reference_number',
  affiliation: 'affiliation',
};
const bulkNames = { ...paymentNames, invoiceNumbers: 'description' };
const depositNames = { ...paymentNames, deposit: 'description' };

const message = textSchema('`Link created`');
const initiator = textSchema('The service it is for; yours when left out');
const customerUrl = textSchema('Where the customer comes back to; its origin must be listed');
const structuredReference = textSchema('A reference number for the bank');
const affiliation = { type: 'string', enum: ['auction_deposit', 'regular'] };
const amount = textSchema('The amount, such as `223.0`');
const redirect = exactly({
  message,
  oneoff_redirect_link: { type: ['string', 'null'], description: 'The page to pay on; null in a dry run' },
});
const providerRefusals = [
  providerUnavailable('ECONNREFUSED'),
  providerRefused({ code: 4024, message: 'Account does not support requested payment type' }),
];

/** docs/rules/billing.md#bulk-payments, #deposits, #payment-links, #one-off-payments. */
export const paymentRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/invoice_generator/invoice_generator',
    operation: createPaymentLink,
    docs: {
      status: 201,
      body: objectSchema(
        {
          invoice_number: { type: ['string', 'integer'], description: 'A number that was issued' },
          transaction_amount: {
            type: ['string', 'number'],
            description: 'With a point or a comma; the link repeats a plain one unchanged',
          },
          custom_field1: textSchema('A description; the user unique id of a reservation'),
          custom_field2: initiator,
          customer_name: textSchema('Carried by the link'),
          customer_email: textSchema('Carried by the link'),
          reference_number: textSchema('Carried by the link; a registrar’s marks a prepayment'),
          reserved_domain_names: { type: 'array', items: { type: 'string' } },
          affiliation,
        },
        ['invoice_number', 'transaction_amount'],
      ),
      data: exactly({ message, everypay_link: textSchema('The link to pay with') }),
    },
    handle: withFields(linkNames, async (fields, { actor, run }) => {
      const named = fields.optionalText('initiator');
      // A reservation's first custom field is who reserves; everybody else's is the description.
      const isReservation =
        fields.isGiven('reservedNames') || initiatorFor(actor, named) === 'business_registry';
      const input = {
        invoiceNumber: fields.invoiceNumber('invoiceNumber'),
        amount: fields.word('amount'),
        initiator: named,
        description: isReservation ? undefined : fields.optionalWord('description', 2000),
        userUniqueId: isReservation ? fields.optionalWord('userUniqueId') : undefined,
        customerName: fields.optionalText('customerName'),
        customerEmail: fields.optionalText('customerEmail'),
        referenceNumber: fields.optionalWord('referenceNumber'),
        reservedNames: fields.texts('reservedNames'),
        isDeposit: isDeposit(fields),
      };
      fields.refuseIfAnyProblem();
      const { paymentUrl } = await run(createPaymentLink, {
        ...input,
        invoiceNumber: input.invoiceNumber ?? refuseWith(isMissing('invoiceNumber')),
        amount: input.amount ?? refuseWith(isMissing('amount')),
      });
      return { status: 201, body: { message: 'Link created', everypay_link: paymentUrl } };
    }),
  },
  {
    method: 'POST',
    path: '/invoice_generator/oneoff',
    operation: createOneOffPayment,
    docs: {
      status: 201,
      body: objectSchema(
        {
          invoice_number: textSchema('The invoice to pay'),
          customer_url: customerUrl,
          reference_number: structuredReference,
        },
        ['invoice_number', 'customer_url'],
      ),
      data: redirect,
      refusals: providerRefusals,
    },
    handle: withFields(oneOffNames, async (fields, { run }) => {
      const raw = fields.raw('invoiceNumber');
      // A number is looked for as if it were text, and then refused for not being one.
      const invoiceNumber = typeof raw === 'number' ? String(raw) : fields.optionalText('invoiceNumber', 255);
      if (typeof raw === 'number') fields.problems.push(mustBe('invoiceNumber', 'a string'));
      return redirected(
        await run(createOneOffPayment, {
          invoiceNumber: invoiceNumber ?? (fields.isGiven('invoiceNumber') ? '' : undefined),
          customerUrl: fields.text('customerUrl'),
          referenceNumber: fields.optionalText('referenceNumber', 255),
          malformed: problemsOf(fields),
        }),
      );
    }),
  },
  {
    method: 'POST',
    path: '/invoice_generator/bulk_payment',
    operation: createBulkPayment,
    docs: {
      status: 201,
      body: objectSchema(
        {
          description: textSchema('Numbers of the invoices to pay, separated by spaces'),
          transaction_amount: amount,
          customer_url: customerUrl,
          custom_field2: initiator,
          reference_number: structuredReference,
          affiliation,
        },
        ['description', 'transaction_amount', 'customer_url'],
      ),
      data: redirect,
      refusals: [...providerRefusals, numbersExhausted('Number create failed. out of range')],
    },
    handle: withFields(bulkNames, async (fields, { run }) =>
      redirected(
        await run(createBulkPayment, {
          ...readPayment(fields),
          invoiceNumbers: readNumbers(fields),
          isDeposit: isDeposit(fields),
          malformed: problemsOf(fields),
        }),
      ),
    ),
  },
  {
    method: 'POST',
    path: '/invoice_generator/deposit_prepayment',
    operation: createDepositPrepayment,
    docs: {
      status: 201,
      body: objectSchema(
        {
          description: textSchema('`auction_deposit <domain>, user_uuid <uuid>, user_email <email>`'),
          transaction_amount: amount,
          customer_url: customerUrl,
          custom_field2: initiator,
          reference_number: structuredReference,
          affiliation,
        },
        ['description', 'transaction_amount', 'customer_url'],
      ),
      data: redirect,
      refusals: [...providerRefusals, numbersExhausted('Number create failed. out of range')],
    },
    handle: withFields(depositNames, async (fields, { run }) =>
      redirected(
        await run(createDepositPrepayment, {
          ...readPayment(fields),
          ...readWhoseDeposit(fields),
          isRegular: fields.isGiven('affiliation') && !isDeposit(fields) ? true : undefined,
          malformed: problemsOf(fields),
        }),
      ),
    ),
  },
];

const redirected = ({ paymentUrl }: { paymentUrl: string | null }): RestAnswer => ({
  status: 201,
  body: { message: 'Link created', oneoff_redirect_link: paymentUrl },
});

/** Said only when it is so, as in the graph: a request repeated there with its idempotency key is the same. */
const isDeposit = (fields: Fields<{ affiliation: string }>): true | undefined =>
  fields.raw('affiliation') === 'auction_deposit' ? true : undefined;

const problemsOf = ({ problems }: { readonly problems: readonly Failure[] }): Failure[] | undefined =>
  problems.length > 0 ? [...problems] : undefined;

function readWhoseDeposit(fields: Fields<typeof depositNames>) {
  const description = fields.text('deposit');
  const deposit = description === undefined ? undefined : readDeposit(description);
  return deposit ? { deposit } : { description };
}

const readPayment = (fields: Fields<typeof paymentNames>) => ({
  initiator: fields.optionalText('initiator'),
  amount: fields.text('amount'),
  customerUrl: fields.text('customerUrl'),
  referenceNumber: fields.optionalText('referenceNumber', 255),
});

function readNumbers(fields: Fields<typeof bulkNames>): number[] | undefined {
  const words = fields.text('invoiceNumbers')?.trim().split(/\s+/);
  if (words?.every((word) => /^\d{1,10}$/.test(word))) return words.map(Number);
  if (words) fields.problems.push(mustBe('invoiceNumbers', 'invoice numbers separated by spaces'));
  return undefined;
}
