import { abandonPaymentRefund } from '../../../registry/operations/billing/abandon-refund.ts';
import { refundPayment } from '../../../registry/operations/billing/refund-payment.ts';
import { listPayments } from '../../../registry/operations/operator/lists.ts';
import { paymentReferenced } from '../../../registry/operations/readers/of-invoices.ts';
import { PaymentRef, payments } from '../invoice/type.ts';
import { listQuery } from '../list.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { results } from '../payload.ts';

listQuery('payments', payments, {
  operation: listPayments,
  where: 'Which payments; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'occurredAt', descending: true },
});

const lastReported = 'The payment, as the provider reported it last';

defineMutation(refundPayment, {
  more: 'Use invoiceRefund for the part that pays an invoice.',
  show: async (db, { reference, amount }) => ({
    amount,
    payment: await paymentReferenced(db, reference),
  }),
  payload: results({
    amount: [
      'Decimal',
      'The refunded amount, in euros; "0.00" when that was done before, null when it was refused. If the provider is slow, standingAmount of the payment shows whether the refund is complete.',
      measure('AMOUNT', 'EUR'),
    ],
    payment: [PaymentRef, lastReported],
  }),
});

defineMutation(abandonPaymentRefund, {
  more: 'The payment is first read from the provider. Use it only when the provider says that the refund has failed; it is possible from 72 hours after the acceptance. If it is requested again and the first one still arrives, the money is refunded twice.',
  show: async (db, { reference, abandoned }) => ({
    abandoned,
    payment: await paymentReferenced(db, reference),
  }),
  payload: results({
    abandoned: [
      'Boolean',
      'true: the money is still there, and the refund can be requested again; false: it was refunded after all, which is now recorded; null when it was refused.',
    ],
    payment: [PaymentRef, lastReported],
  }),
});
