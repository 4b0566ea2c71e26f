import { z } from 'zod';
import { checkContactCode } from '../../operations/contacts/check-contact-code.ts';
import { createContact } from '../../operations/contacts/create-contact.ts';
import { deleteContact } from '../../operations/contacts/delete-contact.ts';
import { listContacts } from '../../operations/contacts/list-contacts.ts';
import { showContact } from '../../operations/contacts/show-contact.ts';
import { showContactDomains } from '../../operations/contacts/show-contact-domains.ts';
import { updateContact } from '../../operations/contacts/update-contact.ts';
import type { Contact } from '../../operations/readers/shown.ts';
import { contactStatuses } from '../../rules/contact/contact-statuses.ts';
import { identTypes } from '../../rules/contact/ident.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { count, data, flag, text } from '../shapes.ts';
import {
  createContactSchema,
  readContactChanges,
  readNewContact,
  updateContactSchema,
} from './contact-body.ts';
import { contactFilter, contactFilterNames, contactSort } from './contact-filters.ts';
import { contactCode, contactName, contactShape, fullContact } from './contact-view.ts';
import { nothing, success } from './envelope.ts';
import { extraCost, given, isOn, pagingDocs, sliceOf } from './paging.ts';
import { invalidParameter, isHash } from './params.ts';
import { queryFilterDocs, sortOf } from './query-filters.ts';

const codeOf = ({ path }: RestCall): string => path.contact_id ?? '';
const details = { description: '`true` for full objects instead of codes.', schema: { type: 'string' } };

const simpleContact = z.object({
  id: text('Its UUID', '0f8fad5b-d9cb-469f-a165-70867728950e'),
  code: contactCode,
  name: contactName,
});
const changedContact = data({ contact: z.object({ code: contactCode }) });

/** docs/rules/registrar.md#people. */
export const contactRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/contacts',
    operation: listContacts,
    docs: {
      query: {
        ...pagingDocs,
        details,
        ...queryFilterDocs(contactFilterNames),
      },
      data: data({
        contacts: z
          .array(z.union([contactCode, contactShape]))
          .meta({ description: 'Codes, or full contacts with `details`' }),
        count: count('How many there are in all', 22),
        statuses: z.array(z.string()).meta({ description: 'Every status a contact can have' }),
        ident_types: z.array(z.string()).meta({ description: 'Every kind of ident' }),
      }),
    },
    handle: async (call) => {
      const { rows, count } = await call.run(listContacts, {
        query: { filter: contactFilter(call), sort: [contactSort(call)], slice: sliceOf(call.query) },
        withCount: true,
      });
      const contacts = isOn(call.query, 'details')
        ? await fullContacts(call, rows, firstDomains)
        : rows.map((row) => row.code);
      return {
        ...success({ contacts, count, statuses: contactStatuses, ident_types: identTypes }),
        extraCost: extraCost(call.query, rows.length),
      };
    },
  },
  {
    method: 'GET',
    path: '/contacts/check/:contact_id',
    operation: checkContactCode,
    docs: { data: data({ contact: z.object({ code: contactCode, available: flag('Whether it is free') }) }) },
    handle: async (call) =>
      success({ contact: await call.run(checkContactCode, { code: codeOf(call), asGiven: true }) }),
  },
  {
    method: 'GET',
    path: '/contacts/:contact_id',
    operation: showContact,
    docs: {
      query: { simple: { description: '`true` for id, code and name only.', schema: { type: 'string' } } },
      data: data({ contact: z.union([contactShape, simpleContact]) }),
    },
    handle: async (call) => {
      const contact = await call.run(showContact, { code: codeOf(call) });
      if (isOn(call.query, 'simple'))
        return success({ contact: { id: contact.uuid, code: contact.code, name: contact.name } });
      const [shown] = await fullContacts(call, [contact], linkedDomainsPage(call));
      return success({ contact: shown });
    },
  },
  {
    method: 'POST',
    path: '/contacts',
    operation: createContact,
    docs: { body: createContactSchema, data: changedContact, codes: [1000, 1100] },
    handle: async ({ body, run }) => {
      const { code } = await run(createContact, readNewContact(body));
      return success({ contact: { code } }, postalAddressSent(body) ? 1100 : 1000);
    },
  },
  {
    method: 'PUT',
    path: '/contacts/:contact_id',
    operation: updateContact,
    docs: { body: updateContactSchema, data: changedContact, codes: [1000, 1100] },
    handle: async (call) => {
      const changes = await readContactChanges(call.body, () =>
        call.run(showContact, { code: codeOf(call) }),
      );
      const { code } = await call.run(updateContact, { code: codeOf(call), ...changes });
      return success({ contact: { code } }, postalAddressSent(call.body) ? 1100 : 1000);
    },
  },
  {
    method: 'DELETE',
    path: '/contacts/:contact_id',
    operation: deleteContact,
    docs: { data: nothing },
    handle: async (call) => {
      await call.run(deleteContact, { code: codeOf(call) });
      return success();
    },
  },
];

/** Addresses are not kept; a client that sends one is told so (docs/rules/registrar.md#success). */
function postalAddressSent(body: unknown): boolean {
  return isHash(body) && isHash(body.contact) && isHash(body.contact.addr);
}

interface DomainsPage {
  readonly role?: (typeof roles)[number] | undefined;
  readonly sort: (typeof domainSorts)[keyof typeof domainSorts];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Full objects for one contact or a page of them, in the same number of statements
 * (docs/rules/registrar.md#contact-view).
 */
async function fullContacts(call: RestCall, rows: readonly Contact[], page: DomainsPage): Promise<object[]> {
  const linked = await call.run(showContactDomains, { contactIds: rows.map(({ id }) => id), ...page });
  return rows.map((row) => fullContact(row, linked.get(row.id) ?? noDomains, call.calendar));
}

const noDomains = { domains: [], count: 0 };
const pageSize = 75;
const firstDomains: DomainsPage = { sort: 'expires_at', descending: true, limit: pageSize, offset: 0 };
const roles = ['Registrant', 'AdminDomainContact', 'TechDomainContact'] as const;
const domainSorts = { name: 'name', valid_to: 'expires_at', registrar_name: 'registrar_name' } as const;

/** `page`, `per_page`, `domain_filter` and `q[s]` for the domains inside (docs/rules/registrar.md#existing-clients). */
function linkedDomainsPage(call: RestCall): DomainsPage {
  const { query } = call;
  const page = Math.max(1, positive(query, 'page') ?? 1);
  const limit = Math.min(positive(query, 'per_page') ?? pageSize, 1000);
  const sort = sortOf(call, domainSorts);
  return {
    role: roles.find((role) => role === query.domain_filter),
    sort: (sort?.field as DomainsPage['sort'] | undefined) ?? firstDomains.sort,
    descending: sort?.descending ?? true,
    limit,
    offset: (page - 1) * limit,
  };
}

function positive(query: RestCall['query'], name: string): number | undefined {
  const value = given(query, name);
  if (value === undefined) return undefined;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : invalidParameter(name, value, 'Must be a Integer');
}
