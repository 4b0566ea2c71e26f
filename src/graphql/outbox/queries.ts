import type { ListQuery } from '../../core/filter.ts';
import { listOutbox } from '../../operations/operator/list-outbox.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor, noRows } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';
import { OutboxItemOrder, OutboxItemWhere } from './inputs.ts';
import { OutboxItemConnection, OutboxItemRef, type WithLag } from './type.ts';

builder.queryField('outbox', (t) =>
  t.connection(
    {
      type: OutboxItemRef,
      nullable: true,
      description: listOutbox.summary,
      args: {
        where: t.arg({ type: OutboxItemWhere, description: 'Which items; all of them by default.' }),
        orderBy: t.arg({ type: OutboxItemOrder, description: 'The order; newest first by default.' }),
      },
      resolve: async (_, { where, orderBy, ...page }, context, info) => {
        const filter = toFilter(where, OutboxItemWhere, context);
        const sort = sortBy(orderBy, { field: 'id', descending: true });
        const connection = await connect(context, page, info, {
          operation: listOutbox,
          with: { withLag: false },
          filter,
          sort,
          cursorOf: ({ id, next_attempt_at }, field) =>
            field === 'id' ? { value: String(id), id } : instantCursor(next_attempt_at, id),
        });
        return {
          ...connection,
          lagSeconds: async () => {
            const query: ListQuery = { filter, sort: [sort], slice: noRows };
            const { lagSeconds } = await runList(context, listOutbox, {
              query,
              withCount: false,
              withLag: true,
            });
            return lagSeconds ?? 0;
          },
        } satisfies WithLag;
      },
    },
    OutboxItemConnection,
  ),
);
