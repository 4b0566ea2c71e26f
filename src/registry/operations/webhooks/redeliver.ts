import { z } from 'zod';
import { webhooksById } from '../../store/registry/webhooks.ts';
import { resetAttempts } from '../../store/runner/webhook-deliveries.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { ownDelivery } from './own-webhook.ts';

/**
 * Sends one of the registrar's webhook messages again, whatever its state, with the same content and id. It gets all
 * its attempts again, and the first one is made at once (docs/rules/webhooks.md#delivery).
 */
export const redeliver = defineCommand({
  name: 'webhook.redeliver',
  summary: 'Sends a message to its webhook again, at once.',
  permits: ['registrar'],
  scope: 'WRITE',
  input: z.object({
    id: rowId('WebhookDelivery', 'The global id of the delivery, from the deliveries of its webhook.').meta(
      {},
    ),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.webhookRedeliver',
  run: async ({ db, now, actor, publish, foresee }, { id }) => {
    const { webhook_id, done_at, dead_at } = await ownDelivery(db, actor, id);
    const [webhook] = await webhooksById(db, [webhook_id]);
    foresee('delivery', [webhook?.url, done_at !== null, dead_at !== null]);
    await resetAttempts(db, id, now);
    publish('outbox', 'webhook');
    return { id };
  },
});
