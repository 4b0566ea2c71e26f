import { createBulkPayment } from '../../operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../operations/billing/create-payment-link.ts';
import { receivePaymentNotification } from '../../operations/billing/receive-payment-notification.ts';
import { refundInvoice } from '../../operations/billing/refund-invoice.ts';
import { builder } from '../builder.ts';
import { defineMutationByHand } from '../mutation.ts';
import { given, initiatorField, whichInvoice } from './inputs.ts';
import { invoiceAndLink, invoiceField, shownInvoice } from './payload.ts';

const returnUrl =
  'The address to which the customer returns after paying; its origin must be one of those that the operator has allowed.';

const DepositInput = builder.inputType('DepositInput', {
  description: 'What an auction deposit is for, and whose it is.',
  fields: (t) => ({
    domainName: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain at auction.',
    }),
    userUuid: t.string({ required: true, description: 'The id of the bidder, a UUID.' }),
    userEmail: t.string({ required: true, description: 'The e-mail address of the bidder.' }),
  }),
});

const toDeposit = ({ domainName, ...bidder }: typeof DepositInput.$inferInput) => ({
  domain: domainName,
  ...bidder,
});

defineMutationByHand(createPaymentLink, {
  input: (t) => ({
    invoiceNumber: t.int({
      required: true,
      description: 'The number that invoiceNumberIssue has given for it.',
    }),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much is to be paid, in euros; it stands in the link as you write it.',
    }),
    initiator: initiatorField(t),
    description: t.string({ description: 'What it is for, as the payer will read it.' }),
    customerName: t.string({ description: 'The name of the payer.' }),
    customerEmail: t.string({ description: 'The e-mail address of the payer.' }),
    referenceNumber: t.string({
      description: 'The reference number with which a bank transfer is recognised.',
    }),
    userUniqueId: t.string({
      description: 'The userUniqueId of the reservation it pays for; none when left out.',
    }),
    reservedNames: t.stringList({ description: 'The names that are reserved with it; none when left out.' }),
    deposit: t.field({
      type: DepositInput,
      description: 'What it is a deposit for; left out when it is no auction deposit.',
    }),
  }),
  fieldNames: { 'deposit.domain': 'deposit.domainName' },
  translate: ({ deposit, ...input }) => ({
    ...given(input),
    deposit: deposit ? toDeposit(deposit) : undefined,
  }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutationByHand(createOneOffPayment, {
  input: (t) => ({
    ...whichInvoice(t),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({
      description: 'The reference number with which a bank transfer is recognised.',
    }),
  }),
  translate: ({ invoiceNumber, ...rest }) => ({ ...given(rest), invoiceNumber: String(invoiceNumber) }),
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutationByHand(createBulkPayment, {
  input: (t) => ({
    invoiceNumbers: t.intList({
      required: true,
      description: 'The numbers of the invoices that are paid together.',
    }),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'The sum of these invoices in euros, exact to the cent.',
    }),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({
      description: 'The reference number with which a bank transfer is recognised.',
    }),
    initiator: initiatorField(t),
  }),
  translate: given,
  show: shownInvoice,
  payload: invoiceAndLink,
});

defineMutationByHand(createDepositPrepayment, {
  input: (t) => ({
    domainName: t.field({
      type: 'DomainName',
      required: true,
      description: 'The name of the domain at auction.',
    }),
    userUuid: t.string({ required: true, description: 'The id of the bidder, a UUID.' }),
    userEmail: t.string({ required: true, description: 'The e-mail address of the bidder.' }),
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'How much the deposit is, in euros; more than zero.',
    }),
    customerUrl: t.string({ required: true, description: returnUrl }),
    referenceNumber: t.string({
      description: 'The reference number with which a bank transfer is recognised.',
    }),
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

defineMutationByHand(refundInvoice, {
  input: whichInvoice,
  translate: given,
  show: shownInvoice,
  payload: invoiceField,
});

defineMutationByHand(receivePaymentNotification, {
  input: (t) => ({
    paymentReference: t.string({ description: 'The reference of the payment at the provider.' }),
    eventName: t.string({
      description: 'What happened, in the words of the provider, such as status_updated.',
    }),
  }),
  translate: given,
  show: async (_, value) => value,
  payload: (t) => ({
    message: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What the service that owns the invoice answered when it was notified; null when none was.',
      resolve: ({ shown }) => shown?.message ?? null,
    }),
    userUniqueId: t.string({
      nullable: true,
      description: 'The userUniqueId of the reservation it was about; null when it was about none.',
      resolve: ({ shown }) => shown?.userUniqueId ?? null,
    }),
  }),
});
