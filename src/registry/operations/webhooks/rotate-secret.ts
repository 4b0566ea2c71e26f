import { z } from 'zod';
import { secretsOverlapMs } from '../../rules/registrar/webhooks.ts';
import { updateWebhook } from '../../store/registry/webhooks.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { lockOwnWebhook, newSecret, webhookChange } from './own-webhook.ts';

/**
 * Gives one of the registrar's webhooks a new signing secret and shows it once. Messages are signed with both secrets
 * for a day, so that none is refused before the receiver has the new one.
 */
export const rotateSecret = defineCommand({
  name: 'webhook.rotate-secret',
  summary: 'Gives a webhook a new secret; for 24 hours its messages are signed with the old one too.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('Webhook', 'The global id of the webhook.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.webhookSecretRotate',
  run: async ({ db, now, actor, record, ...context }, { id }) => {
    const before = await lockOwnWebhook(db, actor, id);
    const secret = newSecret(context.secret);
    const after = await updateWebhook(db, id, {
      secret,
      previous_secret: before.secret,
      previous_secret_until: new Date(now.getTime() + secretsOverlapMs),
      updated_at: now,
    });
    record(webhookChange(before, after));
    return withSecret({ id }, secret);
  },
});
