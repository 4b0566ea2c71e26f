import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Initiator } from '../../core/actor.ts';
import type { Money } from '../../core/money.ts';
import type { payment } from '../../entities/payment.ts';
import type { InvoiceStatus } from '../../rules/money/payment-state.ts';
import type { InvoiceKind, InvoiceParty } from '../../rules/money/registrar-invoice.ts';
import type { TableOf } from './entity-table.ts';
import type { Json } from './json.ts';

/** The tables of src/store/migrations/0003_billing.sql. */
export interface BillingTables {
  invoices: InvoiceTable;
  bulk_payment_items: BulkPaymentItemTable;
  number_counters: NumberCounterTable;
  issued_numbers: IssuedNumberTable;
  number_gaps: NumberGapTable;
  reference_numbers: ReferenceNumberTable;
  payments: PaymentTable;
  payment_events: PaymentEventTable;
  payment_disagreements: PaymentDisagreementTable;
  refunds: RefundTable;
  invoice_lines: InvoiceLineTable;
  bank_transfers: BankTransferTable;
}

export type Affiliation = 'regular' | 'auction_deposit' | 'linkpay';

export interface InvoiceTable {
  id: GeneratedAlways<number>;
  number: number;
  user_unique_id: string | null;
  initiator: Initiator;
  affiliation: Generated<Affiliation>;
  status: Generated<InvoiceStatus>;
  amount: Money;
  amount_text: string;
  description: string;
  reference_number: string | null;
  customer_name: string | null;
  customer_email: string | null;
  custom_field1: string | null;
  reserved_names: Generated<string[]>;
  deposit_domain: string | null;
  deposit_user_uuid: string | null;
  deposit_user_email: string | null;
  registrar_id: number | null;
  credited: Generated<boolean>;
  bulk: Generated<boolean>;
  payment_reference: string | null;
  provider_snapshot: Json<Record<string, unknown> | null> | null;
  transaction_time: Date | null;
  paid_at: Date | null;
  exported_to_accounting_at: Date | null;
  accounting_data: string | null;
  sent_as_e_invoice_at: Date | null;
  kind: Generated<InvoiceKind>;
  /** From here to the parties: always there on prepayments and monthly summaries. */
  issue_date: Generated<string | null>;
  due_date: Generated<string | null>;
  cancelled_at: Generated<Date | null>;
  subtotal: Generated<Money | null>;
  /** Percent, such as `24.00`. */
  vat_rate: Generated<string | null>;
  vat_amount: Generated<Money | null>;
  seller: ColumnType<InvoiceParty | null, string | null | undefined, string>;
  buyer: ColumnType<InvoiceParty | null, string | null | undefined, string>;
  pdf_sent_at: Generated<Date | null>;
  /** By the registry itself, which then also tells the accounting system. */
  issued_here: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

export interface BulkPaymentItemTable {
  parent_id: number;
  child_id: number;
  /** The child has the status that it has because of this payment. */
  settled: Generated<boolean>;
}

export interface RefundTable {
  id: GeneratedAlways<number>;
  /** Null: of a payment that pays for no invoice, or of what it has too much. */
  invoice_id: number | null;
  payment_reference: string;
  leaving: Generated<Money>;
  taken_from: number[];
  /** When the provider has said yes; that the money is back is still to be seen. */
  accepted_at: Date | null;
  holder: string;
  held_until: Date;
  begun_at: Date;
}

export type NumberRange = 'invoice' | 'deposit' | 'monthly';

interface NumberGapTable {
  id: GeneratedAlways<number>;
  name: NumberRange;
  next_number: number;
  last_number: number;
}

interface NumberCounterTable {
  name: NumberRange;
  last_number: number;
}

interface IssuedNumberTable {
  number: number;
  initiator: Initiator;
}

export interface ReferenceNumberTable {
  id: GeneratedAlways<number>;
  reference_number: string;
  initiator: Initiator;
  owner: string | null;
  email: string | null;
  registrar_id: number | null;
  created_at: Date;
}

export interface PaymentTable extends TableOf<typeof payment> {}

export interface PaymentEventTable {
  id: GeneratedAlways<number>;
  payment_reference: string;
  invoice_id: number | null;
  name: string | null;
  received_at: Date;
  outcome: string;
}

export interface PaymentDisagreementTable {
  id: GeneratedAlways<number>;
  payment_reference: string;
  invoice_id: number | null;
  kind: string;
  details: Json<Record<string, unknown>>;
  raised_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
  note: string | null;
}

export interface InvoiceLineTable {
  id: GeneratedAlways<number>;
  invoice_id: number;
  description: string;
  unit: string;
  quantity: number;
  /** Without tax, with three decimals. */
  price: string;
  product_id: Generated<string | null>;
  years: Generated<number | null>;
}

export interface BankTransferTable {
  id: GeneratedAlways<number>;
  bank_reference: string;
  reference_number: string | null;
  registrar_id: number | null;
  invoice_id: number | null;
  sum: Money;
  description: string;
  received_at: Date;
  created_at: Date;
}
