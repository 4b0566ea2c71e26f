import type { Db } from '../../operations/operation.ts';
import { invoiceRows } from '../../operations/readers/rows.ts';
import type { Invoice } from '../../operations/readers/shown.ts';
import type { Types } from '../builder.ts';
import type { Payload } from '../mutation.ts';
import { InvoiceRef } from './type.ts';

export interface ShownInvoice {
  readonly invoice: Invoice | null;
  readonly paymentUrl: string | null;
}

export async function shownInvoice(
  db: Db,
  { invoiceId, paymentUrl }: { readonly invoiceId: number; readonly paymentUrl?: string | null },
): Promise<ShownInvoice> {
  return { invoice: await invoiceRows.one(db, { id: invoiceId }), paymentUrl: paymentUrl ?? null };
}

export const invoiceField = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<ShownInvoice>>) => ({
  invoice: t.field({
    type: InvoiceRef,
    nullable: true,
    description: 'The invoice after the change; null when it was refused.',
    resolve: ({ shown }) => shown?.invoice ?? null,
  }),
});

export const invoiceAndLink = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<ShownInvoice>>) => ({
  ...invoiceField(t),
  paymentUrl: t.string({
    nullable: true,
    description:
      'The address of the page on which the customer pays. Null when it was refused, and in a dry run where the provider would have to be asked for it; the address of an invoice that a dry run does not keep leads nowhere.',
    resolve: ({ shown }) => shown?.paymentUrl ?? null,
  }),
});
