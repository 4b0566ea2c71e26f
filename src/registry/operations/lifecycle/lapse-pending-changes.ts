import { confirmationsAskedBefore, earliestAsked } from '../../store/registry/due-rows.ts';
import { lapsePendingChange } from '../domains/model/lapse-pending-change.ts';
import { registrySettings } from '../settings.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

const hour = 60 * 60 * 1000;

/**
 * Drops changes and deletions that registrants have not confirmed in time, 48 hours by default: locks each domain and
 * restores it as it was before the question. The registrar gets a poll message and the contacts that were asked get a
 * mail (docs/rules/registrar.md#confirmations).
 */
export const lapsePendingChanges = defineJob({
  name: 'lapse',
  operation: 'domain.lapse-pending-change',
  summary: 'Drops changes and deletions that registrants did not confirm in time.',
  next: ({ settings }) => ({
    earliest: earliestAsked,
    dueAt: (asked) => later(new Date(asked), settings.expirePendingConfirmation),
  }),
  work: async (context, input) => {
    const { expirePendingConfirmation: hours } = await registrySettings(context.db);
    const asked = await confirmationsAskedBefore(context.db, later(input.until, -hours), input.limit);
    const events = [];
    for (const { domain_name, kind, asked_at } of asked) {
      const moment = momentOf(later(asked_at, hours), input);
      if (await lapsePendingChange(atMoment(context, moment), domain_name))
        events.push(
          jobEvent(
            kind === 'update' ? 'DOMAIN_UPDATE_LAPSED' : 'DOMAIN_DELETION_LAPSED',
            domain_name,
            moment,
          ),
        );
    }
    return { events, taken: events.length };
  },
});

const later = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * hour);
