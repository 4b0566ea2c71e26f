import { z } from 'zod';
import { contactDeleteForbidden } from '../../rules/contact/contact-statuses.ts';
import { pseudonym } from '../../rules/person.ts';
import { contactsById, deleteContacts, lockContacts } from '../../store/registry/contacts.ts';
import { eraseContacts } from '../../store/registry/forget-contacts.ts';
import { deleteMails, eraseQuestions, goneBefore } from '../../store/registry/person-places.ts';
import { contactChange } from '../contacts/contact-document.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { keyOf, personOf } from './show-person.ts';

const [linked] = contactDeleteForbidden([], true);

/**
 * Erases for an operator what is held about a person and no law wants any more: deletes contacts that no domain uses, removes the personal
 * data of contacts that were deleted long enough ago from history, deletes sent mails, and ends published questions that name the person.
 * History records that it was done, under a name that tells nobody who it was (docs/rules/people.md#erasure).
 */
export const erasePerson = defineCommand({
  name: 'person.erase',
  summary:
    'Erases what is held about a person and is not needed any more. What a domain, a law or accounting needs stays.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({ person: text('The identity code or e-mail address.') }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_ASSOCIATION_PROHIBITS'],
  // A domain that starts to use the contact at the same moment wins.
  conflicts: linked ? { domains_registrant_id_fkey: linked, domain_contacts_contact_id_fkey: linked } : {},
  graphql: 'Mutation.personErase',
  run: async ({ db, now, calendar, config, record }, input) => {
    const key = keyOf(input.person);
    const { contacts, pattern } = await personOf(db, key);
    const present = contacts.filter(({ isPresent }) => isPresent).map(({ id }) => id);
    await lockContacts(db, present);
    const locked = await contactsById(db, present);
    const gone = locked.filter(
      ({ statuses, linked }) => contactDeleteForbidden(statuses, linked).length === 0,
    );
    for (const contact of gone) record(contactChange(contact, undefined));
    await deleteContacts(
      db,
      gone.map(({ id }) => id),
    );
    const { HISTORY_RETENTION: kept } = config;
    const ids = contacts.map(({ id }) => id);
    const old = kept ? await goneBefore(db, ids, calendar.minus(now, kept)) : [];
    await eraseContacts(db, old);
    const erased = {
      contacts: gone.length,
      histories: old.length,
      mails: await deleteMails(db, pattern),
      questions: await eraseQuestions(db, pattern, now),
    };
    record({ type: 'person', id: 0, key: pseudonym(key, config.BILLING_SECRET), after: erased });
    return {
      ...erased,
      kept: locked.filter((contact) => !gone.includes(contact)).map(({ code }) => code),
    };
  },
});
