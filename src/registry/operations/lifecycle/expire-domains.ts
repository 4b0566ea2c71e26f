import { expiryDates } from '../../rules/domain/end-of-life.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

/**
 * Begins the removal: the domain leaves the zone after the warning and is deleted after the grace period
 * (docs/rules/registrar.md#scheduled-changes). A deletion that its registrant asked for before keeps its earlier
 * dates.
 */
export const expireDomains = defineDomainJob({
  name: 'expire',
  operation: 'domain.expire',
  summary: 'Marks domains whose period has ended.',
  step: 'expiry',
  apply: eachDomain(({ calendar }, { draft }, settings) => {
    const dates = expiryDates(draft.expiresAt, settings, calendar);
    return {
      draft: {
        ...withStatus(draft, 'expired'),
        outzoneAt: draft.outzoneAt ?? dates.outzoneAt,
        deleteDate: draft.deleteDate ?? dates.deleteDate,
        remindAt: calendar.plus(draft.expiresAt, { days: settings.expirationReminderMail }),
      },
      event: 'DOMAIN_EXPIRED',
    };
  }),
});
