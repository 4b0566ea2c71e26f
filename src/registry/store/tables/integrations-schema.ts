import type { Generated, GeneratedAlways } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { outboxItem } from '../../entities/outbox-item.ts';
import type { TableOf } from './entity-table.ts';

/** The outbox, and the tables of the payment provider that the sandbox plays. */
export interface IntegrationTables {
  outbox: OutboxTable;
  sandbox_payments: SandboxPaymentTable;
  sandbox_payment_nonces: SandboxPaymentNonceTable;
  sandbox_callbacks: SandboxCallbackTable;
}

export interface OutboxTable extends TableOf<typeof outboxItem> {}

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
