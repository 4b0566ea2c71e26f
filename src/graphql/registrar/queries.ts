import { listRegistrars } from '../../operations/operator/list-registrars.ts';
import { searchRegistrars } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runList } from '../run.ts';
import { toFilter } from '../where.ts';
import { RegistrarOrder, RegistrarWhere } from './inputs.ts';
import { RegistrarConnection, RegistrarRef } from './type.ts';

const allWhenLeftOut = 'Which registrars; all of them when left out.';

builder.queryFields((t) => ({
  registrars: t.field({
    type: [RegistrarRef],
    nullable: true,
    description: listRegistrars.summary,
    args: { where: t.arg({ type: RegistrarWhere, description: allWhenLeftOut }) },
    resolve: (_, { where }, context) =>
      runList(context, listRegistrars, { where: toFilter(where, RegistrarWhere, context) }),
  }),
  registrarList: t.connection(
    {
      type: RegistrarRef,
      nullable: true,
      description: searchRegistrars.summary,
      args: {
        where: t.arg({ type: RegistrarWhere, description: allWhenLeftOut }),
        orderBy: t.arg({ type: RegistrarOrder, description: 'How to sort them; by code when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: searchRegistrars,
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
}));
