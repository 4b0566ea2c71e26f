import type { Generated, GeneratedAlways } from 'kysely';
import type { WebhookEvent } from '../../rules/registrar/webhooks.ts';
import type { Json } from './json.ts';

/** The tables of src/store/migrations/0023_webhooks.sql. */
export interface WebhookTables {
  webhooks: WebhookTable;
  sandbox_webhooks: SandboxWebhookTable;
}

export interface WebhookTable {
  id: GeneratedAlways<number>;
  registrar_id: number;
  url: string;
  events: WebhookEvent[];
  description: string | null;
  enabled: Generated<boolean>;
  /** Since when nothing has arrived. */
  failing_since: Generated<Date | null>;
  secret: string;
  previous_secret: Generated<string | null>;
  previous_secret_until: Generated<Date | null>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface SandboxWebhookTable {
  id: GeneratedAlways<number>;
  received_at: Date;
  headers: Json<Record<string, string>>;
  body: string;
  /** Which webhook signed it; null: none that there is. */
  webhook_id: number | null;
  /** With which status it was answered. */
  answered: number;
}
