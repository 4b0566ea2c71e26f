import { type RawBuilder, type Selectable, sql } from 'kysely';
import { webhook } from '../../entities/webhook.ts';
import type { Db } from '../driver/connections/pool.ts';
import { registrarKey } from '../driver/lists/group-keys.ts';
import { insertRow, rowsById, updateRow } from '../driver/lists/rows.ts';
import { eachOf, entityList, registrarColumns } from '../driver/lists/stored-list.ts';
import type { WebhookTable } from '../tables/webhook-schema.ts';

export type Webhook = Selectable<WebhookTable>;

export const webhooksById = rowsById('webhooks');

const webhooksBy = (url: RawBuilder<unknown>) =>
  entityList(webhook, {
    columns: { ...registrarColumns('webhooks'), url },
    keys: {
      registrar: registrarKey(sql`webhooks.registrar_id`),
      event: eachOf(sql`webhooks.events`),
    },
  });

export const webhookList = webhooksBy(sql`webhooks.url`);

/**
 * The list for callers who see only the host of a URL and must not find out the rest by filtering (`hostOf` in
 * rules/registrar/webhooks.ts).
 */
export const webhookListByHost = webhooksBy(sql`substring(webhooks.url from '^[^/]+//[^/?#]+')`);

export const insertWebhook = insertRow('webhooks');

export const updateWebhook = updateRow('webhooks');

/** Deletes the webhook with all its messages, sent or not. */
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}
