import { z } from 'zod';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { everyEvent } from '../../rules/registrar/webhooks.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { updateWebhook, webhooksById } from '../../store/registry/webhooks.ts';
import { abandon, abandonAll } from '../../store/runner/webhook-deliveries.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { webhookChange } from './own-webhook.ts';

/**
 * Gives up a webhook message that could not be delivered for three days, and switches its webhook off with all
 * messages that wait for it. The registrar gets a poll message and a mail with the last error
 * (docs/rules/webhooks.md#delivery).
 */
export const abandonDelivery = defineCommand({
  name: 'webhook.abandon-delivery',
  summary: 'Abandons a message that did not arrive for three days, and switches its webhook off.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({
    id: z.int(),
    attempts: z.int(),
    webhookId: z.int(),
    globalId: z.string(),
    error: z.string(),
  }),
  errors: [],
  run: async (context, { webhookId, globalId, error, ...claim }) => {
    const { db, now } = context;
    if (await abandon(db, claim, { error, now })) await switchOff(context, webhookId, { globalId, error });
    return {};
  },
});

async function switchOff(
  context: OperationContext,
  id: number,
  { globalId, error }: { readonly globalId: string; readonly error: string },
): Promise<void> {
  const { db, now, record, notify } = context;
  // Waiting messages are locked before the webhook, as the delivery does: no deadlock.
  await abandonAll(db, id, { error: 'The webhook was switched off before', now, events: everyEvent });
  const [before] = await webhooksById(db, [id]);
  if (!before?.enabled) return;
  const after = await updateWebhook(db, id, { enabled: false, updated_at: now });
  record(webhookChange(before, after));
  // The message does not have the whole URL, which may contain a token that not all readers of messages may see.
  const { host } = new URL(before.url);
  notify({ registrarId: before.registrar_id, ...pollMessages.webhookSwitchedOff(globalId, host) });
  const [registrar] = await registrarsById(db, [before.registrar_id]);
  if (registrar)
    writeToRegistrar(context, registrar, {
      subject: 'Webhook switched off',
      paragraphs: [
        `For three days nothing could be delivered to webhook ${globalId} at ${host}: ${error}.`,
        'It was switched off. When the receiver works again, switch it on with webhookUpdate (enabled: true); what was not delivered can be sent again with webhookRedeliver.',
      ],
    });
}
