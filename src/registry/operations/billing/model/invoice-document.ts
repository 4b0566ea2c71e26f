import { changesOf, type Document } from '../../../../base/events.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';

/** The document of an invoice in history. */
export const invoiceDocument = (invoice: Invoice): Document => ({
  number: invoice.number,
  userUniqueId: invoice.user_unique_id,
  initiator: invoice.initiator,
  affiliation: invoice.affiliation,
  status: invoice.status,
  amount: invoice.amount,
  description: invoice.description,
  paymentReference: invoice.payment_reference,
  transactionTime: invoice.transaction_time?.toISOString() ?? null,
  paidAt: invoice.paid_at?.toISOString() ?? null,
  exportedToAccountingAt: invoice.exported_to_accounting_at?.toISOString() ?? null,
  sentAsEInvoiceAt: invoice.sent_as_e_invoice_at?.toISOString() ?? null,
});

export const invoiceChange = changesOf('invoice', ({ number }) => String(number), invoiceDocument);
