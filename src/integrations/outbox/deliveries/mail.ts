import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import type { Clock } from '../../../base/clock.ts';
import { registrarInvoicePdf } from '../../../registry/documents/invoice-pdf.ts';
import { printedInvoice } from '../../../registry/operations/billing/model/printed-invoice.ts';
import { recordInvoiceMail } from '../../../registry/operations/billing/record-invoice-mail.ts';
import { lineLists } from '../../../registry/operations/readers/of-invoices.ts';
import { invoiceRows } from '../../../registry/operations/readers/rows.ts';
import type { Runner } from '../../../registry/operations/runner/runner.ts';
import type { Database } from '../../../registry/store/driver/connections/database.ts';
import type { Attachment, Mailer } from '../../mail.ts';
import { Undeliverable } from '../../undeliverable.ts';
import type { Delivery } from '../outbox.ts';
import { systemCall } from './system-call.ts';

const payload = z.object({
  to: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  subject: z.string(),
  text: z.string(),
  /** Attached as a PDF. */
  attachedInvoiceId: z.int().optional(),
});

export interface MailParts {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly runner: Runner;
}

/** `mailer` is opened with the first mail. */
export function mailDelivery(mailer: () => Promise<Mailer>, parts: MailParts): Delivery {
  return async (item) => {
    const read = payload.safeParse(item.payload);
    if (!read.success) throw new Undeliverable('this is not a mail: to, subject or text is missing');
    const { attachedInvoiceId: invoiceId, ...mail } = read.data;
    const attachments = invoiceId === undefined ? [] : [await invoiceFile(parts, invoiceId)];
    await (await mailer()).send({
      ...mail,
      attachments,
      id: `outbox-${item.id}`,
      sentAt: parts.clock.now(),
    });
    if (invoiceId === undefined) return;
    const outcome = await parts.runner.run(recordInvoiceMail, { invoiceId }, systemCall(item));
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
  };
}

async function invoiceFile({ database, calendar }: MailParts, id: number): Promise<Attachment> {
  const invoice = await invoiceRows.one(database.db, { id });
  if (!invoice) throw new Undeliverable(`invoice ${id} is gone`);
  const [lines = []] = await lineLists(database.db, [id]);
  return {
    filename: `invoice-${invoice.number}.pdf`,
    contentType: 'application/pdf',
    content: await registrarInvoicePdf(printedInvoice(invoice, lines, calendar)),
  };
}
