import { z } from 'zod';
import { checkContactCode } from '../../../registry/operations/contacts/check-contact-code.ts';
import { createContact } from '../../../registry/operations/contacts/create-contact.ts';
import { deleteContact } from '../../../registry/operations/contacts/delete-contact.ts';
import { listContacts } from '../../../registry/operations/contacts/list-contacts.ts';
import { showContact } from '../../../registry/operations/contacts/show-contact.ts';
import { showContactDomains } from '../../../registry/operations/contacts/show-contact-domains.ts';
import { updateContact } from '../../../registry/operations/contacts/update-contact.ts';
import type { Contact } from '../../../registry/operations/readers/shown.ts';
import { contactStatuses } from '../../../registry/rules/contact/contact-statuses.ts';
import { identTypes } from '../../../registry/rules/contact/ident.ts';
import { fields, isOn, on, parameter, unvalidated } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data, flag, orNull, text } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { contactChangesBody, newContactBody } from './contact-body.ts';
import { contactsQuery } from './contact-filters.ts';
import { contactCode, contactName, fullContact } from './contact-view.ts';
import { nothing, success } from './envelope.ts';
import { sortParameter, sortsOr } from './query-filters.ts';
import { putOrPatch } from './self-service.ts';

const noDomains = { domains: [], count: 0 };
const pageSize = 75;
const firstDomains: DomainsPage = {
  roles: [],
  sort: 'expires_at',
  descending: true,
  limit: pageSize,
  offset: 0,
};
const roles = ['Registrant', 'AdminDomainContact', 'TechDomainContact'] as const;
const domainSorts = { name: 'name', valid_to: 'expires_at', registrar_name: 'registrar_name' } as const;
const newestFirst = { field: 'createdAt', descending: true };

const codeOf = ({ path }: RestCall): string => path.contact_id ?? '';
const lookUp = (call: RestCall) => call.run(showContact, { code: codeOf(call) });

const simpleContact = z.object({
  id: orNull(text('Its UUID; null in front of another registry', '0f8fad5b-d9cb-469f-a165-70867728950e')),
  code: contactCode,
  name: contactName,
});
const changedContact = data({ contact: z.object({ code: contactCode }) });

/** docs/rules/registrar.md#people. */
export const contactRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/contacts',
    operation: listContacts,
    request: { query: contactsQuery },
    docs: {
      data: data({
        contacts: z
          .array(z.union([contactCode, fullContact.shape]))
          .meta({ description: 'Codes, or full contacts with `details`' }),
        count: count('How many there are in all', 22),
        statuses: z.array(z.string()).meta({ description: 'Every status a contact can have' }),
        ident_types: z.array(z.string()).meta({ description: 'Every kind of ident' }),
      }),
    },
    handle: async (call) => {
      const { filter, sorts, details, domains } = call.query;
      return answerList(call, {
        paging: call.query,
        details,
        page: async (reading, slice, withCount) => {
          const query = { filter: filter(call.calendar), sort: sortsOr(sorts, [newestFirst]), slice };
          const { rows, count } = await reading.run(listContacts, { query, withCount });
          const shown = details
            ? fullContacts(reading, rows, domains ? firstDomains : undefined)
            : rows.map((row) => row.code);
          return { rows: await shown, count };
        },
        body: (_, contacts, count) =>
          success({ contacts, count, statuses: contactStatuses, ident_types: identTypes }).body,
      });
    },
  }),
  {
    method: 'GET',
    path: '/contacts/check/:contact_id',
    operation: checkContactCode,
    docs: { data: data({ contact: z.object({ code: contactCode, available: flag('Whether it is free') }) }) },
    handle: async (call) =>
      success({ contact: await call.run(checkContactCode, { code: codeOf(call), asGiven: true }) }),
  },
  route({
    method: 'GET',
    path: '/contacts/:contact_id',
    operation: showContact,
    request: { query: linkedDomainsQuery(), lookUp },
    docs: {
      data: data({ contact: z.union([fullContact.shape, simpleContact]) }),
    },
    handle: async (call) => {
      const contact = await call.run(showContact, { code: codeOf(call) });
      if (call.query.simple)
        return success({ contact: { id: contact.uuid, code: contact.code, name: contact.name } });
      const [shown] = await fullContacts(call, [contact], call.query);
      return success({ contact: shown });
    },
  }),
  route({
    method: 'POST',
    path: '/contacts',
    operation: createContact,
    legalDocument: true,
    request: { body: newContactBody },
    docs: { data: changedContact, codes: [1000, 1100] },
    handle: async ({ body, run }) => {
      const { code, addressDiscarded } = await run(createContact, body);
      return success({ contact: { code } }, addressDiscarded ? 1100 : 1000);
    },
  }),
  ...putOrPatch(
    route({
      method: 'PUT',
      path: '/contacts/:contact_id',
      operation: updateContact,
      legalDocument: true,
      request: { body: contactChangesBody, lookUp },
      docs: { data: changedContact, codes: [1000, 1100] },
      handle: async (call) => {
        const { code, addressDiscarded } = await call.run(updateContact, {
          code: codeOf(call),
          ...call.body,
        });
        return success({ contact: { code } }, addressDiscarded ? 1100 : 1000);
      },
    }),
  ),
  {
    method: 'DELETE',
    path: '/contacts/:contact_id',
    operation: deleteContact,
    legalDocument: true,
    docs: { data: nothing },
    handle: async (call) => {
      await call.run(deleteContact, { code: codeOf(call) });
      return success();
    },
  },
];

