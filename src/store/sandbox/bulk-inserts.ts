import type { Insertable } from 'kysely';
import type { Invoice } from '../billing/invoices.ts';
import type { Db } from '../driver/pool.ts';
import type { Reservation } from '../registry/reservations.ts';
import type {
  BulkPaymentItemTable,
  InvoiceTable,
  PaymentEventTable,
  PaymentTable,
  ReferenceNumberTable,
} from '../tables/billing-schema.ts';
import type { SandboxPaymentTable } from '../tables/integrations-schema.ts';
import type { ReservationTable } from '../tables/reservation-schema.ts';
import type { ContactTable, ReservedNameTable } from '../tables/schema.ts';

/** Many rows in one statement each, for the initial data. */

export async function insertContacts(db: Db, rows: readonly Insertable<ContactTable>[]): Promise<void> {
  await db.insertInto('contacts').values(rows).execute();
}

export async function insertReservedNames(
  db: Db,
  rows: readonly Insertable<ReservedNameTable>[],
): Promise<void> {
  await db.insertInto('reserved_names').values(rows).execute();
}

export function insertReservations(
  db: Db,
  rows: readonly Insertable<ReservationTable>[],
): Promise<Reservation[]> {
  return db.insertInto('reservations').values(rows).returningAll().execute();
}

/** In the order given. */
export function insertInvoices(db: Db, rows: readonly Insertable<InvoiceTable>[]): Promise<Invoice[]> {
  return db.insertInto('invoices').values(rows).returningAll().execute();
}

export async function insertBulkPaymentItems(
  db: Db,
  rows: readonly Insertable<BulkPaymentItemTable>[],
): Promise<void> {
  await db.insertInto('bulk_payment_items').values(rows).execute();
}

export async function insertReferenceNumbers(
  db: Db,
  rows: readonly Insertable<ReferenceNumberTable>[],
): Promise<void> {
  await db.insertInto('reference_numbers').values(rows).execute();
}

export async function insertPayments(db: Db, rows: readonly Insertable<PaymentTable>[]): Promise<void> {
  await db.insertInto('payments').values(rows).execute();
}

export async function insertPaymentEvents(
  db: Db,
  rows: readonly Insertable<PaymentEventTable>[],
): Promise<void> {
  await db.insertInto('payment_events').values(rows).execute();
}

export async function insertSandboxPayments(
  db: Db,
  rows: readonly Insertable<SandboxPaymentTable>[],
): Promise<void> {
  await db.insertInto('sandbox_payments').values(rows).execute();
}
