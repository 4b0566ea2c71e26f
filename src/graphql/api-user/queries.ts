import { listApiUsers } from '../../operations/api-users/list-api-users.ts';
import { showApiUser } from '../../operations/api-users/show-api-user.ts';
import { builder } from '../builder.ts';
import { connect } from '../connections.ts';
import { runQuery } from '../run.ts';
import { ApiUserConnection, ApiUserRef } from './type.ts';

builder.queryField('apiUsers', (t) =>
  t.connection(
    {
      type: ApiUserRef,
      nullable: true,
      description: `${listApiUsers.summary} By user name.`,
      resolve: (_, page, context, info) =>
        connect(context, page, info, {
          operation: listApiUsers,
          sort: { field: 'username', descending: false },
          cursorOf: ({ username, id }) => ({ value: username, id }),
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
