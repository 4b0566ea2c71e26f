import { listAccessTokens } from '../../operations/access-tokens/list-access-tokens.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { AccessTokenOrder, AccessTokenWhere } from './inputs.ts';
import { AccessTokenConnection, AccessTokenRef } from './type.ts';

builder.queryField('accessTokens', (t) =>
  t.connection(
    {
      type: AccessTokenRef,
      nullable: true,
      description: `${listAccessTokens.summary} Without those that were revoked.`,
      args: {
        where: t.arg({
          type: AccessTokenWhere,
          description: 'Which tokens; all that you see when left out.',
        }),
        orderBy: t.arg({
          type: AccessTokenOrder,
          description: 'How to sort them; newest first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listAccessTokens,
          filter: toFilter(where, AccessTokenWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf: ({ created_at, expires_at, id }, field) =>
            instantCursor(field === 'expiresAt' ? expires_at : created_at, id),
        }),
    },
    AccessTokenConnection,
  ),
);
