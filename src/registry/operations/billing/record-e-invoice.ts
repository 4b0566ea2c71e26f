import { z } from 'zod';
import type { Initiator } from '../../../base/actor.ts';
import { invoicesWithNumbers, lockInvoices, updateInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';
import { invoiceNumber } from './export-to-accounting.ts';
import { invoiceChange } from './model/invoice-document.ts';
import { notifyOwner } from './model/notify-owner.ts';

/**
 * Records for the outbox that the e-invoicing operator has accepted an invoice: locks the service's invoices with
 * that number and marks them as sent. It then notifies the service that asked for it
 * (docs/rules/billing.md#e-invoices).
 */
export const recordEInvoice = defineCommand({
  name: 'invoice.record-e-invoice',
  summary: 'Marks an invoice that the e-invoicing operator has accepted.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ initiator: z.string(), number: z.string() }),
  errors: [],
  run: async (context, { initiator, number: text }) => {
    const { db, now, calendar, record } = context;
    const number = invoiceNumber(text);
    const known = number === undefined ? [] : await invoicesWithNumbers(db, [number]);
    const ids = known.filter((invoice) => invoice.initiator === initiator).map(({ id }) => id);
    for (const invoice of await lockInvoices(db, ids)) {
      const sent = await updateInvoice(db, invoice.id, { sent_as_e_invoice_at: now, updated_at: now });
      record(invoiceChange(invoice, sent));
    }
    notifyOwner(context, 'e_invoice_response', initiator as Initiator, text, {
      invoice_number: number ?? text,
      date: calendar.format(now),
    });
    return {};
  },
});
