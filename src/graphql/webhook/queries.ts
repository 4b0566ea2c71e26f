import { listWebhooks } from '../../operations/webhooks/list-webhooks.ts';
import { mostWebhooks } from '../../rules/registrar/webhooks.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { WebhookConnection, WebhookRef } from './type.ts';

builder.queryField('webhooks', (t) =>
  t.connection(
    {
      type: WebhookRef,
      nullable: true,
      description: `${listWebhooks.summary} Oldest first; all of them, at most ${mostWebhooks}, when neither first nor last is given.`,
      resolve: (_, page, context, info) =>
        connect(context, (page.first ?? page.last) ? page : { ...page, first: mostWebhooks }, info, {
          operation: listWebhooks,
          sort: { field: 'createdAt', descending: false },
          cursorOf: ({ created_at, id }) => instantCursor(created_at, id),
        }),
    },
    WebhookConnection,
  ),
);
