import { listApiUsers } from '../../operations/api-users/list-api-users.ts';
import { showApiUser } from '../../operations/api-users/show-api-user.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { ApiUserOrder, ApiUserWhere } from './inputs.ts';
import { ApiUserConnection, ApiUserRef } from './type.ts';

builder.queryField('apiUsers', (t) =>
  t.connection(
    {
      type: ApiUserRef,
      nullable: true,
      description: listApiUsers.summary,
      args: {
        where: t.arg({ type: ApiUserWhere, description: 'Which users; all that you see when left out.' }),
        orderBy: t.arg({ type: ApiUserOrder, description: 'How to sort them; by name when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listApiUsers,
          filter: toFilter(where, ApiUserWhere, context),
          sort: sortBy(orderBy, { field: 'username', descending: false }),
          cursorOf: ({ username, created_at, id }, field) =>
            field === 'createdAt' ? instantCursor(created_at, id) : { value: username, id },
        }),
    },
    ApiUserConnection,
  ),
);

builder.queryField('apiUser', (t) =>
  t.field({
    type: ApiUserRef,
    nullable: true,
    description: `${showApiUser.summary} Null when there is none.`,
    args: { username: t.arg.string({ required: true, description: 'The name it signs in with.' }) },
    resolve: (_, { username }, context) => runQuery(context, showApiUser, { user: { username } }),
  }),
);
