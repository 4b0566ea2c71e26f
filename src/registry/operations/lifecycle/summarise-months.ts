import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import { Refusal } from '../../../base/errors.ts';
import { earliestSummary, lockUnsummarised } from '../../store/billing/summaries.ts';
import { updateRegistrar } from '../../store/registry/registrars.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { summariseMonth } from '../billing/model/monthly-summary.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

/** The first day of the month after the next one to be summarised. */
const dueOn = (calendar: Calendar, summarisedUntil: LocalDate): LocalDate =>
  calendar.datePlus(calendar.plusDays(summarisedUntil, 1), { months: 1 });

/**
 * Issues on the first of each month a summary invoice of what each registrar bought in the month before; test
 * registrars get none. Each registrar has a transaction of its own, and when the numbers run out the job stays due,
 * which operators see, until there are more (docs/rules/self-service.md#monthly-summaries).
 */
export const summariseMonths = defineJob({
  name: 'monthly-summaries',
  operation: 'invoice.summarise-months',
  summary: 'Sums up what each registrar bought in a month.',
  next: ({ calendar }) => ({
    earliest: earliestSummary(calendar.zone),
    dueAt: (summarisedUntil) => calendar.startOf(dueOn(calendar, String(summarisedUntil))),
  }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const monthBegan = `${calendar.dateOf(input.until).slice(0, 7)}-01`;
    const waiting = await lockUnsummarised(db, calendar.zone, calendar.plusDays(monthBegan, -1), input.limit);
    const events = [];
    let taken = 0;
    for (const { registrar, summarisedUntil } of waiting) {
      const nextMonth = dueOn(calendar, summarisedUntil);
      const moment = momentOf(calendar.startOf(nextMonth), input);
      const lastDay = calendar.plusDays(nextMonth, -1);
      const month = { first: calendar.plusDays(summarisedUntil, 1), lastDay };
      try {
        const number = await allOrNothing(atMoment(context, moment), async (item) => {
          await updateRegistrar(item.db, registrar.id, { summarised_until: lastDay });
          return registrar.test_registrar ? undefined : summariseMonth(item, registrar, month);
        });
        if (number !== undefined) events.push(jobEvent('SUMMARY_ISSUED', String(number), moment));
        taken += 1;
      } catch (error) {
        // The numbers are used up: the job stays due, which operators see, until there are more.
        if (!(error instanceof Refusal)) throw error;
      }
    }
    return { events, taken };
  },
});
