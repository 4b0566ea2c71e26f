import type { Db } from '../../../registry/operations/operation.ts';
import { invoiceRows } from '../../../registry/operations/readers/rows.ts';
import type { Invoice } from '../../../registry/operations/readers/shown.ts';
import { results } from '../payload.ts';
import { InvoiceRef } from './type.ts';

interface ShownInvoice {
  readonly invoice: Invoice | null;
  readonly paymentUrl: string | null;
}

export async function shownInvoice(
  db: Db,
  { invoiceId, paymentUrl }: { readonly invoiceId: number; readonly paymentUrl?: string | null },
): Promise<ShownInvoice> {
  return { invoice: await invoiceRows.one(db, { id: invoiceId }), paymentUrl: paymentUrl ?? null };
}

export const invoice = { invoice: [InvoiceRef, 'The invoice after the change'] } as const;

export const invoiceField = results(invoice);

export const invoiceAndLink = results({
  ...invoice,
  paymentUrl: [
    'String',
    'The address of the page on which the customer pays. Null when it was refused, and in a dry run where the provider would have to be asked for it; the address of an invoice that a dry run does not keep leads nowhere.',
  ],
});
