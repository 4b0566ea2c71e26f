import { removalMoment } from '../../rules/domain/removal-moment.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

/**
 * Marks domains whose delete day has come as `deleteCandidate` and draws the moment of their removal within the
 * following day. From then on a domain cannot be restored (docs/rules/registrar.md#scheduled-changes).
 */
export const releaseDomains = defineDomainJob({
  name: 'release',
  operation: 'domain.release',
  summary: 'Marks domains whose delete day has come.',
  step: 'release',
  apply: eachDomain(({ now, calendar }, { draft, row }) => {
    const [day = calendar.dateOf(now)] = [draft.deleteDate, draft.forceDelete?.date]
      .filter((date) => typeof date === 'string')
      .sort();
    return {
      draft: {
        ...withStatus(draft, 'deleteCandidate'),
        removeAt: removalMoment({ id: row.id, transferCode: draft.transferCode }, calendar.startOf(day), now),
      },
      event: 'DOMAIN_DELETE_CANDIDATE',
    };
  }),
});
