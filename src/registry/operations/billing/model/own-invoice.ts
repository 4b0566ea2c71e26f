import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { invoicesSeenBy } from '../../../rules/visibility.ts';
import { type Invoice, invoiceByNumber, ownInvoiceById } from '../../../store/billing/invoices.ts';
import type { OperationContext } from '../../operation.ts';
import { invoiceNumberField } from './fields.ts';

/** REST names a registrar's invoice by its id, the graph by its number. */
export const invoiceRef = z.union([
  z.object({ invoiceId: z.int() }),
  z.object({ invoiceNumber: invoiceNumberField, userUniqueId: z.string().optional() }),
]);
export type InvoiceRef = z.infer<typeof invoiceRef>;

/** An invoice that is not the caller's does not exist (docs/rules/billing.md#ownership). */
export async function visibleInvoice(
  { db, actor }: Pick<OperationContext, 'db' | 'actor'>,
  ref: InvoiceRef,
): Promise<Invoice> {
  const owners = invoicesSeenBy(actor);
  const invoice =
    'invoiceId' in ref
      ? await ownInvoiceById(db, ref.invoiceId, owners)
      : await invoiceByNumber(db, ref.invoiceNumber, ref.userUniqueId, owners);
  return invoice ?? refuseWith(objectDoesNotExist());
}
