import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain } from './each-domain.ts';

/**
 * Starts force deletes on their day by moving each domain to the stage `started`. For a soft one the registrar gets a
 * poll message that the redemption period has begun (docs/rules/registrar.md#messages).
 */
export const startForceDeletes = defineDomainJob({
  name: 'force-delete',
  operation: 'domain.start-force-delete',
  summary: 'Begins force deletes whose day has come.',
  step: 'forceDeleteStart',
  apply: eachDomain(({ notify, now, calendar }, { draft, row }, settings) => {
    const { forceDelete } = draft;
    if (!forceDelete) return { draft };
    const days = settings.expireWarningPeriod + settings.redemptionGracePeriod;
    const start = calendar.startOf(forceDelete.start ?? calendar.dateOf(now));
    if (forceDelete.kind === 'soft')
      notify({
        registrarId: row.registrar_id,
        ...pollMessages.redemptionStarted(row.name, start, days, calendar),
      });
    return {
      draft: { ...draft, forceDelete: { ...forceDelete, stage: 'started' } },
      event: 'DOMAIN_FORCE_DELETE_STARTED',
    };
  }),
});
