import { z } from 'zod';
import { updateInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';

/**
 * Records for the outbox when an invoice was last mailed as a PDF. Nothing else depends on that time, so history does
 * not keep it.
 */
export const recordInvoiceMail = defineCommand({
  name: 'invoice.record-mail',
  summary: 'Records when an invoice was mailed as a PDF.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ invoiceId: z.int() }),
  errors: [],
  run: async ({ db, now }, { invoiceId }) => {
    await updateInvoice(db, invoiceId, { pdf_sent_at: now });
    return {};
  },
});
