import type { Db } from '../../store/driver/lane.ts';
import { deliveriesOfWebhooks, type WebhookDelivery } from '../../store/runner/webhook-deliveries.ts';
import { eachOf } from './keyed.ts';

/** The newest of each webhook. */
export const deliveryLists = async (
  db: Db,
  webhookIds: readonly number[],
  limit: number,
): Promise<WebhookDelivery[][]> =>
  eachOf(webhookIds, await deliveriesOfWebhooks(db, webhookIds, limit), (row) => row.webhook_id);
