import { z } from 'zod';
import { addDomainContacts } from '../../../registry/operations/domains/add-domain-contacts.ts';
import { removeDomainContacts } from '../../../registry/operations/domains/remove-domain-contacts.ts';
import { showDomainContacts } from '../../../registry/operations/domains/show-domain-contacts.ts';
import { fields } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data } from '../shapes.ts';
import { contactCode } from './contact-view.ts';
import { contactLinks } from './domain-fields.ts';
import { success } from './envelope.ts';
import { changedDomain, changedDomainData, domainNameOf, lookUpOwnDomain } from './own-domain.ts';

const request = { body: fields({ contacts: contactLinks }), lookUp: lookUpOwnDomain };

/** docs/rules/registrar.md#changing-the-contacts-of-a-domain. */
export const domainContactRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/domains/:domain_name/contacts',
    operation: showDomainContacts,
    docs: {
      inGraph: 'Domain.contacts',
      data: data({
        admin_contacts: z.array(contactCode).meta({ description: 'Codes of the admin contacts' }),
        tech_contacts: z.array(contactCode).meta({ description: 'Codes of the tech contacts' }),
      }),
    },
    handle: async (call) => {
      const { admins, techs } = await call.run(showDomainContacts, { name: domainNameOf(call) });
      return success({ admin_contacts: admins, tech_contacts: techs });
    },
  },
  ...(
    [
      ['POST', addDomainContacts],
      ['DELETE', removeDomainContacts],
    ] as const
  ).map(([method, operation]) =>
    route({
      method,
      path: '/domains/:domain_name/contacts',
      operation,
      request,
      docs: { data: changedDomainData },
      handle: async (call) =>
        changedDomain(await call.run(operation, { name: domainNameOf(call), ...call.body })),
    }),
  ),
];
