import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import { earliestDuePrepayment, takeDuePrepayments } from '../../store/billing/prepayments.ts';
import { moveInvoice } from '../billing/model/move-invoice.ts';
import { registrySettings } from '../settings.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

/** Runs at night, when the whole due date is over everywhere. */
const afterMidnightMs = 10 * 60 * 1000;

const dueAt = (calendar: Calendar, dueOn: LocalDate, days: number): Date =>
  new Date(calendar.startOf(calendar.plusDays(dueOn, days + 1)).getTime() + afterMidnightMs);

/**
 * Cancels registrars' prepayments that were not paid in time, in the night after the due date and the extra days of
 * the setting. Each invoice is locked first, so a payment that arrives at that moment either comes before or finds it
 * cancelled (docs/rules/self-service.md#overdue).
 */
export const cancelOverduePrepayments = defineJob({
  name: 'overdue-prepayments',
  operation: 'invoice.cancel-overdue',
  summary: 'Cancels prepayments that were not paid in time.',
  next: ({ calendar, settings }) => ({
    earliest: earliestDuePrepayment,
    dueAt: (dueOn) => dueAt(calendar, String(dueOn), settings.daysToKeepOverdueInvoicesActive),
  }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const { daysToKeepOverdueInvoicesActive: days } = await registrySettings(db);
    const lastNight = new Date(input.until.getTime() - afterMidnightMs);
    const before = calendar.plusDays(calendar.dateOf(lastNight), -days);
    const due = await takeDuePrepayments(db, before, input.limit);
    const events = [];
    for (const invoice of due) {
      const moment = momentOf(dueAt(calendar, invoice.due_date ?? before, days), input);
      await moveInvoice(atMoment(context, moment), invoice, 'cancelled', 'time');
      events.push(jobEvent('INVOICE_CANCELLED', String(invoice.number), moment));
    }
    return { events, taken: due.length };
  },
});
