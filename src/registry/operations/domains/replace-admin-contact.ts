import { objectDoesNotExist } from '../../../base/errors.ts';
import { adminFailures } from '../../rules/domain/domain-contacts.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { fieldsOf } from './model/check-domain.ts';
import {
  ownContacts,
  prohibits,
  replaceContact,
  replacedContactsInput,
  replacementErrors,
  replacementProblems,
} from './model/replace-contact.ts';

const otherPerson = 'New and current admin contacts ident data must be identical';

/**
 * Replaces an admin contact on all of the registrar's domains by another contact of the same person: checks that both
 * are the registrar's own, have the same ident, and that the new one is valid and may be an admin. Domains that
 * forbid the change or already have the new contact are left as they are and reported with their reasons
 * (docs/rules/registrar.md#replacing-a-contact-everywhere).
 */
export const replaceAdminContact = defineCommand({
  name: 'domain.replace-admin-contact',
  summary: "Replaces an admin contact by another on all of the registrar's domains.",
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  input: replacedContactsInput(
    'admin',
    'The code of the contact that takes its place: the same person under another code.',
  ),
  errors: ['PARAMETER_VALUE_POLICY', ...replacementErrors],
  // The new contact was deleted at the same moment.
  conflicts: { domain_contacts_contact_id_fkey: objectDoesNotExist() },
  rest: 'PATCH /registry/v1/domains/admin_contacts',
  graphql: 'Mutation.domainBulkAdminContactReplace',
  run: async (context, input) => {
    const contacts = await ownContacts(context, input);
    const settings = await registrySettings(context.db);
    replacementProblems(context, contacts)
      .direct(isSamePerson(contacts) ? undefined : prohibits(otherPerson))
      .direct(...adminFailures([fieldsOf(contacts.wanted)], settings, context))
      .refuseIfAny();
    return {
      results: await replaceContact(context, contacts, { role: 'admin', action: 'changeAdminContacts' }),
    };
  },
});

const isSamePerson = ({ current, wanted }: { current: Contact; wanted: Contact }): boolean =>
  current.ident === wanted.ident &&
  current.ident_type === wanted.ident_type &&
  current.ident_country_code === wanted.ident_country_code;
