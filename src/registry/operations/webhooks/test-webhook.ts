import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { testEvent, testPending } from '../../rules/registrar/webhooks.ts';
import { enqueueTest, isTestPending } from '../../store/runner/webhook-deliveries.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { lockOwnWebhook } from './own-webhook.ts';

/**
 * Sends a test message to one of the registrar's webhooks, one at a time. It also works for a webhook that is
 * switched off, because a test helps to decide whether to switch it on (docs/rules/webhooks.md#permissions).
 */
export const testWebhook = defineCommand({
  name: 'webhook.test',
  summary: 'Sends a test message to a webhook.',
  permits: ['registrar'],
  scope: 'WRITE',
  input: z.object({ id: rowId('Webhook', 'The global id of the webhook.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.webhookTest',
  run: async ({ db, now, actor, publish }, { id }) => {
    // One at a time: a second one proves nothing more, and nobody can trigger thousands.
    const webhook = await lockOwnWebhook(db, actor, id);
    if (await isTestPending(db, webhook.id, testEvent)) refuseWith(testPending());
    const delivery = await enqueueTest(db, webhook.id, testEvent, now);
    publish('outbox', 'webhook');
    return { id: delivery };
  },
});
