import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { contactsById, deleteContacts } from '../../store/registry/contacts.ts';
import { updateUnlinkedSince } from '../../store/registry/domain-relations.ts';
import { earliestOrphan, takeOrphans } from '../../store/registry/due-rows.ts';
import { contactChange } from '../contacts/contact-document.ts';
import { registrySettings } from '../settings.ts';
import { atMoment, defineJob, jobEvent, momentOf } from './job.ts';

/** Months differ in length by up to this much, so "six months before" may miss what is "six months after". */
const slackDays = 4;

/**
 * Deletes contacts that no domain has used for some months: locks the contacts that were unlinked long enough ago,
 * counted from the last unlink, and leaves out those that are used again. History keeps each contact, and its
 * registrar gets a poll message (docs/rules/registrar.md#orphans).
 */
export const archiveOrphans = defineJob({
  name: 'orphan-contacts',
  operation: 'contact.archive-orphan',
  summary: 'Removes contacts that no domain has used for months.',
  next: ({ calendar, settings }) => ({
    earliest: earliestOrphan,
    dueAt: (since) => calendar.plus(new Date(since), { months: settings.orphansContactsInMonths }),
  }),
  work: async (context, input) => {
    const { db, calendar } = context;
    const { orphansContactsInMonths: months } = await registrySettings(db);
    const longAgo = calendar.plus(calendar.minus(input.until, { months }), { days: slackDays });
    const orphans = (await takeOrphans(db, longAgo, input.limit))
      .map(({ id, unlinked_at }) => ({ id, due: calendar.plus(unlinked_at, { months }) }))
      .filter(({ due }) => due <= input.until);
    // Read again under the lock: nobody else can link them now.
    const contacts = new Map(
      (
        await contactsById(
          db,
          orphans.map(({ id }) => id),
        )
      ).map((contact) => [contact.id, contact]),
    );
    const events = [];
    const gone: number[] = [];
    // Clears a mark that a later link has made obsolete, or the row would be found again for ever.
    const used = [...contacts.values()].filter(({ linked }) => linked).map(({ id }) => id);
    await updateUnlinkedSince(db, new Map(used.map((id) => [id, input.until])));
    for (const { id, due } of orphans) {
      const contact = contacts.get(id);
      if (!contact || contact.linked) continue;
      const moment = momentOf(due, input);
      const { record, notify } = atMoment(context, moment);
      gone.push(id);
      record(contactChange(contact, undefined));
      notify({ registrarId: contact.registrar_id, ...pollMessages.contactArchived(contact.code, months) });
      events.push(jobEvent('CONTACT_ARCHIVED', contact.code, moment));
    }
    await deleteContacts(db, gone);
    return { events, taken: orphans.length };
  },
});
