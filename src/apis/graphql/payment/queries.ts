import { listPayments } from '../../../registry/operations/operator/lists.ts';
import { payments } from '../invoice/type.ts';
import { listQuery } from '../list.ts';

listQuery('payments', payments, {
  operation: listPayments,
  where: 'Which payments; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'occurredAt', descending: true },
});
