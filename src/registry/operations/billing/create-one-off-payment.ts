import { z } from 'zod';
import { failure, Problems, referenceNotFound, refuseWith } from '../../../base/errors.ts';
import { isMissing } from '../../rules/money/payment-request.ts';
import { invoicesSeenBy } from '../../rules/visibility.ts';
import { type Invoice, invoiceByNumber, lockInvoice } from '../../store/billing/invoices.ts';
import { defineExternalCommand, type OperationContext } from '../operation.ts';
import { whichInvoice } from './model/fields.ts';
import { invoiceDocument } from './model/invoice-document.ts';
import {
  checkUrl,
  madePayment,
  notPayable,
  optionalText,
  paymentRequest,
  readRequest,
  refuseUnlessPayable,
  requestPayment,
  storePayment,
  unparsed,
} from './model/one-off-payment.ts';

/**
 * Creates a payment of an existing invoice at the provider and returns the page to pay on: finds the caller's invoice
 * before it checks the other fields, and accepts only a payable one (docs/rules/billing.md#one-off-payments). It
 * checks the status again after the provider has answered, because the invoice may have been paid or cancelled
 * meanwhile.
 */
export const createOneOffPayment = defineExternalCommand({
  name: 'invoice.create-one-off-payment',
  summary: 'Creates a payment of an invoice at the provider, with a page to pay on.',
  permits: ['registrar:billing', 'billing', 'operator'],
  operators: 'FINANCE',
  scope: 'BILLING',
  needs: 'PAYMENTS',
  input: z.object({
    /** The number is text, because a value that is not a number means an invoice that does not exist. */
    invoiceNumber: unparsed('The number of the invoice, such as 10001.', 'Int').meta({
      required: true,
      named: 'number',
    }),
    userUniqueId: whichInvoice.userUniqueId,
    ...paymentRequest,
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'COMMAND_FAILED',
  ],
  rest: 'POST /api/v1/invoice_generator/oneoff',
  graphql: 'Mutation.invoiceOneOffPaymentCreate',

  prepare: async (context, input) => {
    const number = numberIn(input.invoiceNumber);
    const invoice = number === undefined ? undefined : await findInvoice(context, number, input.userUniqueId);
    const problems = new Problems()
      .direct(number === undefined ? withoutNumber() : invoice ? undefined : notFound(number))
      .further();
    optionalText(problems, 'invoiceNumber', input.invoiceNumber, 255);
    const { customerUrl, referenceNumber } = readRequest(problems, input);
    checkUrl(problems, context, customerUrl);
    problems
      .further()
      .direct(invoice && notPayable(invoice))
      .refuseIfAny();
    if (!invoice) throw new Error('a missing invoice went unnoticed');
    context.foresee('invoice', invoiceDocument(invoice));
    return {
      invoiceId: invoice.id,
      number: invoice.number,
      amount: invoice.amount,
      customerUrl: customerUrl ?? refuseWith(isMissing('customerUrl')),
      referenceNumber: referenceNumber ?? invoice.reference_number ?? '',
    };
  },
  ask: (external, prepared) => requestPayment(external, prepared),
  conclude: async (context, _, { invoiceId }, reply) => {
    const payment = madePayment(reply);
    const invoice = await lockInvoice(context.db, invoiceId);
    // The invoice may have been paid or cancelled meanwhile: then the new payment's link is not returned.
    refuseUnlessPayable(invoice);
    if (payment) await storePayment(context, invoice, payment);
    return { invoiceId, paymentUrl: payment?.link ?? null };
  },
});

/** The invoice is looked up with the number as text; only then is a number refused for its type. */
function numberIn(said: unknown): string | undefined {
  if (said === undefined || said === null || said === '') return undefined;
  if (typeof said === 'number') return String(said);
  return typeof said === 'string' && said.length <= 255 ? said : '';
}

function findInvoice(
  { db, actor }: OperationContext,
  number: string,
  userUniqueId: string | undefined,
): Promise<Invoice | undefined> {
  const isNumber = /^\d{1,10}$/.test(number) && Number(number) <= 2_147_483_647;
  return isNumber
    ? invoiceByNumber(db, Number(number), userUniqueId, invoicesSeenBy(actor))
    : Promise.resolve(undefined);
}

const withoutNumber = () =>
  failure(
    'REQUIRED_PARAMETER_MISSING',
    'Internal error: called invoice withour number. Please contact to administrator',
  );

const notFound = (number: string) => referenceNotFound(`Invoice with ${number} not found in internal system`);
