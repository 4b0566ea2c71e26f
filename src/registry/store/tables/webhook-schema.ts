import type { webhook } from '../../entities/webhook.ts';
import type { TableOf } from './entity-table.ts';

export interface WebhookTables {
  webhooks: WebhookTable;
}

export interface WebhookTable extends TableOf<typeof webhook> {}
