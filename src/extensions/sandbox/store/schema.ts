import type { Generated, GeneratedAlways } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { Json } from '../../../registry/store/tables/json.ts';

declare module '../../../registry/store/tables/schema.ts' {
  interface Tables {
    sandbox_mails: SandboxMailTable;
    sandbox_agent_calls: SandboxAgentCallTable;
    sandbox_clock: SandboxClockTable;
    sandbox_clock_moves: SandboxClockMoveTable;
    sandbox_payments: SandboxPaymentTable;
    sandbox_payment_nonces: SandboxPaymentNonceTable;
    sandbox_callbacks: SandboxCallbackTable;
    sandbox_webhooks: SandboxWebhookTable;
  }
}

export interface SandboxMailTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  text: string;
  links: string[];
  sent_at: Date;
}

export interface SandboxAgentCallTable {
  id: GeneratedAlways<number>;
  at: Date;
  caller: string;
  tool: string;
  arguments: string;
  result: 'read' | 'shown' | 'waits' | 'done' | 'refused';
}

interface SandboxClockTable {
  only_row: Generated<boolean>;
  ahead_ms: number;
}

interface SandboxClockMoveTable {
  id: string;
  target: Date;
}

export interface SandboxPaymentTable {
  id: GeneratedAlways<number>;
  payment_reference: string;
  source: 'oneoff' | 'linkpay';
  account_name: string;
  order_reference: string;
  structured_reference: string | null;
  initial_amount: Money;
  standing_amount: Money;
  payment_state: string;
  payment_method: string | null;
  customer_url: string | null;
  customer_ip: string | null;
  customer_name: string | null;
  customer_email: string | null;
  custom_field_1: string | null;
  custom_field_2: string | null;
  succeeded: Generated<boolean>;
  created_at: Date;
  transaction_time: Date | null;
}

interface SandboxPaymentNonceTable {
  nonce: string;
  used_at: Date;
}

export interface SandboxCallbackTable {
  id: GeneratedAlways<number>;
  payment_reference: string;
  order_reference: string;
  event_name: string;
  attempts: Generated<number>;
  next_attempt_at: Date;
  created_at: Date;
  done_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
}

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
