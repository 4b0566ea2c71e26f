import { expiryReminder } from '../../rules/domain/expiry-reminder.ts';
import { defineDomainJob } from './domain-job.ts';
import { eachDomain } from './each-domain.ts';

/**
 * Mails the registrant and the admins of an expired domain when it will leave the zone and be deleted, two days after
 * the expiry by default. It sends one mail for each expiry (docs/rules/registrar.md#scheduled-changes).
 */
export const remindRegistrants = defineDomainJob({
  name: 'remind',
  operation: 'domain.remind-registrant',
  summary: 'Reminds registrants that their domains have expired.',
  step: 'reminder',
  apply: eachDomain(({ calendar, enqueue }, { draft, row }) => {
    const people = [draft.registrant, ...draft.admins];
    enqueue({
      kind: 'mail',
      subject: row.name,
      recipients: people.map(({ id }) => ({ contactId: id })),
      payload: {
        to: [...new Set(people.map(({ email }) => email))],
        ...expiryReminder({
          domain: row.name,
          registrar: row.registrar_name,
          expiredOn: calendar.dateOf(draft.expiresAt),
          outzoneOn: draft.outzoneAt && calendar.dateOf(draft.outzoneAt),
          deleteOn: draft.deleteDate,
        }),
      },
    });
    return { draft: { ...draft, remindAt: null }, event: 'DOMAIN_EXPIRY_REMINDED' };
  }),
});
