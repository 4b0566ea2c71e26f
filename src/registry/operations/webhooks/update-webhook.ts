import { z } from 'zod';
import { Problems } from '../../../base/errors.ts';
import {
  descriptionFailures,
  everyEvent,
  urlFailures,
  webhookEvents,
} from '../../rules/registrar/webhooks.ts';
import { updateWebhook as writeWebhook } from '../../store/registry/webhooks.ts';
import { abandonAll } from '../../store/runner/webhook-deliveries.ts';
import { flag, rowId, someOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { eventFailures, lockOwnWebhook, webhookChange } from './own-webhook.ts';

/**
 * Changes the address, the events or the state of one of the registrar's webhooks: locks it and checks the new
 * values. Messages that it no longer wants are abandoned, and fields that are left out stay as they are
 * (docs/rules/webhooks.md#permissions).
 */
export const updateWebhook = defineCommand({
  name: 'webhook.update',
  summary: 'Changes the address or the events of a webhook, or switches it off or on again.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Webhook', 'The global id of the webhook.'),
    url: text('Where to send messages from now on, including waiting ones.').optional(),
    events: someOf(
      webhookEvents,
      'WebhookEvent',
      'The new events to send; waiting messages of other events are abandoned.',
    ).optional(),
    description: text('A note for yourself.').optional(),
    enabled: flag(
      'false: nothing more is sent, and waiting messages are abandoned; true: new messages are delivered again.',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.webhookUpdate',
  run: async ({ db, now, actor, config, publicUrl, record }, { id, ...wished }) => {
    const before = await lockOwnWebhook(db, actor, id);
    const { url = before.url, events = before.events, enabled = before.enabled } = wished;
    new Problems()
      .direct(
        ...(url === before.url ? [] : urlFailures(url, { isTrial: config.isTrial, publicUrl })),
        ...eventFailures(events, actor),
        ...descriptionFailures(wished.description),
      )
      .refuseIfAny();
    const unwanted = before.events.filter((event) => !events.includes(event));
    if (before.enabled && !enabled)
      await abandonAll(db, id, { error: 'The webhook was switched off', now, events: everyEvent });
    else if (unwanted.length > 0)
      await abandonAll(db, id, {
        error: 'The webhook no longer subscribes to this event',
        now,
        events: unwanted,
      });
    const after = await writeWebhook(db, id, {
      url,
      events: webhookEvents.filter((event) => events.includes(event)),
      description: wished.description === undefined ? before.description : wished.description || null,
      enabled,
      // A new address, or switching it on again, clears the failures.
      ...((url !== before.url || (enabled && !before.enabled)) && { failing_since: null }),
      updated_at: now,
    });
    record(webhookChange(before, after));
    return { id };
  },
});
