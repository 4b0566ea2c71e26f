import { listPaymentDisagreements } from '../../../registry/operations/operator/lists.ts';
import { listQuery } from '../list.ts';
import { paymentDisagreements } from './type.ts';

listQuery('paymentDisagreements', paymentDisagreements, {
  operation: listPaymentDisagreements,
  description: `${listPaymentDisagreements.summary} Newest first.`,
  where: 'Which disagreements; all of them, open and closed, when left out.',
  usual: { field: 'raisedAt', descending: true },
});
