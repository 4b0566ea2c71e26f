import { listPayments } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { PaymentConnection, PaymentRef } from '../invoice/type.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { PaymentOrder, PaymentWhere } from './inputs.ts';

builder.queryField('payments', (t) =>
  t.connection(
    {
      type: PaymentRef,
      nullable: true,
      description: listPayments.summary,
      args: {
        where: t.arg({ type: PaymentWhere, description: 'Which payments; all of them when left out.' }),
        orderBy: t.arg({ type: PaymentOrder, description: 'How to sort them; newest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listPayments,
          filter: toFilter(where, PaymentWhere, context),
          sort: sortBy(orderBy, { field: 'occurredAt', descending: true }),
          cursorOf: ({ id, occurred_at, created_at }, field) =>
            instantCursor(field === 'createdAt' ? created_at : occurred_at, id),
        }),
    },
    PaymentConnection,
  ),
);
