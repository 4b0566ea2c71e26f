import { forceDeleteMoments } from '../../rules/domain/end-of-life.ts';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

/**
 * Puts force-deleted domains on `clientHold` when the warning period has run out, and notifies their registrars with
 * the dates that follow. It happens once: a hold that is removed later stays removed, and a domain that is on hold
 * already or has expired only moves to the next stage (docs/rules/registrar.md#scheduled-changes).
 */
export const holdForceDeleted = defineDomainJob({
  name: 'client-hold',
  operation: 'domain.hold-force-deleted',
  summary: 'Puts force-deleted domains on hold when their warning period is over.',
  step: 'forceDeleteHold',
  apply: eachDomain(({ notify, now, calendar }, { draft, row }, settings) => {
    const { forceDelete, expiresAt } = draft;
    if (!forceDelete) return { draft };
    // The domain is on hold already, or expired earlier.
    if (draft.statuses.includes('clientHold') || expiresAt <= now)
      return { draft: { ...draft, forceDelete: { ...forceDelete, stage: 'held' } } };
    const moments = forceDeleteMoments(forceDelete, expiresAt, settings, calendar);
    notify({ registrarId: row.registrar_id, ...pollMessages.clientHoldSet(row.name, moments, calendar) });
    const statuses = [...forceDelete.statuses, 'clientHold'];
    return {
      draft: {
        ...withStatus(draft, 'clientHold'),
        forceDelete: { ...forceDelete, stage: 'held', statuses },
      },
      event: 'DOMAIN_CLIENT_HOLD_SET',
    };
  }),
});
