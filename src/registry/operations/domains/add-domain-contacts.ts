import { z } from 'zod';
import { Problems, WrongSecret } from '../../../base/errors.ts';
import { contactNotFound, duplicateContactsFailure } from '../../rules/domain/domain-contacts.ts';
import { type Contact, contactsByCode } from '../../store/registry/contacts.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName } from '../input.ts';
import type { OperationContext } from '../operation.ts';
import {
  type ContactLinkInput,
  codesIn,
  contactActions,
  contactLinks,
  contactsIn,
  roles,
} from './model/contact-links.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { changeErrors } from './model/forbidden.ts';
import { countGuessedContacts, problemsWithContacts } from './model/guessed-contacts.ts';

/**
 * Adds admin and tech contacts to one of the registrar's domains: looks up the codes, which may belong to any
 * registrar, counts unknown ones against guessing, checks the statuses and the domain as it would be, and saves. A
 * contact that is already on the domain in that role stays as it is
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const addDomainContacts = defineDomainChange({
  name: 'domain.add-contacts',
  summary: 'Adds admin and tech contacts to a domain.',
  input: z.object({ name: domainName(), contacts: contactLinks, ...inPlaceFields }),
  errors: [...changeErrors, 'RATE_LIMITED'],
  // The contact was deleted at the same moment.
  conflicts: { domain_contacts_contact_id_fkey: contactNotFound(['contacts']) },
  rest: 'POST /registry/v1/domains/:domain_name/contacts',
  graphql: 'Mutation.domainContactsAdd',
  did: ({ name }) => `added contacts to ${name}`,
  mistakes: ({ contacts }) => new Problems().direct(...namedTwice(contacts)),
  named: async (context, { contacts }) => {
    const { codes, found } = await contactsNamed(context, contacts);
    return problemsWithContacts(context, codes, found, notFound(codes, found));
  },
  wanted: async (context, { draft }, { contacts }) => {
    const { codes, found } = await contactsNamed(context, contacts);
    await countGuessedContacts(context, codes, found);
    const contactOf = new Map(found.map((contact) => [contact.code, contact]));
    const [admins = [], techs = []] = roles.map((role) => {
      const present = contactsIn(role, draft);
      const added = [...new Set(codesIn(role, contacts))]
        .filter((code) => !present.some((contact) => contact.code === code))
        .flatMap((code) => contactOf.get(code) ?? []);
      return [...present, ...added];
    });
    const given = new Problems().direct(...notFound(codes, found)).direct(...namedTwice(contacts));
    return { action: contactActions(contacts), parts: { admins, techs }, given, refusal: WrongSecret };
  },
});

async function contactsNamed({ db }: OperationContext, contacts: readonly ContactLinkInput[]) {
  const codes = contacts.map(({ code }) => code);
  return { codes, found: await contactsByCode(db, codes) };
}

const notFound = (codes: readonly string[], found: readonly Contact[]) =>
  codes.map((code, index) =>
    found.some((contact) => contact.code === code)
      ? undefined
      : contactNotFound(['contacts', String(index), 'code']),
  );

const namedTwice = (contacts: readonly ContactLinkInput[]) =>
  roles.map((role) => duplicateContactsFailure(codesIn(role, contacts), 'contacts'));
