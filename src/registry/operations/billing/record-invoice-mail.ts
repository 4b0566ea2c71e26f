import { z } from 'zod';
import { updateInvoice } from '../../store/billing/invoices.ts';
import { defineCommand } from '../operation.ts';

/** Records when the PDF was last sent; nothing else depends on it, so history does not keep it. */
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
