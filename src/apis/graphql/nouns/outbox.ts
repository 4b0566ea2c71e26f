import { outboxItem } from '../../../registry/entities/outbox-item.ts';
import { listOutbox } from '../../../registry/operations/operator/list-outbox.ts';
import { retryOutboxItem } from '../../../registry/operations/operator/retry-outbox-item.ts';
import { outboxRows } from '../../../registry/operations/readers/rows.ts';
import type { OutboxEntry } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { noRows } from '../connections.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf, listQuery } from '../list.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { rowNode } from '../row-node.ts';
import { runList } from '../run.ts';

const OutboxItemKindEnum = enumOf<OutboxEntry['kind']>('OutboxItemKind', 'The destinations of the outbox.', {
  mail: 'The recipient of a mail.',
  accounting: 'The system in which the registry keeps its books.',
  'e-invoice': 'The operator that passes e-invoices on to buyers.',
  'owner-service': 'The service that an invoice belongs to.',
  refund: 'The payment provider, to refund a payment.',
});

const OutboxItemRef = rowNode<OutboxEntry>('OutboxItem', outboxRows.many);

OutboxItemRef.implement({
  description:
    'Something that the registry sends. Its content is not shown, because it may contain personal data.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'BigInt',
      extensions: measure('KEY'),
      description: 'Its number in the logs of the registry.',
      resolve: ({ id }) => id,
    }),
    ...plainFields(t, outboxItem, { kind: OutboxItemKindEnum }),
  }),
});

const OutboxItemStateEnum = enumOf(
  'OutboxItemState',
  'Whether something that the registry sends has arrived.',
  {
    pending: 'It waits to be sent, for the first time or again.',
    done: 'It was delivered: the receiver has it.',
    dead: 'Delivery was abandoned; outboxItemRetry tries again.',
  },
);

export const outbox = listOf(OutboxItemRef, outboxItem, {
  many: 'items of the outbox',
  example: '{state: {eq: DEAD}} are those that were abandoned.',
  where: {
    state: [
      enumFilter('OutboxItemStateFilter', OutboxItemStateEnum, {
        description: 'Conditions on the state of an item; all that are given must hold.',
        verb: 'Is',
        one: 'state',
        many: 'states',
      }),
      'By their state: {eq: DEAD}.',
    ],
  },
  filters: {
    kind: enumFilter('OutboxItemKindFilter', OutboxItemKindEnum, {
      description: 'Conditions on the destination of an item; all that are given must hold.',
      verb: 'Is',
      one: 'destination',
      many: 'destinations',
    }),
  },
  types: { kind: OutboxItemKindEnum },
  orders: { CREATED_AT: { value: 'id', description: 'By time of entry.' } },
  keys: { STATE: key(OutboxItemStateEnum, 'Whether they wait, were delivered or were abandoned.') },
});

interface WithLag {
  readonly lagSeconds: () => Promise<number>;
}

builder.objectField(outbox.connection, 'lagSeconds', (t) =>
  t.float({
    extensions: measure('DURATION', 'SECONDS'),
    description: 'The age in seconds of the oldest of these items that is overdue; 0 if none is.',
    resolve: (connection) => (connection as unknown as WithLag).lagSeconds(),
  }),
);

listQuery('outbox', outbox, {
  operation: listOutbox,
  where: 'Which items; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'id', descending: true },
  show: async (connection, { context, filter, sort }): Promise<WithLag> => ({
    ...(await connection),
    lagSeconds: async () => {
      const query = { filter, sort: [sort] as [typeof sort], slice: noRows };
      const { lagSeconds } = await runList(context, listOutbox, { query, withCount: false, withLag: true });
      return lagSeconds ?? 0;
    },
  }),
});

defineMutation(retryOutboxItem, {
  show: outboxRows.one,
  payload: result('outboxItem', OutboxItemRef, 'The item, which is tried again now'),
});
