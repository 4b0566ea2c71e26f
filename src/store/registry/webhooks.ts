import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ListQuery } from '../../core/filter.ts';
import type { WebhookEvent } from '../../rules/registrar/webhooks.ts';
import { applyList, type Columns } from '../driver/filters.ts';
import type { Db } from '../driver/lane.ts';
import type { WebhookTable } from '../tables/webhook-schema.ts';

export type Webhook = Selectable<WebhookTable>;

export function webhooksById(db: Db, ids: readonly number[]): Promise<Webhook[]> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', sql<number>`any(${ids})`).execute();
}

/** Whose, and of what at most they are told. */
export interface Whose {
  readonly registrarId: number;
  readonly heard: readonly WebhookEvent[];
}

const columns: Columns = { createdAt: sql`webhooks.created_at` };

const webhooksOf = (db: Db, { registrarId, heard }: Whose) =>
  db
    .selectFrom('webhooks')
    .where('registrar_id', '=', registrarId)
    .where(sql<boolean>`events <@ ${heard}::text[]`);

export const listWebhooks = (db: Db, whose: Whose, list: ListQuery): Promise<Webhook[]> =>
  applyList(webhooksOf(db, whose).selectAll(), list, columns, sql`webhooks.id`).execute();

export async function countWebhooks(db: Db, whose: Whose): Promise<number> {
  const { count } = await webhooksOf(db, whose)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

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
