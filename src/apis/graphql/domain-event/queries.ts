import { listDomainEvents } from '../../../registry/operations/domains/list-domain-events.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { DomainEventOrder, DomainEventWhere } from './inputs.ts';
import { DomainEventConnection, DomainEventRef } from './type.ts';

builder.queryField('domainEvents', (t) =>
  t.connection(
    {
      type: DomainEventRef,
      nullable: true,
      description: listDomainEvents.summary,
      args: {
        where: t.arg({ type: DomainEventWhere, description: 'Which events; all of them when left out.' }),
        orderBy: t.arg({
          type: DomainEventOrder,
          description: 'How to sort them; newest first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listDomainEvents,
          filter: toFilter(where, DomainEventWhere, context),
          sort: sortBy(orderBy, { field: 'at', descending: true }),
          cursorOf: ({ valid_from, id }) => instantCursor(valid_from, id),
        }),
    },
    DomainEventConnection,
  ),
);
