import { resolvePaymentDisagreement } from '../../operations/billing/resolve-payment-disagreement.ts';
import { disagreementRows } from '../../operations/readers/rows.ts';
import { defineMutationByHand } from '../mutation.ts';
import { PaymentDisagreementRef } from './type.ts';

defineMutationByHand(resolvePaymentDisagreement, {
  input: (t) => ({
    id: t.int({ required: true, description: 'The number of the case, as its field id tells it.' }),
    note: t.string({ description: 'What was done about it, for those who ask later.' }),
  }),
  translate: ({ id, note }) => ({ id, note: note ?? undefined }),
  show: disagreementRows.one,
  payload: (t) => ({
    paymentDisagreement: t.field({
      type: PaymentDisagreementRef,
      nullable: true,
      description: 'The case, which is closed now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
