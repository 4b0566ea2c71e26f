import { webhook } from '../../../registry/entities/webhook.ts';
import { deliveryCounts, deliveryPages } from '../../../registry/operations/readers/of-webhooks.ts';
import { webhookDeliveryRows, webhookRows } from '../../../registry/operations/readers/rows.ts';
import type { Webhook, WebhookDelivery } from '../../../registry/operations/readers/shown.ts';
import { hostOf, testEvent, type WebhookEvent } from '../../../registry/rules/registrar/webhooks.ts';
import { seesWebhookUrls } from '../../../registry/rules/scopes.ts';
import { connectionOf } from '../connection-type.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumListFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { ownedList } from '../owned-lists.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';

const WebhookEventEnum = enumOf<WebhookEvent>('WebhookEvent', 'An event that a webhook can receive.', {
  'notification.created': 'You have a new poll message: notification.created.',
  'domain.changed': 'One of your domains was registered, changed, deleted or transferred: domain.changed.',
  'approval.changed':
    'A write of an access token waits for a person, or somebody has decided on it: approval.changed.',
  'invoice.changed': 'One of your invoices was issued, or its status changed: invoice.changed.',
});

const StatusEnum = enumOf('WebhookDeliveryStatus', 'The delivery status of a message to a webhook.', {
  PENDING: 'It waits to be sent, for the first time or again.',
  DELIVERED: 'The receiver accepted it.',
  FAILED: 'Delivery was abandoned; webhookRedeliver sends it again.',
});

export const WebhookDeliveryRef = rowNode<WebhookDelivery>('WebhookDelivery', webhookDeliveryRows.many);

WebhookDeliveryRef.implement({
  description: 'One message to a webhook; kept for 30 days.',
  fields: (t) => ({
    event: t.field({
      type: WebhookEventEnum,
      nullable: true,
      description: 'The event; null for a test message.',
      resolve: ({ payload: { event } }) => (event === testEvent ? null : event),
    }),
    at: moment(t, 'created_at', 'When the event happened.'),
    status: t.field({
      type: StatusEnum,
      description: 'Whether it has arrived.',
      resolve: ({ done_at, dead_at }) => (done_at ? 'DELIVERED' : dead_at ? 'FAILED' : 'PENDING'),
    }),
    attempts: t.exposeInt('attempts', {
      extensions: measure('COUNT'),
      description: 'How often it was sent so far.',
    }),
    error: t.exposeString('last_error', {
      nullable: true,
      description: 'Why the last attempt failed; null when it succeeded or there was none.',
    }),
  }),
});

const deliveries = ownedList<WebhookDelivery>({
  pages: ({ database, actor }, wanted, limit) => deliveryPages(database.db, actor, wanted, limit),
  counts: ({ database, actor }, ids) => deliveryCounts(database.db, actor, ids),
  placeOf: ({ id }) => id,
});
const WebhookDeliveryConnection = connectionOf(WebhookDeliveryRef, 'messages');

export const WebhookRef = rowNode<Webhook>('Webhook', webhookRows.many);

WebhookRef.implement({
  description:
    'A server of the registrar that receives events, as in Standard Webhooks: signed, delivered at least once, in order for each object.',
  fields: (t) => ({
    ...plainFields(t, webhook),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar that owns it.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
    url: t.string({
      description:
        'Where messages are sent; access tokens without the scope SECRETS and operators with the role VIEWER see only the host, such as https://alpha.example.',
      resolve: ({ url }, _, { actor }) => (seesWebhookUrls(actor) ? url : hostOf(url)),
    }),
    events: t.field({
      type: [WebhookEventEnum],
      description: 'The events that it receives.',
      resolve: ({ events }) => events,
    }),
    deliveries: t.connection(
      {
        type: WebhookDeliveryRef,
        description: 'Messages of the last 30 days, newest first; page forward with first and after.',
        resolve: ({ id }, page, context, info) => deliveries(context, info, id, page) as never,
      },
      WebhookDeliveryConnection,
    ),
  }),
});

export const webhooks = listOf(WebhookRef, webhook, {
  many: 'webhooks',
  where: { registrar: [StringFilter, 'By the code of the registrar that owns it: {eq: "ALPHA"}.'] },
  filters: {
    events: enumListFilter(
      'WebhookEventListFilter',
      WebhookEventEnum,
      'Conditions on the events of a webhook; all that are given must hold: {contains: [DOMAIN_CHANGED]}.',
    ),
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that owns them.'),
    EVENT: key(WebhookEventEnum, 'The events that they receive; one that receives two counts in both.'),
  },
});
