import { z } from 'zod';
import { ownersFor } from '../../rules/visibility.ts';
import { type Invoice, invoicesById } from '../../store/billing/invoices.ts';
import { type HistoryEntry, historyAfter } from '../../store/registry/history.ts';
import { defineQuery } from '../operation.ts';

/** A change of an invoice, and the invoice now. */
export type FollowedInvoice = Pick<HistoryEntry, 'id' | 'event' | 'at' | 'operation'> & {
  readonly invoice: Invoice;
};

/**
 * Reads the changes of an invoice number after the last one seen, for the subscription of a service or an operator.
 * It follows all invoices that share the number, and invoices of other services do not exist
 * (docs/rules/billing.md#ownership).
 */
export const followInvoice = defineQuery({
  name: 'invoice.follow',
  summary: 'Reads the changes of an invoice after the last one seen.',
  permits: ['billing', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ number: z.int(), after: z.int().nullable(), limit: z.int().positive() }),
  errors: [],
  run: async ({ db, actor }, { number, after, limit }) => {
    const entries = await historyAfter(db, { type: 'invoice', key: String(number) }, after, limit);
    if (after === null) return { rows: [], last: entries.at(-1)?.id ?? 0 };
    const owners = ownersFor(actor);
    const invoices = await invoicesById(db, [...new Set(entries.map((entry) => entry.object_id))]);
    const own = new Map(
      invoices
        .filter(({ initiator }) => owners?.includes(initiator) ?? true)
        .map((invoice) => [invoice.id, invoice]),
    );
    const rows = entries.flatMap(({ id, object_id, event, at, operation }): FollowedInvoice[] => {
      const invoice = own.get(object_id);
      return invoice ? [{ id, event, at, operation, invoice }] : [];
    });
    return { rows, last: entries.at(-1)?.id ?? after };
  },
});
