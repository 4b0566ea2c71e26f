import type { Actor } from '../../../base/actor.ts';
import { createBulkPayment } from '../../../registry/operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../../registry/operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../../registry/operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../../registry/operations/billing/create-payment-link.ts';
import { numbersExhausted } from '../../../registry/operations/billing/model/invoice-numbers.ts';
import {
  providerRefused,
  providerUnavailable,
} from '../../../registry/operations/billing/model/one-off-payment.ts';
import { initiatorFor } from '../../../registry/operations/billing/model/ownership.ts';
import { readDeposit } from '../../../registry/rules/money/invoice-texts.ts';
import { fields, forms, type Hash, unvalidated } from '../codec.ts';
import { type RestAnswer, type RestRoute, route } from '../route.ts';
import { exactly, textSchema } from '../shapes.ts';
import {
  invoiceNumber,
  isGiven,
  optionalText,
  optionalWord,
  texts,
  validatedByOperation,
  word,
} from './wordings.ts';

const isDeposit = (affiliation: unknown): true | undefined =>
  // Set only if true, as in the graph, so that a request repeated there with its idempotency key is the same.
  affiliation === 'auction_deposit' ? true : undefined;

const initiator = { description: 'The service it is for; by default your own' };
const affiliation = unvalidated({
  description: '`auction_deposit` or `regular`; any other value is ignored',
}).optional();

/** The first custom field of a reservation is the user unique id; of everything else it is the description. */
const linkBody = (customField1: 'description' | 'userUniqueId') =>
  fields({
    custom_field2: optionalText(initiator),
    invoice_number: invoiceNumber('A number that was issued'),
    transaction_amount: word({
      description: 'With a point or a comma; the link repeats a plain amount unchanged',
    }),
    custom_field1:
      customField1 === 'description'
        ? optionalWord({ description: 'A description' }, 2000)
        : optionalWord({ description: 'The user unique id of the reservation' }),
    customer_name: optionalText({ description: 'Carried by the link' }),
    customer_email: optionalText({ description: 'Carried by the link' }),
    reference_number: optionalWord({ description: 'Carried by the link; a registrar’s marks a prepayment' }),
    reserved_domain_names: texts(),
    affiliation,
  }).transform((body) => ({
    invoiceNumber: body.invoice_number,
    amount: body.transaction_amount,
    initiator: body.custom_field2,
    description: customField1 === 'description' ? body.custom_field1 : undefined,
    userUniqueId: customField1 === 'userUniqueId' ? body.custom_field1 : undefined,
    customerName: body.customer_name,
    customerEmail: body.customer_email,
    referenceNumber: body.reference_number,
    reservedNames: body.reserved_domain_names,
    isDeposit: isDeposit(body.affiliation),
  }));

const isReservation = (body: Hash, actor: Actor): boolean => {
  const { custom_field2: named, reserved_domain_names: names } = body;
  const initiator = typeof named === 'string' && named.length <= 2000 ? named || undefined : undefined;
  return isGiven(names) || initiatorFor(actor, initiator) === 'business_registry';
};

const customerUrl = validatedByOperation({
  description: 'The URL to return the customer to; its origin must be allowed',
});
const referenceNumber = validatedByOperation({
  type: ['string', 'null'],
  description: 'A reference number for the bank',
}).optional();

const paymentFields = {
  transaction_amount: validatedByOperation({ description: 'The amount, such as `223.0`' }),
  customer_url: customerUrl,
  custom_field2: validatedByOperation(initiator).optional(),
  reference_number: referenceNumber,
  affiliation,
};

interface PaymentFields {
  readonly transaction_amount?: unknown;
  readonly customer_url?: unknown;
  readonly custom_field2?: unknown;
  readonly reference_number?: unknown;
}

const paymentOf = (body: PaymentFields) => ({
  initiator: body.custom_field2,
  amount: body.transaction_amount,
  customerUrl: body.customer_url,
  referenceNumber: body.reference_number,
});

const paymentNames = {
  initiator: 'custom_field2',
  amount: 'transaction_amount',
  customerUrl: 'customer_url',
  referenceNumber: 'reference_number',
};

