import type { Actor } from '../../../core/actor.ts';
import { everyEvent, testEvent } from '../../rules/registrar/webhooks.ts';
import { maySubscribe } from '../../rules/visibility.ts';
import type { Db } from '../../store/driver/pool.ts';
import {
  countDeliveries,
  deliveriesOfWebhooks,
  type WebhookDelivery,
} from '../../store/runner/webhook-deliveries.ts';
import { eachOf } from './keyed.ts';

/** The events that the caller may see: messages of events that a webhook had before are still there. */
const heardBy = (actor: Actor) =>
  everyEvent.filter((event) => event === testEvent || maySubscribe(event, actor));

/** The newest message of each webhook. */
export const deliveryLists = async (
  db: Db,
  actor: Actor,
  webhookIds: readonly number[],
  limit: number,
): Promise<WebhookDelivery[][]> => {
  const rows = await deliveriesOfWebhooks(db, webhookIds, { limit, heard: heardBy(actor) });
  return eachOf(webhookIds, rows, (row) => row.webhook_id);
};

export const deliveriesCount = (db: Db, actor: Actor, webhookId: number): Promise<number> =>
  countDeliveries(db, webhookId, heardBy(actor));
