import { listApiUsers } from '../../../registry/operations/api-users/list-api-users.ts';
import { showApiUser } from '../../../registry/operations/api-users/show-api-user.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { runQuery } from '../run.ts';
import { ApiUserRef, apiUsers } from './type.ts';

listQuery('apiUsers', apiUsers, {
  operation: listApiUsers,
  where: 'Which users; all that you see when left out.',
  orderBy: 'How to sort them; by name when left out.',
  usual: { field: 'username', descending: false },
});

builder.queryField('apiUser', (t) =>
  t.field({
    type: ApiUserRef,
    nullable: true,
    description: `${showApiUser.summary} Null when there is none.`,
    args: { username: t.arg.string({ required: true, description: 'The name it signs in with.' }) },
    resolve: (_, { username }, context) => runQuery(context, showApiUser, { user: { username } }),
  }),
);
