import { z } from 'zod';
import { contactsOnDomains } from '../../store/registry/domain-relations.ts';
import { defineQuery } from '../operation.ts';
import { ownDomain } from './model/own-domain.ts';

/**
 * Lists the codes of the admin and tech contacts of one of the registrar's own domains for REST, in the order in
 * which they were added. Domains of other registrars do not exist
 * (docs/rules/registrar.md#changing-the-contacts-of-a-domain).
 */
export const showDomainContacts = defineQuery({
  name: 'domain.show-contacts',
  summary: "Lists the admin and tech contacts of one of the registrar's domains.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ name: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/domains/:domain_name/contacts',
  run: async (context, { name }) => {
    const { id } = await ownDomain(context, name);
    const links = await contactsOnDomains(context.db, [id]);
    const codesIn = (role: string) => links.filter((link) => link.role === role).map(({ code }) => code);
    return { admins: codesIn('admin'), techs: codesIn('tech') };
  },
});
