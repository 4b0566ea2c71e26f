import { refundPayment } from '../../operations/billing/refund-payment.ts';
import { paymentsReferenced } from '../../operations/readers/of-invoices.ts';
import { PaymentRef } from '../invoice/type.ts';
import { defineMutation } from '../mutation.ts';

defineMutation('paymentRefund', {
  operation: refundPayment,
  more: 'What a payment needs for its invoice is given back with invoiceRefund.',
  input: (t) => ({
    reference: t.string({ required: true, description: 'The reference of the payment at the provider.' }),
  }),
  translate: ({ reference }) => ({ reference }),
  show: async (db, { reference, amount }) => ({
    amount,
    payment: (await paymentsReferenced(db, [reference]))[0] ?? null,
  }),
  payload: (t) => ({
    amount: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'How many euros go back; "0.00" when that was done before, null when it was refused. When the provider takes its time, standingAmount of the payment tells once they have gone.',
      resolve: ({ shown }) => shown?.amount ?? null,
    }),
    payment: t.field({
      type: PaymentRef,
      nullable: true,
      description: 'The payment, as the provider told of it last; null when it was refused.',
      resolve: ({ shown }) => shown?.payment ?? null,
    }),
  }),
});
