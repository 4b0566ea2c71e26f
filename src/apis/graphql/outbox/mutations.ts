import { retryOutboxItem } from '../../../registry/operations/operator/retry-outbox-item.ts';
import { outboxRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { OutboxItemRef } from './type.ts';

defineMutation(retryOutboxItem, {
  show: outboxRows.one,
  payload: result('outboxItem', OutboxItemRef, 'The item, which is tried again now'),
});
