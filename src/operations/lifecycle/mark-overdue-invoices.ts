import { paymentTermDays } from '../../rules/money/payment-state.ts';
import { earliestUnpaid, takeUnpaid } from '../../store/registry/due-rows.ts';
import { moveInvoice } from '../billing/model/move-invoice.ts';
import { defineCommand } from '../operation.ts';
import { atMoment, type Job, jobEvent, momentOf, stretch } from './job.ts';

const term = paymentTermDays * 24 * 60 * 60 * 1000;
const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** An overdue invoice can still be paid (docs/rules/billing.md#statuses). */
export const markOverdueInvoices: Job = {
  name: 'overdue',
  next: () => ({ earliest: earliestUnpaid, dueAt: (since) => later(new Date(since), term) }),
  work: defineCommand({
    name: 'invoice.mark-overdue',
    summary: 'Marks invoices that were not paid in time.',
    permits: ['system'],
    scope: 'WRITE',
    input: stretch,
    errors: [],
    run: async (context, input) => {
      const unpaid = await takeUnpaid(context.db, later(input.until, -term), input.limit);
      const events = [];
      for (const invoice of unpaid) {
        const then = atMoment(context, momentOf(later(invoice.created_at, term), input));
        await moveInvoice(then, invoice, 'overdue', 'time');
        events.push(jobEvent('INVOICE_OVERDUE', String(invoice.number), then.now));
      }
      return { events, taken: unpaid.length };
    },
  }),
};
