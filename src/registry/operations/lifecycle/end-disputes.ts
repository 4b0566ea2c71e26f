import { closeDispute } from '../../store/registry/disputes.ts';
import { earliestDisputeEnd, takePastDisputes } from '../../store/registry/due-rows.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { disputeChange } from '../operator/dispute-document.ts';
import { registrySettings } from '../settings.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

const initiator = 'Time';

/**
 * Closes disputes on the day after their last day: marks each dispute closed by time. It then locks the domain of
 * that name, if there is one, and removes its `disputed` status (docs/rules/registrar.md#disputes,
 * #scheduled-changes).
 */
export const endDisputes = defineJob({
  name: 'disputes-end',
  operation: 'dispute.end',
  summary: 'Closes disputes whose last day is over.',
  next: ({ calendar }) => ({
    earliest: earliestDisputeEnd,
    dueAt: (lastDay) => calendar.startOf(calendar.plusDays(String(lastDay), 1)),
  }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const settings = await registrySettings(db);
    const past = await takePastDisputes(db, calendar.dateOf(input.until), input.limit);
    const events = [];
    for (const dispute of past) {
      const over = calendar.startOf(calendar.plusDays(dispute.expires_at, 1));
      const then = atMoment(context, momentOf(over, input));
      await closeDispute(db, dispute.id, initiator, then.now);
      then.record(disputeChange(dispute, { ...dispute, closed_at: then.now, initiator }));
      const domain = await lockDomain(then, dispute.name);
      if (domain) {
        const statuses = domain.draft.statuses.filter((status) => status !== 'disputed');
        await saveDomain(then, domain, { ...domain.draft, statuses }, settings);
      }
      events.push(jobEvent('DISPUTE_ENDED', dispute.name, then.now));
    }
    return { events, taken: past.length };
  },
});
