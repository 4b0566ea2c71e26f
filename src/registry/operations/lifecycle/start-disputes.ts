import { earliestUnmarkedDispute, unmarkedDisputes } from '../../store/registry/due-rows.ts';
import { lockDomain } from '../domains/model/domain-state.ts';
import { saveDomain } from '../domains/model/save-domain.ts';
import { registrySettings } from '../settings.ts';
import { withStatus } from './each-domain.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

/**
 * Marks domains as `disputed` on the first day of a dispute over their name. Each domain is locked and skipped if it
 * shows the dispute already (docs/rules/registrar.md#scheduled-changes).
 */
export const startDisputes = defineJob({
  name: 'disputes-start',
  operation: 'dispute.start',
  summary: 'Marks domains when a dispute over their name begins.',
  next: () => ({ earliest: earliestUnmarkedDispute }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const settings = await registrySettings(db);
    const running = await unmarkedDisputes(db, calendar.dateOf(input.until), input.limit);
    const events = [];
    for (const dispute of running) {
      const then = atMoment(context, momentOf(calendar.startOf(dispute.starts_at), input));
      const domain = await lockDomain(then, dispute.name);
      if (!domain?.row.disputed || domain.draft.statuses.includes('disputed')) continue;
      await saveDomain(then, domain, withStatus(domain.draft, 'disputed'), settings);
      events.push(jobEvent('DISPUTE_STARTED', dispute.name, then.now));
    }
    return { events, taken: events.length };
  },
});
