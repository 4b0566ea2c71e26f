import { listOutbox } from '../../operations/operator/lists.ts';
import { showOutbox } from '../../operations/operator/show-outbox.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';
import { OutboxItemOrder, OutboxItemWhere } from './inputs.ts';
import { OutboxItemConnection, OutboxItemRef, OutboxRef } from './type.ts';

builder.queryFields((t) => ({
  outbox: t.field({
    type: OutboxRef,
    nullable: true,
    description: showOutbox.summary,
    args: {
      where: t.arg({ type: OutboxItemWhere, description: 'Of which items it tells; of all when left out.' }),
    },
    resolve: (_, { where }, context) =>
      runList(context, showOutbox, { where: toFilter(where, OutboxItemWhere, context) }),
  }),
  outboxItems: t.connection(
    {
      type: OutboxItemRef,
      nullable: true,
      description: listOutbox.summary,
      args: {
        where: t.arg({ type: OutboxItemWhere, description: 'Which items; all of them when left out.' }),
        orderBy: t.arg({
          type: OutboxItemOrder,
          description: 'How to sort them; newest first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listOutbox,
          filter: toFilter(where, OutboxItemWhere, context),
          sort: sortBy(orderBy, { field: 'id', descending: true }),
          cursorOf: ({ id, next_attempt_at }, field) =>
            field === 'id' ? { value: String(id), id } : instantCursor(next_attempt_at, id),
        }),
    },
    OutboxItemConnection,
  ),
}));
