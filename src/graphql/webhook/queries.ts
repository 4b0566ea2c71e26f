import { listWebhooks } from '../../operations/webhooks/list-webhooks.ts';
import { mostWebhooks } from '../../rules/registrar/webhooks.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { WebhookOrder, WebhookWhere } from './inputs.ts';
import { WebhookConnection, WebhookRef } from './type.ts';

builder.queryField('webhooks', (t) =>
  t.connection(
    {
      type: WebhookRef,
      nullable: true,
      description: `${listWebhooks.summary} The first ${mostWebhooks}, which are all that a registrar can have, when neither first nor last is given.`,
      args: {
        where: t.arg({ type: WebhookWhere, description: 'Which webhooks; all that you see when left out.' }),
        orderBy: t.arg({ type: WebhookOrder, description: 'How to sort them; oldest first when left out.' }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, (page.first ?? page.last) ? page : { ...page, first: mostWebhooks }, info, {
          operation: listWebhooks,
          filter: toFilter(where, WebhookWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: false }),
          cursorOf: ({ created_at, id }) => instantCursor(created_at, id),
        }),
    },
    WebhookConnection,
  ),
);
