import { z } from 'zod';
import { deleteWebhook as removeWebhook } from '../../store/registry/webhooks.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { lockOwnWebhook, webhookChange } from './own-webhook.ts';

/**
 * Deletes one of the registrar's webhooks, with the messages that have not been sent yet. A webhook with events that
 * the caller may not see does not exist (docs/rules/webhooks.md#permissions).
 */
export const deleteWebhook = defineCommand({
  name: 'webhook.delete',
  summary: 'Deletes a webhook and the messages that have not been sent to it yet.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('Webhook', 'The global id of the webhook.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.webhookDelete',
  run: async ({ db, actor, record }, { id }) => {
    const webhook = await lockOwnWebhook(db, actor, id);
    await removeWebhook(db, id);
    record(webhookChange(webhook, undefined));
    return { id };
  },
});
