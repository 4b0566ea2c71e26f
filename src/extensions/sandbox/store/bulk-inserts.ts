import { insertRows } from '../../../registry/store/driver/lists/rows.ts';

// The initial data of the sandbox, each table in one statement.
export const insertContacts = insertRows('contacts');
export const insertReservedNames = insertRows('reserved_names');
export const insertReservations = insertRows('reservations');
export const insertInvoices = insertRows('invoices');
export const insertBulkPaymentItems = insertRows('bulk_payment_items');
export const insertReferenceNumbers = insertRows('reference_numbers');
export const insertPayments = insertRows('payments');
export const insertPaymentEvents = insertRows('payment_events');
export const insertSandboxPayments = insertRows('sandbox_payments');
