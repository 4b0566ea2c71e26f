import type { Calendar } from '../../../../base/calendar.ts';
import { zero } from '../../../../base/money.ts';
import type { PrintedInvoice } from '../../../documents/invoice-pdf.ts';
import { countedLine } from '../../../rules/money/registrar-invoice.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import type { InvoiceLine } from '../../../store/billing/prepayments.ts';

/** The content of an invoice to a registrar for printing; only prepayments and summaries are complete. */
export function printedInvoice(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  calendar: Calendar,
): PrintedInvoice {
  const issuedOn = invoice.issue_date ?? calendar.dateOf(invoice.created_at);
  const vatRate = invoice.vat_rate ?? '0.00';
  return {
    number: invoice.number,
    title: titleOf(invoice),
    createdAt: invoice.created_at,
    issuedOn,
    dueOn: invoice.due_date ?? issuedOn,
    paidOn: isReceived(invoice) && invoice.paid_at ? calendar.dateOf(invoice.paid_at) : null,
    cancelledOn: invoice.cancelled_at && calendar.dateOf(invoice.cancelled_at),
    description: invoice.description,
    referenceNumber: invoice.reference_number,
    seller: invoice.seller ?? {},
    buyer: invoice.buyer ?? {},
    lines: lines.map((line) => countedLine(line, vatRate)),
    subtotal: invoice.subtotal ?? invoice.amount,
    vatRate,
    vatAmount: invoice.vat_amount ?? zero,
    total: invoice.amount,
  };
}

export const titleOf = ({ number, kind }: Pick<Invoice, 'number' | 'kind'>): string =>
  `Invoice no. ${number}${kind === 'monthly_summary' ? ' (monthly invoice)' : ''}`;

/** Tells whether the invoice was paid; a summary never is, because it does not request money. */
export const isReceived = ({ kind, paid_at }: Pick<Invoice, 'kind' | 'paid_at'>): boolean =>
  kind !== 'monthly_summary' && paid_at !== null;
