import { z } from 'zod';
import type { Initiator } from '../../../base/actor.ts';
import { invoicesWithNumbers, lockInvoices, updateInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';
import { invoiceNumber } from './export-to-accounting.ts';
import { invoiceChange } from './model/invoice-document.ts';
import { notifyOwner } from './model/notify-owner.ts';

/**
 * Records the accounting system's answer for the outbox: locks the service's invoices that were accepted and marks
 * them as exported. It then notifies the service that asked for the export, with both documents
 * (docs/rules/billing.md#accounting).
 */
export const recordAccountingExport = defineCommand({
  name: 'invoice.record-accounting-export',
  summary: 'Marks the invoices that the accounting system has accepted.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({
    initiator: z.string(),
    accepted: z.array(z.string()),
    sentXml: z.string(),
    answerXml: z.string(),
  }),
  errors: [],
  run: async (context, { initiator, accepted, sentXml, answerXml }) => {
    const { db, now, record } = context;
    const numbers = accepted.map(invoiceNumber).filter((number) => number !== undefined);
    const ids = (await invoicesWithNumbers(db, numbers))
      .filter((invoice) => invoice.initiator === initiator)
      .map(({ id }) => id);
    for (const invoice of await lockInvoices(db, ids)) {
      if (invoice.exported_to_accounting_at !== null) continue;
      const exported = await updateInvoice(db, invoice.id, {
        exported_to_accounting_at: now,
        accounting_data: sentXml,
        updated_at: now,
      });
      record(invoiceChange(invoice, exported));
    }
    notifyOwner(context, 'directo_response', initiator as Initiator, accepted[0] ?? 'accounting', {
      response: answerXml,
      xml_data: sentXml,
    });
    return {};
  },
});
