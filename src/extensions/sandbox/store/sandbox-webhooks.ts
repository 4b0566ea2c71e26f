import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import type { Webhook } from '../../../registry/store/registry/webhooks.ts';
import type { SandboxWebhookTable } from './schema.ts';

export type SandboxWebhook = Selectable<SandboxWebhookTable>;

const kept = 200;

/** Deletes the oldest beyond the limit. */
export async function keepSandboxWebhook(db: Db, row: Insertable<SandboxWebhookTable>): Promise<void> {
  const { id } = await db
    .insertInto('sandbox_webhooks')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`delete from sandbox_webhooks where id <= ${id - kept}`.execute(db);
}

/** Newest first. */
export function sandboxWebhooks(db: Db, limit: number): Promise<SandboxWebhook[]> {
  return db.selectFrom('sandbox_webhooks').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Those that may have signed a message. */
export const allWebhooks = (db: Db): Promise<Webhook[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('id').execute();
