import type { GeneratedAlways } from 'kysely';
import type { webhook } from '../../entities/webhook.ts';
import type { TableOf } from './entity-table.ts';
import type { Json } from './json.ts';

export interface WebhookTables {
  webhooks: WebhookTable;
  sandbox_webhooks: SandboxWebhookTable;
}

export interface WebhookTable extends TableOf<typeof webhook> {}

export interface SandboxWebhookTable {
  id: GeneratedAlways<number>;
  received_at: Date;
  headers: Json<Record<string, string>>;
  body: string;
  /** The webhook that signed it; null if none of the existing ones did. */
  webhook_id: number | null;
  /** The HTTP status of the answer. */
  answered: number;
}
