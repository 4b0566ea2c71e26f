import { z } from 'zod';
import { testEvent } from '../../rules/registrar/webhooks.ts';
import { enqueueTest } from '../../store/runner/webhook-deliveries.ts';
import { defineCommand } from '../operation.ts';
import { ownWebhook } from './own-webhook.ts';

/** Also to one that is switched off: whether to switch it on again may depend on it (docs/rules/webhooks.md#who-may). */
export const testWebhook = defineCommand({
  name: 'webhook.test',
  summary: 'Sends a message without meaning to a webhook, to see whether it arrives.',
  permits: ['registrar'],
  input: z.object({ id: z.int() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.webhookTest',
  run: async ({ db, now, actor, publish }, { id }) => {
    const webhook = await ownWebhook(db, actor, id);
    const delivery = await enqueueTest(db, webhook.id, testEvent, now);
    publish('outbox', 'webhook');
    return { id: delivery };
  },
});
