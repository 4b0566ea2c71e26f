import { listAccessTokens } from '../../operations/access-tokens/list-access-tokens.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { AccessTokenConnection, AccessTokenRef } from './type.ts';

builder.queryField('accessTokens', (t) =>
  t.connection(
    {
      type: AccessTokenRef,
      nullable: true,
      description: `${listAccessTokens.summary} Newest first, without those that were revoked.`,
      resolve: (_, page, context, info) =>
        connect(context, page, info, {
          operation: listAccessTokens,
          sort: { field: 'createdAt', descending: true },
          cursorOf: ({ created_at, id }) => instantCursor(created_at, id),
        }),
    },
    AccessTokenConnection,
  ),
);
