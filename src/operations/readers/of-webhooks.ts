import type { Actor } from '../../core/actor.ts';
import { everyEvent, testEvent } from '../../rules/registrar/webhooks.ts';
import { hearsOf } from '../../rules/visibility.ts';
import type { Db } from '../../store/driver/lane.ts';
import { deliveriesOfWebhooks, type WebhookDelivery } from '../../store/runner/webhook-deliveries.ts';
import { eachOf } from './keyed.ts';

/** The newest of each webhook that the caller may be told of: those of events that it had before are still there. */
export const deliveryLists = async (
  db: Db,
  actor: Actor,
  webhookIds: readonly number[],
  limit: number,
): Promise<WebhookDelivery[][]> => {
  const heard = everyEvent.filter((event) => event === testEvent || hearsOf(event, actor));
  return eachOf(
    webhookIds,
    await deliveriesOfWebhooks(db, webhookIds, { limit, heard }),
    (row) => row.webhook_id,
  );
};
