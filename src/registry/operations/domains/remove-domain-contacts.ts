import { z } from 'zod';
import { Problems } from '../../../base/errors.ts';
import { contactNotFound } from '../../rules/domain/domain-contacts.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import { codesIn, contactActions, contactLinks, contactsIn, roles } from './model/contact-links.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';

/**
 * Removes admin and tech contacts from one of the registrar's domains, each from the role it is named in, after
 * checking the statuses and the domain as it would be. A contact that does not have the role refuses the whole
 * request, and a company or a minor must keep an admin (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const removeDomainContacts = defineDomainChange({
  name: 'domain.remove-contacts',
  summary: 'Removes admin and tech contacts from a domain.',
  input: z.object({ name: domainName(), contacts: contactLinks, ...inPlaceFields }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/contacts',
  graphql: 'Mutation.domainContactsRemove',
  did: ({ name }) => `removed contacts from ${name}`,
  wanted: (_, { draft }, { contacts }) => {
    const [admins = [], techs = []] = roles.map((role) => {
      const removed = codesIn(role, contacts);
      return contactsIn(role, draft).filter(({ code }) => !removed.includes(code));
    });
    const unknown = contacts.map(({ code, role }, index) =>
      contactsIn(role, draft).some((contact) => contact.code === code)
        ? undefined
        : contactNotFound(['contacts', String(index), 'code']),
    );
    return {
      action: contactActions(contacts),
      parts: { admins, techs },
      given: new Problems().direct(...unknown),
    };
  },
});
