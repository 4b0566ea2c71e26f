import type { Generated, GeneratedAlways } from 'kysely';
import type { Initiator } from '../../../base/actor.ts';
import type { Money } from '../../../base/money.ts';
import type { invoice } from '../../entities/invoice.ts';
import type { payment } from '../../entities/payment.ts';
import type { paymentDisagreement } from '../../entities/payment-disagreement.ts';
import type { TableOf } from './entity-table.ts';

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

export interface InvoiceTable extends TableOf<typeof invoice> {}

export interface BulkPaymentItemTable {
  parent_id: number;
  child_id: number;
  /** True if the child's status comes from this payment. */
  settled: Generated<boolean>;
}

export interface RefundTable {
  id: GeneratedAlways<number>;
  /** The invoice; null for the refund of a payment without an invoice, or of an excess. */
  invoice_id: number | null;
  payment_reference: string;
  leaving: Generated<Money>;
  taken_from: number[];
  /** The moment at which the provider accepted it; the money may not have been returned yet. */
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

export interface PaymentDisagreementTable extends TableOf<typeof paymentDisagreement> {}

export interface InvoiceLineTable {
  id: GeneratedAlways<number>;
  invoice_id: number;
  description: string;
  unit: string;
  quantity: number;
  /** The price without tax, with three decimals. */
  price: string;
  product_id: Generated<string | null>;
  years: Generated<number | null>;
}

export interface BankTransferTable {
  /** The bank's reference as it is compared; null if an earlier transfer has one that reads the same. */
  reference_key: string | null;
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