const message = textSchema('`Link created`');
const redirect = exactly({
  message,
  oneoff_redirect_link: { type: ['string', 'null'], description: 'The page to pay on; null in a dry run' },
});
const providerRefusals = [
  providerUnavailable('ECONNREFUSED'),
  providerRefused({ code: 4024, message: 'Account does not support requested payment type' }),
];
const newInvoiceDocs = {
  status: 201,
  data: redirect,
  refusals: [...providerRefusals, numbersExhausted('Number create failed. out of range')],
};

/** docs/rules/billing.md#bulk-payments, #deposits, #payment-links, #one-off-payments. */
export const paymentRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/invoice_generator/invoice_generator',
    operation: createPaymentLink,
    request: {
      body: forms(linkBody('description'), linkBody('userUniqueId'), isReservation),
      names: {
        invoiceNumber: 'invoice_number',
        amount: 'transaction_amount',
        initiator: 'custom_field2',
        description: 'custom_field1',
        userUniqueId: 'custom_field1',
        customerName: 'customer_name',
        customerEmail: 'customer_email',
        referenceNumber: 'reference_number',
        reservedNames: 'reserved_domain_names',
      },
    },
    docs: { status: 201, data: exactly({ message, everypay_link: textSchema('The link to pay with') }) },
    handle: async ({ body, run }) => {
      const { paymentUrl } = await run(createPaymentLink, body);
      return { status: 201, body: { message: 'Link created', everypay_link: paymentUrl } };
    },
  }),
  route({
    method: 'POST',
    path: '/invoice_generator/oneoff',
    operation: createOneOffPayment,
    request: {
      body: fields({
        invoice_number: validatedByOperation({ description: 'The invoice to pay' }),
        customer_url: customerUrl,
        reference_number: referenceNumber,
      }),
      names: { ...paymentNames, invoiceNumber: 'invoice_number' },
    },
    docs: { status: 201, data: redirect, refusals: providerRefusals },
    handle: async ({ body, run }) =>
      redirected(
        await run(createOneOffPayment, {
          invoiceNumber: body.invoice_number,
          customerUrl: body.customer_url,
          referenceNumber: body.reference_number,
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/invoice_generator/bulk_payment',
    operation: createBulkPayment,
    request: {
      body: fields({
        description: validatedByOperation({
          description: 'Numbers of the invoices to pay, separated by spaces',
        }),
        ...paymentFields,
      }),
      names: { ...paymentNames, invoiceNumbers: 'description' },
    },
    docs: newInvoiceDocs,
    handle: async ({ body, run }) =>
      redirected(
        await run(createBulkPayment, {
          ...paymentOf(body),
          invoiceNumbers: numbersIn(body.description),
          isDeposit: isDeposit(body.affiliation),
        }),
      ),
  }),
  route({
    method: 'POST',
    path: '/invoice_generator/deposit_prepayment',
    operation: createDepositPrepayment,
    request: {
      body: fields({
        description: validatedByOperation({
          description: '`auction_deposit <domain>, user_uuid <uuid>, user_email <email>`',
        }),
        ...paymentFields,
      }),
      names: { ...paymentNames, deposit: 'description' },
    },
    docs: newInvoiceDocs,
    handle: async ({ body, run }) =>
      redirected(
        await run(createDepositPrepayment, {
          ...paymentOf(body),
          ...whoseDeposit(body.description),
          isRegular: isGiven(body.affiliation) && !isDeposit(body.affiliation) ? true : undefined,
        }),
      ),
  }),
];

const redirected = ({ paymentUrl }: { paymentUrl: string | null }): RestAnswer => ({
  status: 201,
  body: { message: 'Link created', oneoff_redirect_link: paymentUrl },
});

/** Uses GraphQL's field names where possible: a request repeated there is then the same. */
function whoseDeposit(description: unknown) {
  const deposit = typeof description === 'string' ? readDeposit(description) : undefined;
  return deposit ? { deposit } : { description };
}

function numbersIn(description: unknown): unknown {
  const words = typeof description === 'string' ? description.trim().split(/\s+/) : [];
  const isList = words.length > 0 && words.every((word) => /^\d{1,10}$/.test(word));
  return isList ? words.map(Number) : description;
}
