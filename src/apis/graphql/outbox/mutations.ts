import { retryOutboxItem } from '../../../registry/operations/operator/retry-outbox-item.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';

defineMutation(retryOutboxItem, {
  show: async (_, { id }) => id,
  payload: result('id', 'Int', 'The number of the item, which is tried again now'),
});
