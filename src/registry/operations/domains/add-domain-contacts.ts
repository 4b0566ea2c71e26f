import { z } from 'zod';
import { Problems, WrongSecret } from '../../../core/errors.ts';
import { contactNotFound, duplicateContactsFailure } from '../../rules/domain/domain-contacts.ts';
import { contactsByCode } from '../../store/registry/contacts.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import { codesIn, contactActions, contactLinks, contactsIn, roles } from './model/contact-links.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';
import { countGuessedContacts } from './model/guessed-contacts.ts';

/**
 * Adds admin and tech contacts to one of the registrar's domains: looks up the codes, which may belong to any
 * registrar, counts unknown ones against guessing, checks the statuses and the domain as it would be, and saves. A
 * contact that is already on the domain in that role stays as it is
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const addDomainContacts = defineDomainChange({
  name: 'domain.add-contacts',
  summary: 'Adds admin and tech contacts to a domain.',
  facade: 'registry',
  input: z.object({ name: domainName(), contacts: contactLinks, ...inPlaceFields }),
  errors: [...changeErrors, 'RATE_LIMITED'],
  // The contact was deleted at the same moment.
  conflicts: { domain_contacts_contact_id_fkey: contactNotFound(['contacts']) },
  rest: 'POST /registry/v1/domains/:domain_name/contacts',
  graphql: 'Mutation.domainContactsAdd',
  did: ({ name }) => `added contacts to ${name}`,
  wanted: async (context, { draft }, { contacts }) => {
    const codes = contacts.map(({ code }) => code);
    const found = await contactsByCode(context.db, codes);
    await countGuessedContacts(context, codes, found);
    const contactOf = new Map(found.map((contact) => [contact.code, contact]));
    const [admins = [], techs = []] = roles.map((role) => {
      const present = contactsIn(role, draft);
      const added = [...new Set(codesIn(role, contacts))]
        .filter((code) => !present.some((contact) => contact.code === code))
        .flatMap((code) => contactOf.get(code) ?? []);
      return [...present, ...added];
    });
    const given = new Problems()
      .direct(
        ...codes.map((code, index) =>
          contactOf.has(code) ? undefined : contactNotFound(['contacts', String(index), 'code']),
        ),
      )
      .direct(...roles.map((role) => duplicateContactsFailure(codesIn(role, contacts), 'contacts')));
    return { action: contactActions(contacts), parts: { admins, techs }, given, refusal: WrongSecret };
  },
});
