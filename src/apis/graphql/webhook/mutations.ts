import type { Db } from '../../../registry/operations/operation.ts';
import { webhookDeliveryRows, webhookRows } from '../../../registry/operations/readers/rows.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { createWebhook } from '../../../registry/operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../registry/operations/webhooks/delete-webhook.ts';
import { redeliver } from '../../../registry/operations/webhooks/redeliver.ts';
import { rotateSecret } from '../../../registry/operations/webhooks/rotate-secret.ts';
import { testWebhook } from '../../../registry/operations/webhooks/test-webhook.ts';
import { updateWebhook } from '../../../registry/operations/webhooks/update-webhook.ts';
import { mostWebhooks } from '../../../registry/rules/registrar/webhooks.ts';
import { defineMutation } from '../mutation.ts';
import { deletedId, result, results } from '../payload.ts';
import { WebhookDeliveryRef, WebhookRef } from './type.ts';

const withItsSecret = async (db: Db, value: { readonly id: number }) => ({
  webhook: await webhookRows.one(db, value),
  secret: shownOnce(value),
});

const webhookAndSecret = results({
  webhook: [WebhookRef, 'The webhook'],
  secret: [
    'Secret',
    'The secret that signs its messages, whsec_ and base64, which is shown only once. Null when it was refused, or when this repeats an earlier request.',
  ],
});

const delivery = result('delivery', WebhookDeliveryRef, 'The message, which is sent within seconds');

defineMutation(createWebhook, {
  more: `At most ${mostWebhooks} of a registrar.`,
  show: withItsSecret,
  payload: webhookAndSecret,
});

defineMutation(updateWebhook, {
  more: 'Fields that are left out stay unchanged; an empty description clears it.',
  show: webhookRows.one,
  payload: result('webhook', WebhookRef, 'The webhook after the change'),
});

defineMutation(deleteWebhook, {
  show: async (_, gone) => gone,
  payload: deletedId(WebhookRef, 'webhook'),
});

defineMutation(testWebhook, {
  more: 'Its type is webhook.test. It works for a webhook that is switched off, one test at a time.',
  show: webhookDeliveryRows.one,
  payload: delivery,
});

defineMutation(rotateSecret, {
  more: 'Until then the signature header holds both signatures.',
  show: withItsSecret,
  payload: webhookAndSecret,
});

defineMutation(redeliver, {
  more: 'It is the same message with the same webhook-id, delivered before or not.',
  show: webhookDeliveryRows.one,
  payload: delivery,
});
