import type { Actor } from '../../../base/actor.ts';
import { everyEvent, testEvent } from '../../rules/registrar/webhooks.ts';
import { maySubscribe } from '../../rules/visibility.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import type { OwnedPage } from '../../store/driver/lists/owned-pages.ts';
import {
  countDeliveries,
  deliveriesOfWebhooks,
  type WebhookDelivery,
} from '../../store/runner/webhook-deliveries.ts';

/** The events that the caller may see: messages of events that a webhook had before are still there. */
const heardBy = (actor: Actor) =>
  everyEvent.filter((event) => event === testEvent || maySubscribe(event, actor));

/** A page of messages of each webhook, newest first. */
export const deliveryPages = (
  db: Db,
  actor: Actor,
  wanted: readonly OwnedPage[],
  limit: number,
): Promise<WebhookDelivery[][]> => deliveriesOfWebhooks(db, wanted, { limit, heard: heardBy(actor) });

export const deliveryCounts = (db: Db, actor: Actor, webhookIds: readonly number[]): Promise<number[]> =>
  countDeliveries(db, webhookIds, heardBy(actor));
