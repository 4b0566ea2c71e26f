import { z } from 'zod';
import { Problems, WrongSecret } from '../../core/errors.ts';
import { contactNotFound, duplicateContactsFailure } from '../../rules/domain/domain-contacts.ts';
import { contactsByCode } from '../../store/registry/contacts.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { codesIn, contactActions, contactLinkInput, contactsIn, roles } from './model/contact-links.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { countGuessedContacts } from './model/guessed-contacts.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * Any registrar's contact may be named; one that is there already stays as it is
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const addDomainContacts = defineCommand({
  name: 'domain.add-contacts',
  summary: 'Adds admin and tech contacts to a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    contacts: listOf(contactLinkInput, 'Which contacts, and which part they play; all of them or none.'),
  }),
  errors: [...changeErrors, 'RATE_LIMITED'],
  // The contact was deleted in the same moment.
  conflicts: { domain_contacts_contact_id_fkey: contactNotFound(['contacts']) },
  rest: 'POST /registry/v1/domains/:domain_name/contacts',
  graphql: 'Mutation.domainContactsAdd',
  run: async (context, { name, contacts }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const found = await contactsByCode(
      context.db,
      contacts.map(({ code }) => code),
    );
    await countGuessedContacts(
      context,
      contacts.map(({ code }) => code),
      found,
    );
    const contactOf = new Map(found.map((contact) => [contact.code, contact]));
    const [admins = [], techs = []] = roles.map((role) => {
      const present = contactsIn(role, state.draft);
      const added = [...new Set(codesIn(role, contacts))]
        .filter((code) => !present.some((contact) => contact.code === code))
        .flatMap((code) => contactOf.get(code) ?? []);
      return [...present, ...added];
    });
    const draft = { ...state.draft, admins, techs };

    const given = new Problems()
      .direct(
        ...contacts.map(({ code }, index) =>
          contactOf.has(code) ? undefined : contactNotFound(['contacts', String(index), 'code']),
        ),
      )
      .direct(...roles.map((role) => duplicateContactsFailure(codesIn(role, contacts), 'contacts')));
    reasonsAgainst(contactActions(contacts), state, {
      settings,
      moment: context,
      change: { wanted: draft, given },
    }).refuseIfAny(WrongSecret);

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
