import { paymentTermDays } from '../../rules/money/payment-state.ts';
import { earliestUnpaid, takeUnpaid } from '../../store/registry/due-rows.ts';
import { moveInvoice } from '../billing/model/move-invoice.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

const term = paymentTermDays * 24 * 60 * 60 * 1000;
const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/**
 * Marks unpaid invoices as overdue when their payment term is over. They can still be paid, and nobody is notified
 * (docs/rules/billing.md#statuses).
 */
export const markOverdueInvoices = defineJob({
  name: 'overdue',
  operation: 'invoice.mark-overdue',
  summary: 'Marks invoices that were not paid in time.',
  next: () => ({ earliest: earliestUnpaid, dueAt: (since) => later(new Date(since), term) }),
  work: async (context, input) => {
    const unpaid = await takeUnpaid(context.db, later(input.until, -term), input.limit);
    const events = [];
    for (const invoice of unpaid) {
      const then = atMoment(context, momentOf(later(invoice.created_at, term), input));
      await moveInvoice(then, invoice, 'overdue', 'time');
      events.push(jobEvent('INVOICE_OVERDUE', String(invoice.number), then.now));
    }
    return { events, taken: unpaid.length };
  },
});
