import { z } from 'zod';
import { Problems } from '../../core/errors.ts';
import { contactNotFound } from '../../rules/domain/domain-contacts.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { codesIn, contactActions, contactLinkInput, contactsIn, roles } from './model/contact-links.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * A contact is removed from the role it is named in; companies and minors keep an admin
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const removeDomainContacts = defineCommand({
  name: 'domain.remove-contacts',
  summary: 'Removes admin and tech contacts from a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    contacts: listOf(contactLinkInput, 'Which contacts, and which part they play; all of them or none.'),
  }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/contacts',
  graphql: 'Mutation.domainContactsRemove',
  run: async (context, { name, contacts }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const [admins = [], techs = []] = roles.map((role) => {
      const removed = codesIn(role, contacts);
      return contactsIn(role, state.draft).filter(({ code }) => !removed.includes(code));
    });
    const draft = { ...state.draft, admins, techs };

    const unknown = new Problems().direct(
      ...contacts.map(({ code, role }, index) =>
        contactsIn(role, state.draft).some((contact) => contact.code === code)
          ? undefined
          : contactNotFound(['contacts', String(index), 'code']),
      ),
    );
    reasonsAgainst(contactActions(contacts), state, {
      settings,
      moment: context,
      change: { wanted: draft, given: unknown },
    }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
