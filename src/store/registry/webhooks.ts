import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { eachOf, registrarCodeOf, storedList } from '../driver/stored-list.ts';
import type { WebhookTable } from '../tables/webhook-schema.ts';

export type Webhook = Selectable<WebhookTable>;

export function webhooksById(db: Db, ids: readonly number[]): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

const webhooksBy = (url: RawBuilder<unknown>) =>
  storedList('webhooks', {
    columns: {
      registrarId: sql`webhooks.registrar_id`,
      registrar: registrarCodeOf('webhooks'),
      url,
      events: sql`webhooks.events`,
      enabled: sql`webhooks.enabled`,
      failingSince: sql`webhooks.failing_since`,
      createdAt: sql`webhooks.created_at`,
    },
    groups: {
      keys: {
        registrar: registrarKey(sql`webhooks.registrar_id`),
        event: eachOf(sql`webhooks.events`),
        enabled: { value: sql`webhooks.enabled` },
        createdAt: { value: sql`webhooks.created_at` },
      },
    },
  });

export const webhookList = webhooksBy(sql`webhooks.url`);

/** For who is not shown the rest of an address, and must not find it out by filtering (`hostOf` in rules/registrar/webhooks.ts). */
export const webhookListByHost = webhooksBy(sql`substring(webhooks.url from '^[^/]+//[^/?#]+')`);

/** For the sandbox's receiver, which tells whose signature it has got. */
export function allWebhooks(db: Db): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute();
}

export function insertWebhook(db: Db, row: Insertable<WebhookTable>): Promise<Webhook> {
  return db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateWebhook(db: Db, id: number, fields: Updateable<WebhookTable>): Promise<Webhook> {
  return db.updateTable('webhooks').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** With everything that was or is to be sent there. */
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('outbox').where('webhook_id', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}