interface DomainsPage {
  readonly roles: string[];
  readonly sort: (typeof domainSorts)[keyof typeof domainSorts];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Full objects for one contact or a page of them, with a page of their domains where one is asked for, in the same
 * number of statements (docs/rules/registrar.md#contact-view).
 */
async function fullContacts(
  call: RestCall,
  rows: readonly Contact[],
  page: DomainsPage | undefined,
): Promise<object[]> {
  const contactIds = rows.map(({ id }) => id);
  const linked = page && (await call.run(showContactDomains, { contactIds, ...page }));
  return rows.map((row) =>
    fullContact.show(call, { ...row, linkedDomains: linked && (linked.get(row.id) ?? noDomains) }),
  );
}

/** `page`, `per_page`, `domain_filter` and `q[s]` for the domains inside (docs/rules/registrar.md#existing-clients). */
function linkedDomainsQuery() {
  const positive = (description: string) =>
    parameter({ type: ['integer', 'string'], minimum: 1, description }).transform((value = '') =>
      /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined,
    );
  return fields(
    {
      simple: on({ description: '`true` for id, code and name only.' }),
      page: positive('Extension: which page of the domains.'),
      per_page: positive(`Extension: how many domains on a page, up to 1,000; ${pageSize} when left out.`),
      domain_filter: unvalidated({
        type: 'string',
        examples: roles,
        description: `Extension: domains in this role only: ${roles.join(', ')}; in any other there are none.`,
      }).optional(),
      'domain_filter[]': unvalidated({
        type: 'array',
        items: { type: 'string' },
        description: 'Extension: domains in one of these roles.',
      }).optional(),
      'q[s]': sortParameter(domainSorts),
    },
    ({ simple }) => (isOn(simple) ? ['page', 'per_page', 'q[s]'] : []),
  ).transform(({ simple, page = 1, per_page = pageSize, 'q[s]': sort, ...filters }) => {
    const limit = Math.min(per_page, 1000);
    return {
      simple,
      // Forms add a blank value.
      roles: [filters.domain_filter, filters['domain_filter[]']]
        .flat()
        .filter((role): role is string => typeof role === 'string' && role !== ''),
      sort: (sort?.field as DomainsPage['sort'] | undefined) ?? firstDomains.sort,
      descending: sort?.descending ?? true,
      limit,
      offset: (page - 1) * limit,
    };
  });
}
