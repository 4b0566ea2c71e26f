import { createBulkPayment } from '../../operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../operations/billing/create-payment-link.ts';
import { receivePaymentNotification } from '../../operations/billing/receive-payment-notification.ts';
import { refundInvoice } from '../../operations/billing/refund-invoice.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { given, initiatorField, whichInvoice } from './inputs.ts';
import { invoiceAndLink, invoiceField, shownInvoice } from './payload.ts';

const returnUrl = 'Where the customer goes afterwards; its origin must be on the list.';

const DepositInput = builder.inputType('DepositInput', {
  description: 'What an auction deposit is for.',
  fields: (t) => ({
    domainName: t.field({ type: 'DomainName', required: true, description: 'The domain at auction.' }),
    userUuid: t.string({ required: true, description: 'Who bids.' }),
    userEmail: t.string({ required: true, description: 'Where the bidder is reached.' }),
  }),
});

const toDeposit = ({ domainName, ...bidder }: typeof DepositInput.$inferInput) => ({
  domain: domainName,
  ...bidder,
});

defineMutation('invoicePaymentLinkCreate', {
  operation: createPaymentLink,
  input: (t) => ({
    invoiceNumber: t.int({ required: true, description: 'The number that was issued for it.' }),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much; it stands in the link as you write it.',
    }),
    initiator: initiatorField(t),
    description: t.string({ description: 'What it is for.' }),
    customerName: t.string({ description: 'Who pays.' }),
    customerEmail: t.string({ description: 'Where the payer is reached.' }),
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
    userUniqueId: t.string({ description: 'The reservation it pays for.' }),
    reservedNames: t.stringList({ description: 'The names it pays for.' }),
    deposit: t.field({ type: DepositInput, description: 'What it is a deposit for, if it is one.' }),
  }),
  fieldNames: { 'deposit.domain': 'deposit.domainName' },
  translate: ({ deposit, ...input }) => ({
    ...given(input),
    deposit: deposit ? toDeposit(deposit) : undefined,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('invoiceOneOffPaymentCreate', {
  operation: createOneOffPayment,
  input: (t) => ({
    ...whichInvoice(t),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
  }),
  translate: ({ invoiceNumber, ...rest }) => ({ ...given(rest), invoiceNumber: String(invoiceNumber) }),
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
    initiator: initiatorField(t),
  }),
  translate: given,
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
    referenceNumber: t.string({ description: 'The reference number of the payer.' }),
    initiator: initiatorField(t),
  }),
  fieldNames: {
    'deposit.domain': 'domainName',
    'deposit.userUuid': 'userUuid',
    'deposit.userEmail': 'userEmail',
  },
  translate: ({ domainName, userUuid, userEmail, ...rest }) => ({
    ...given(rest),
    deposit: toDeposit({ domainName, userUuid, userEmail }),
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutation('invoiceRefund', {
  operation: refundInvoice,
  input: whichInvoice,
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutation('paymentNotificationReceive', {
  operation: receivePaymentNotification,
  input: (t) => ({
    paymentReference: t.string({ description: 'The payment at the provider.' }),
    eventName: t.string({ description: 'What kind of news.' }),
  }),
  translate: given,
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
