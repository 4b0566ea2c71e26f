import { listRegistrars } from '../../operations/operator/list-registrars.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { RegistrarOrder, RegistrarWhere } from './inputs.ts';
import { RegistrarConnection, RegistrarRef } from './type.ts';

builder.queryField('registrars', (t) =>
  t.connection(
    {
      type: RegistrarRef,
      nullable: true,
      description: listRegistrars.summary,
      args: {
        where: t.arg({ type: RegistrarWhere, description: 'Which registrars; all that you see by default.' }),
        orderBy: t.arg({ type: RegistrarOrder, description: 'The order; by code by default.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listRegistrars,
          filter: toFilter(where, RegistrarWhere, context),
          sort: sortBy(orderBy, { field: 'code', descending: false }),
          cursorOf: ({ id, code, name, created_at }, field) =>
            field === 'createdAt'
              ? instantCursor(created_at, id)
              : { value: field === 'name' ? name : code, id },
        }),
    },
    RegistrarConnection,
  ),
);
