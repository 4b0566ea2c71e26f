import { z } from 'zod';
import { addDomainContacts } from '../../operations/domains/add-domain-contacts.ts';
import { removeDomainContacts } from '../../operations/domains/remove-domain-contacts.ts';
import { showDomainContacts } from '../../operations/domains/show-domain-contacts.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { data } from '../shapes.ts';
import { contactCode } from './contact-view.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, readForOwnDomain } from './own-domain.ts';
import { bodySchema, hash, listOf, oneOf, text } from './params.ts';

const contactsBody = {
  contacts: listOf(
    hash({
      code: text({ description: "The contact's code" }),
      type: oneOf(['admin', 'tech'], { description: 'The role on the domain' }),
    }),
  ),
};

/** docs/rules/registrar.md#changing-the-contacts-of-a-domain. */
export const domainContactRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/contacts',
    operation: showDomainContacts,
    docs: {
      data: data({
        admin_contacts: z.array(contactCode).meta({ description: 'Codes of those who decide about it' }),
        tech_contacts: z
          .array(contactCode)
          .meta({ description: 'Codes of those who look after its technical side' }),
      }),
    },
    handle: async (call) => {
      const { admins, techs } = await call.run(showDomainContacts, { name: domainNameOf(call) });
      return success({ admin_contacts: admins, tech_contacts: techs });
    },
  },
  {
    method: 'POST',
    path: '/domains/:domain_name/contacts',
    operation: addDomainContacts,
    docs: { body: bodySchema(contactsBody), data: changedDomainData },
    handle: async (call) => changedDomain(await call.run(addDomainContacts, await linksOf(call))),
  },
  {
    method: 'DELETE',
    path: '/domains/:domain_name/contacts',
    operation: removeDomainContacts,
    docs: { body: bodySchema(contactsBody), data: changedDomainData },
    handle: async (call) => changedDomain(await call.run(removeDomainContacts, await linksOf(call))),
  },
];

async function linksOf(call: RestCall) {
  const { contacts } = await readForOwnDomain(call, contactsBody);
  return { name: domainNameOf(call), contacts: contacts.map(({ code, type }) => ({ code, role: type })) };
}
