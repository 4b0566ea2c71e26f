import { countDisagreements, listDisagreements } from '../../store/billing/payments.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

export const listPaymentDisagreements = defineQuery({
  name: 'payment.list-disagreements',
  summary: "Lists where the payment provider's word and our books differ.",
  permits: ['operator'],
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.paymentDisagreements',
  run: ({ db }, input) =>
    listed(
      input,
      (query) => listDisagreements(db, query),
      (filter) => countDisagreements(db, filter),
    ),
});
