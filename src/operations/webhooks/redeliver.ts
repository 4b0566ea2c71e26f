import { z } from 'zod';
import { sendAgain } from '../../store/runner/webhook-deliveries.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { ownDelivery } from './own-webhook.ts';

/** Sends the same message with the same id, whatever its state (docs/rules/webhooks.md#delivery). */
export const redeliver = defineCommand({
  name: 'webhook.redeliver',
  summary: 'Sends a message to its webhook again, at once.',
  permits: ['registrar'],
  scope: 'WRITE',
  facade: 'here',
  input: z.object({
    id: rowId(
      'WebhookDelivery',
      'The global id of the delivery, as the deliveries of its webhook tell it.',
    ).meta({
      isBig: true,
    }),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.webhookRedeliver',
  run: async ({ db, now, actor, publish }, { id }) => {
    await ownDelivery(db, actor, id);
    await sendAgain(db, id, now);
    publish('outbox', 'webhook');
    return { id };
  },
});
