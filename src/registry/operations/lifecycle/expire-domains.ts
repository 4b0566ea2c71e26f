import { expiryDates } from '../../rules/domain/end-of-life.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain, withStatus } from './each-domain.ts';

/**
 * Marks domains whose period has ended as `expired` and sets the dates on which they leave the zone, are deleted, and
 * their registrants are reminded (docs/rules/registrar.md#scheduled-changes). A deletion that was requested earlier
 * keeps its earlier dates, and nobody is notified yet.
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
