import { countDays, earliestUncounted } from '../../store/registry/domain-counts.ts';
import { defineCommand } from '../operation.ts';
import { type Job, stretch } from './job.ts';

/**
 * For statistics (docs/rules/registrar.md#statistics). Counts from history, so it runs after all other jobs
 * of a day.
 */
export const countDomains: Job = {
  name: 'count-domains',
  next: () => ({ earliest: earliestUncounted }),
  work: defineCommand({
    name: 'statistics.count-domains',
    summary: 'Counts the domains of each registrar at the end of each day.',
    permits: ['system'],
    scope: 'WRITE',
    input: stretch,
    errors: [],
    run: async ({ db, calendar }, { until, limit }) => {
      const yesterday = calendar.plusDays(calendar.dateOf(until), -1);
      return {
        events: [],
        taken: await countDays(db, { zone: calendar.zone, until: yesterday, most: limit }),
      };
    },
  }),
};
