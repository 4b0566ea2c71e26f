import { giveUpPaymentRefund } from '../../operations/billing/give-up-refund.ts';
import { refundPayment } from '../../operations/billing/refund-payment.ts';
import { paymentsReferenced } from '../../operations/readers/of-invoices.ts';
import type { Types } from '../builder.ts';
import { PaymentRef } from '../invoice/type.ts';
import { defineMutationByHand } from '../mutation.ts';

const referenceField = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) =>
  t.string({ required: true, description: 'The reference of the payment at the provider.' });

defineMutationByHand(refundPayment, {
  more: 'What a payment needs for its invoice is given back with invoiceRefund.',
  input: (t) => ({ reference: referenceField(t) }),
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
      description: 'The payment, as the provider reported it last; null when it was refused.',
      resolve: ({ shown }) => shown?.payment ?? null,
    }),
  }),
});

defineMutationByHand(giveUpPaymentRefund, {
  more: 'The provider is asked for the payment first. Only for when it says itself that the refund has failed, and from 72 hours after it was accepted on: one that still comes, and is asked for again, may be made twice.',
  input: (t) => ({ reference: referenceField(t) }),
  translate: ({ reference }) => ({ reference }),
  show: async (db, { reference, givenUp }) => ({
    givenUp,
    payment: (await paymentsReferenced(db, [reference]))[0] ?? null,
  }),
  payload: (t) => ({
    givenUp: t.boolean({
      nullable: true,
      description:
        'Whether the money is still there, and the refund can be asked for again; false when it had gone back after all, which is then written down; null when it was refused.',
      resolve: ({ shown }) => shown?.givenUp ?? null,
    }),
    payment: t.field({
      type: PaymentRef,
      nullable: true,
      description: 'The payment, as the provider reported it last; null when it was refused.',
      resolve: ({ shown }) => shown?.payment ?? null,
    }),
  }),
});
