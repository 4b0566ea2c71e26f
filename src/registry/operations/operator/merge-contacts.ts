import { z } from 'zod';
import { failure, Problems, refuse } from '../../../base/errors.ts';
import { contactDeleteForbidden } from '../../rules/contact/contact-statuses.ts';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { type Contact, contactsByCode, deleteContact, lockContacts } from '../../store/registry/contacts.ts';
import { updateUnlinkedSince } from '../../store/registry/domain-relations.ts';
import {
  lockDomainsWith,
  noteDomainUpdates,
  replaceContactEverywhere,
} from '../../store/registry/domain-replacements.ts';
import { isConfirmationPending } from '../../store/registry/pending-changes.ts';
import { contactChange } from '../contacts/contact-document.ts';
import { domainChange } from '../domains/model/domain-document.ts';
import type { DomainDraft } from '../domains/model/domain-draft.ts';
import { domainStates } from '../domains/model/domain-state.ts';
import { text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';

const [linked] = contactDeleteForbidden([], true);

/**
 * Merges two contacts of one person at a registrar, for an operator: locks the domains and both contacts, checks that
 * the idents agree and no pending confirmation names the contact that goes, and replaces it everywhere before
 * deleting it (docs/rules/registrar.md#merging-contacts). The registrant of a domain stays the same person, so nobody
 * is asked and no status forbids it; the registrar gets a poll message.
 */
export const mergeContacts = defineCommand({
  name: 'contact.merge',
  summary:
    'Replaces a contact on every domain by another contact of the same person, and deletes the replaced one.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    code: text('The code of the contact to delete: ALPHA:TAMM2.'),
    into: text('The code of the contact to keep: ALPHA:TAMM.'),
  }),
  errors: [
    'OBJECT_DOES_NOT_EXIST',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_ASSOCIATION_PROHIBITS',
    'OBJECT_STATUS_PROHIBITS',
  ],
  // A domain that starts to use the contact at the same moment wins.
  conflicts: linked ? { domains_registrant_id_fkey: linked, domain_contacts_contact_id_fkey: linked } : {},
  graphql: 'Mutation.contactMerge',
  run: async (context, input) => {
    const { db, now, calendar, record, notify } = context;
    const found = await twoContacts(context, input);
    // Locks domains before contacts, as every change of a domain does.
    const ids = await lockDomainsWith(db, found.from.id);
    await lockContacts(db, [found.from.id, found.into.id]);
    const { from, into } = await twoContacts(context, input);
    if (await isConfirmationPending(db, ids, from.code))
      refuse('OBJECT_STATUS_PROHIBITS', 'A registrant has yet to confirm a change that names the contact');
    const states = await domainStates(db, ids, calendar.dateOf(now));
    await replaceContactEverywhere(db, ids, { from: from.id, to: into.id });
    await noteDomainUpdates(db, ids, now);
    await updateUnlinkedSince(db, new Map([[into.id, now]]));
    await deleteContact(db, from.id);
    for (const state of states) record(domainChange(state, mergedIn(state.draft, from, into)));
    record(contactChange(from, undefined));
    notify({ registrarId: from.registrar_id, ...pollMessages.contactMerged(from.code, into.code) });
    return { id: into.id, domains: ids.length, goneId: from.id };
  },
});

async function twoContacts(
  { db }: OperationContext,
  { code, into: intoCode }: { readonly code: string; readonly into: string },
): Promise<{ from: Contact; into: Contact }> {
  const found = await contactsByCode(db, [code, intoCode]);
  const [from, into] = [code, intoCode].map((wanted) => found.find((contact) => contact.code === wanted));
  new Problems()
    .direct(from ? undefined : failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['code'] }))
    .direct(into ? undefined : failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['into'] }))
    .refuseIfAny();
  if (!from || !into) throw new Error('a missing contact went unnoticed');
  const wrong = mergeObstacle(from, into);
  new Problems()
    .validation(
      wrong === undefined ? undefined : failure('PARAMETER_VALUE_POLICY', wrong, { path: ['into'] }),
      ...contactDeleteForbidden(from.statuses, false),
    )
    .refuseIfAny();
  return { from, into };
}

function mergeObstacle(from: Contact, into: Contact): string | undefined {
  if (from.id === into.id) return 'Contacts must be different';
  if (from.registrar_id !== into.registrar_id) return 'Contacts must belong to the same registrar';
  const isSamePerson =
    from.ident === into.ident &&
    from.ident_type === into.ident_type &&
    from.ident_country_code === into.ident_country_code;
  return isSamePerson ? undefined : 'Contacts must have the same ident';
}

function mergedIn(draft: DomainDraft, from: Contact, into: Contact): DomainDraft {
  const merged = (contacts: readonly Contact[]): readonly Contact[] =>
    contacts.some(({ id }) => id === into.id)
      ? contacts.filter(({ id }) => id !== from.id)
      : contacts.map((contact) => (contact.id === from.id ? into : contact));
  return {
    ...draft,
    registrant: draft.registrant.id === from.id ? into : draft.registrant,
    admins: merged(draft.admins),
    techs: merged(draft.techs),
  };
}
