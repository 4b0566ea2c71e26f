import { giveUpPaymentRefund } from '../../operations/billing/give-up-refund.ts';
import { refundPayment } from '../../operations/billing/refund-payment.ts';
import { paymentsReferenced } from '../../operations/readers/of-invoices.ts';
import { PaymentRef } from '../invoice/type.ts';
import { defineMutation } from '../mutation.ts';
import { results } from '../payload.ts';

const lastReported = 'The payment, as the provider reported it last';

defineMutation(refundPayment, {
  more: 'What a payment needs for its invoice is given back with invoiceRefund.',
  show: async (db, { reference, amount }) => ({
    amount,
    payment: (await paymentsReferenced(db, [reference]))[0] ?? null,
  }),
  payload: results({
    amount: [
      'Decimal',
      'How many euros go back; "0.00" when that was done before, null when it was refused. When the provider takes its time, standingAmount of the payment tells once they have gone.',
    ],
    payment: [PaymentRef, lastReported],
  }),
});

defineMutation(giveUpPaymentRefund, {
  more: 'The provider is asked for the payment first. Only for when it says itself that the refund has failed, and from 72 hours after it was accepted on: one that still comes, and is asked for again, may be made twice.',
  show: async (db, { reference, givenUp }) => ({
    givenUp,
    payment: (await paymentsReferenced(db, [reference]))[0] ?? null,
  }),
  payload: results({
    givenUp: [
      'Boolean',
      'Whether the money is still there, and the refund can be asked for again; false when it had gone back after all, which is then written down; null when it was refused.',
    ],
    payment: [PaymentRef, lastReported],
  }),
});
