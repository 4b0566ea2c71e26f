import { createBulkPayment } from '../../../registry/operations/billing/create-bulk-payment.ts';
import { createDepositPrepayment } from '../../../registry/operations/billing/create-deposit-prepayment.ts';
import { createOneOffPayment } from '../../../registry/operations/billing/create-one-off-payment.ts';
import { createPaymentLink } from '../../../registry/operations/billing/create-payment-link.ts';
import { depositFields } from '../../../registry/operations/billing/model/fields.ts';
import { receivePaymentNotification } from '../../../registry/operations/billing/receive-payment-notification.ts';
import { refundInvoice } from '../../../registry/operations/billing/refund-invoice.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { results } from '../payload.ts';
import { invoice, invoiceAndLink, shownInvoice } from './payload.ts';

const shown = { show: shownInvoice, payload: invoiceAndLink };

defineMutation(createPaymentLink, {
  input: createPaymentLink.input.omit({ isDeposit: true }),
  translate: (input) => input,
  ...shown,
});

defineMutation(createOneOffPayment, {
  translate: ({ invoiceNumber, ...input }) => ({ ...input, invoiceNumber: String(invoiceNumber) }),
  ...shown,
});

defineMutation(createBulkPayment, {
  input: createBulkPayment.input.omit({ isDeposit: true }),
  translate: (input) => input,
  ...shown,
});

defineMutation(createDepositPrepayment, {
  input: createDepositPrepayment.input
    .omit({ deposit: true, description: true, isRegular: true })
    .extend(depositFields.shape),
  fieldNames: {
    'deposit.domain': 'domainName',
    'deposit.userUuid': 'userUuid',
    'deposit.userEmail': 'userEmail',
  },
  translate: ({ domain, userUuid, userEmail, ...rest }) => ({
    ...rest,
    deposit: { domain, userUuid, userEmail },
  }),
  ...shown,
});

defineMutation(refundInvoice, {
  show: async (db, value) => ({
    ...(await shownInvoice(db, value)),
    amount: value.amount,
    credit: value.credit,
  }),
  payload: results({
    ...invoice,
    amount: [
      'Decimal',
      'How much of its payment is returned, in euros; "0.00" when that was done before, null when it was refused.',
      measure('AMOUNT', 'EUR'),
    ],
    credit: [
      'Decimal',
      'What its registrar loses of its credit, in euros, because the payment was a top-up; "0.00" when it was none or is taken already, null when it was refused.',
      measure('AMOUNT', 'EUR'),
    ],
  }),
});

defineMutation(receivePaymentNotification, {
  show: async (_, { message, userUniqueId }) => ({ message, userUniqueId }),
  payload: results({
    message: [
      'JSON',
      'What the service that owns the invoice answered when it was notified; null when none was.',
    ],
    userUniqueId: [
      'String',
      'The userUniqueId of the reservation it was about; null when it was about none.',
    ],
  }),
});
