import { z } from 'zod';
import { nameOf, registrarOf } from '../../../base/actor.ts';
import { Problems } from '../../../base/errors.ts';
import {
  descriptionFailures,
  mostWebhooks,
  tooMany,
  urlFailures,
  webhookEvents,
} from '../../rules/registrar/webhooks.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { insertWebhook, webhookList } from '../../store/registry/webhooks.ts';
import { someOf, text } from '../input.ts';
import { ofRegistrar } from '../lists.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { eventFailures, newSecret, webhookChange } from './own-webhook.ts';

/**
 * Creates a webhook, which sends events about the registrar's objects to its server: checks the address, whether the
 * caller may see the events, and the number of webhooks. The signing secret is shown once
 * (docs/rules/webhooks.md#permissions).
 */
export const createWebhook = defineCommand({
  name: 'webhook.create',
  summary: "Creates a webhook, which sends events about the registrar's objects to its server.",
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({
    url: text('Where to send messages: https, at a public address; in the sandbox also http://localhost.'),
    events: someOf(webhookEvents, 'WebhookEvent', 'The events to send.'),
    description: text('A note for yourself.').optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
  ],
  graphql: 'Mutation.webhookCreate',
  run: async (context, { url, events, description }) => {
    const { db, now, actor, config, publicUrl, record } = context;
    const problems = new Problems().direct(
      ...urlFailures(url, { isTrial: config.isTrial, publicUrl }),
      ...eventFailures(events, actor),
      ...descriptionFailures(description),
    );
    // One at a time: otherwise two concurrent ones could both be the last that is allowed.
    const { id: registrarId } = await lockRegistrar(db, registrarOf(actor).registrarId);
    const others = await webhookList.count(db, ofRegistrar(registrarId));
    problems
      .further()
      .direct(others >= mostWebhooks ? tooMany() : undefined)
      .refuseIfAny();
    const secret = newSecret(context.secret);
    const webhook = await insertWebhook(db, {
      registrar_id: registrarId,
      url,
      events: webhookEvents.filter((event) => events.includes(event)),
      description: description || null,
      secret,
      created_by: nameOf(actor),
      created_at: now,
      updated_at: now,
    });
    record(webhookChange(undefined, webhook));
    return withSecret({ id: webhook.id }, secret);
  },
});
