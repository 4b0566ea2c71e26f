import { objectDoesNotExist } from '../../../base/errors.ts';
import { defineCommand } from '../operation.ts';
import {
  ownContacts,
  replaceContact,
  replacedContactsInput,
  replacementErrors,
  replacementProblems,
} from './model/replace-contact.ts';

/**
 * Replaces a tech contact on all of the registrar's domains by another valid contact of the registrar, and records
 * the change of each domain. Domains that their statuses or a dispute forbid to change, or that already have the new
 * contact, are left as they are and reported with their reasons
 * (docs/rules/registrar.md#replacing-a-contact-everywhere).
 */
export const replaceTechContact = defineCommand({
  name: 'domain.replace-tech-contact',
  summary: "Replaces a tech contact by another on all of the registrar's domains.",
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  input: replacedContactsInput('tech', 'The code of the contact that takes its place.'),
  errors: replacementErrors,
  // The new contact was deleted at the same moment.
  conflicts: { domain_contacts_contact_id_fkey: objectDoesNotExist() },
  rest: 'PATCH /registry/v1/domains/contacts',
  graphql: 'Mutation.domainBulkTechContactReplace',
  run: async (context, input) => {
    const contacts = await ownContacts(context, input);
    replacementProblems(context, contacts).refuseIfAny();
    return { results: await replaceContact(context, contacts, { role: 'tech', action: 'bulkTechReplace' }) };
  },
});
