import type { Db } from '../../operations/operation.ts';
import { webhookDeliveryRows, webhookRows } from '../../operations/readers/rows.ts';
import type { Webhook, WebhookDelivery } from '../../operations/readers/shown.ts';
import { shownOnce } from '../../operations/shown-once.ts';
import { createWebhook } from '../../operations/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../operations/webhooks/delete-webhook.ts';
import { redeliver } from '../../operations/webhooks/redeliver.ts';
import { rotateSecret } from '../../operations/webhooks/rotate-secret.ts';
import { testWebhook } from '../../operations/webhooks/test-webhook.ts';
import { updateWebhook } from '../../operations/webhooks/update-webhook.ts';
import { mostWebhooks } from '../../rules/registrar/webhooks.ts';
import type { Types } from '../builder.ts';
import { given } from '../invoice/inputs.ts';
import { bigRowId, rowOf } from '../loading.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { WebhookDeliveryRef, WebhookEventEnum, WebhookRef } from './type.ts';

type Inputs = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
type Fields<S> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<S>>;

interface Shown {
  readonly webhook: Webhook | null;
  readonly secret: string | null;
}

const withItsSecret = async (db: Db, value: { readonly id: number }): Promise<Shown> => ({
  webhook: await webhookRows.one(db, value),
  secret: shownOnce(value),
});

const webhookAndSecret = (t: Fields<Shown>) => ({
  webhook: t.field({
    type: WebhookRef,
    nullable: true,
    description: 'The webhook; null when it was refused.',
    resolve: ({ shown }) => shown?.webhook ?? null,
  }),
  secret: t.field({
    type: 'Secret',
    nullable: true,
    description:
      'What its messages are signed with, whsec_ and base64: shown this once. Null when it was refused, or when this repeats an earlier request.',
    resolve: ({ shown }) => shown?.secret ?? null,
  }),
});

const which = (t: Inputs) => ({
  id: t.globalID({ required: true, description: 'The global id of the webhook.' }),
});

const delivery = (t: Fields<WebhookDelivery | null>) => ({
  delivery: t.field({
    type: WebhookDeliveryRef,
    nullable: true,
    description: 'The message, which is sent within seconds; null when it was refused.',
    resolve: ({ shown }) => shown,
  }),
});

defineMutationByHand(createWebhook, {
  more: `At most ${mostWebhooks} of a registrar.`,
  input: (t) => ({
    url: t.string({
      required: true,
      description:
        'Where to send messages: https, at a public address; in the sandbox also http://localhost.',
    }),
    events: t.field({ type: [WebhookEventEnum], required: true, description: 'What to tell of.' }),
    description: t.string({ description: 'A line for yourself.' }),
  }),
  translate: given,
  show: withItsSecret,
  payload: webhookAndSecret,
});

defineMutationByHand(updateWebhook, {
  more: 'What is left out stays as it is; an empty description clears it.',
  input: (t) => ({
    ...which(t),
    url: t.string({ description: 'Where to send messages from now on, those that wait too.' }),
    events: t.field({
      type: [WebhookEventEnum],
      description: 'What to tell of from now on; what waits of anything else is given up.',
    }),
    description: t.string({ description: 'A line for yourself.' }),
    enabled: t.boolean({
      description:
        'false: nothing more is sent, and what waits is given up; true: deliveries go on, from now on.',
    }),
  }),
  translate: ({ id, ...wished }) => ({ id: rowOf('Webhook', id), ...given(wished) }),
  show: webhookRows.one,
  payload: (t) => ({
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'The webhook after the change; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(deleteWebhook, {
  input: which,
  translate: ({ id }) => ({ id: rowOf('Webhook', id) }),
  show: async (_, { id }) => id,
  payload: (t) => ({
    id: t.globalID({
      nullable: true,
      description: 'The global id of the webhook that is gone; null when it was refused.',
      resolve: ({ shown }) => (shown === null ? null : { id: shown, type: WebhookRef }),
    }),
  }),
});

defineMutationByHand(testWebhook, {
  more: 'Its type is webhook.test; also to one that is switched off. One at a time.',
  input: which,
  translate: ({ id }) => ({ id: rowOf('Webhook', id) }),
  show: webhookDeliveryRows.one,
  payload: delivery,
});

defineMutationByHand(rotateSecret, {
  more: 'Meanwhile the signature header holds both signatures.',
  input: which,
  translate: ({ id }) => ({ id: rowOf('Webhook', id) }),
  show: withItsSecret,
  payload: webhookAndSecret,
});

defineMutationByHand(redeliver, {
  more: 'It is the same message with the same webhook-id, whatever became of it before.',
  input: (t) => ({
    id: t.globalID({
      required: true,
      description: 'The global id of the delivery, as the deliveries of its webhook tell it.',
    }),
  }),
  translate: ({ id }) => ({ id: rowOf('WebhookDelivery', id, bigRowId) }),
  show: webhookDeliveryRows.one,
  payload: delivery,
});
