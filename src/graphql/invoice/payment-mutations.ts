import { createBulkPayment } from '../../operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../operations/billing/create-payment-link.ts';
import { receivePaymentNotification } from '../../operations/billing/receive-payment-notification.ts';
import { defineMutation } from '../mutation.ts';
import { invoiceAndLink, shownInvoice } from './payload.ts';

const returnUrl = 'Where the customer goes afterwards; its origin must be on the list.';

defineMutation('invoicePaymentLinkCreate', {
  operation: createPaymentLink,
  input: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'The number that was issued for it.' }),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much; it stands in the link as you write it.',
    }),
    initiator: t.string({ description: 'The service it belongs to; your own when left out.' }),
    description: t.string({ description: 'What it is for.' }),
    customerName: t.string({ description: 'Who pays.' }),
    customerEmail: t.string({ description: 'Where the payer is reached.' }),
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
    userUniqueId: t.string({ description: 'The reservation it pays for.' }),
    reservedNames: t.stringList({ description: 'The names it pays for.' }),
  }),
  translate: (input) => ({
    invoiceNumber: input.invoiceNumber,
    amount: input.amount,
    initiator: input.initiator ?? undefined,
    description: input.description ?? undefined,
    customerName: input.customerName ?? undefined,
    customerEmail: input.customerEmail ?? undefined,
    referenceNumber: input.referenceNumber ?? undefined,
    userUniqueId: input.userUniqueId ?? undefined,
    reservedNames: input.reservedNames ?? undefined,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('invoiceOneOffPaymentCreate', {
  operation: createOneOffPayment,
  input: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'Which invoice.' }),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
  }),
  translate: ({ invoiceNumber, customerUrl, referenceNumber }) => ({
    invoiceNumber: String(invoiceNumber),
    customerUrl,
    referenceNumber: referenceNumber ?? undefined,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('invoiceBulkPaymentCreate', {
  operation: createBulkPayment,
  input: (t) => ({
    invoiceNumbers: t.intList({ required: true, description: 'The invoices to pay at once.' }),
    amount: t.field({ type: 'Decimal', required: true, description: 'Their total, to the cent.' }),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
  }),
  translate: ({ invoiceNumbers, amount, customerUrl, referenceNumber }) => ({
    invoiceNumbers,
    amount,
    customerUrl,
    referenceNumber: referenceNumber ?? undefined,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('depositPrepaymentCreate', {
  operation: createDepositPrepayment,
  input: (t) => ({
    domainName: t.field({ type: 'DomainName', required: true, description: 'The domain at auction.' }),
    userUuid: t.string({ required: true, description: 'Who bids.' }),
    userEmail: t.string({ required: true, description: 'Where the bidder is reached.' }),
    amount: t.field({ type: 'Decimal', required: true, description: 'How much; more than nothing.' }),
    customerUrl: t.string({ required: true, description: returnUrl }),
  }),
  translate: ({ domainName, userUuid, userEmail, amount, customerUrl }) => ({
    deposit: { domain: domainName, userUuid, userEmail },
    amount,
    customerUrl,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('paymentNotificationReceive', {
  operation: receivePaymentNotification,
  input: (t) => ({
    paymentReference: t.string({ description: 'The payment at the provider.' }),
    eventName: t.string({ description: 'What kind of news.' }),
  }),
  translate: ({ paymentReference, eventName }) => ({
    paymentReference: paymentReference ?? undefined,
    eventName: eventName ?? undefined,
  }),
  show: async (_, value) => value,
  payload: (t) => ({
    message: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What the service that owns the invoice said, if it was asked.',
      resolve: ({ shown }) => shown?.message ?? null,
    }),
    userUniqueId: t.string({
      nullable: true,
      description: 'The reservation it was about, if it was.',
      resolve: ({ shown }) => shown?.userUniqueId ?? null,
    }),
  }),
});
