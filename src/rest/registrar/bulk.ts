import { z } from 'zod';
import { addNameserverInBulk } from '../../operations/domains/add-nameserver-in-bulk.ts';
import type { BulkResult } from '../../operations/domains/model/bulk-result.ts';
import { replaceAdminContact } from '../../operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../operations/domains/replace-tech-contact.ts';
import type { RestRoute } from '../door.ts';
import { data, text as shownText } from '../shapes.ts';
import { nameserverReplacementSchema, readNameserverReplacement } from './bulk-nameserver-body.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';
import { bodySchema, requireFilled, text } from './params.ts';

const replacementSchema = bodySchema({
  current_contact_id: text({ description: 'Code of the contact to replace' }),
  new_contact_id: text({ description: 'Code of the contact to put in its place' }),
});

const sorted = {
  affected_domains: z.array(domainName).meta({ description: 'Where it was done, sorted' }),
  skipped_domains: z.array(domainName).meta({ description: 'Where it could not be done, sorted' }),
};

/** docs/rules/registrar.md#replacing-a-contact-everywhere, #replacing-a-nameserver-everywhere. */
export const bulkRoutes: readonly RestRoute[] = [
  {
    method: 'PATCH',
    path: '/domains/contacts',
    operation: replaceTechContact,
    docs: { body: replacementSchema, data: data(sorted) },
    handle: async ({ body, run }) => {
      const { results } = await run(replaceTechContact, readReplacement(body));
      return success(domainsOf(results));
    },
  },
  {
    method: 'PATCH',
    path: '/domains/admin_contacts',
    operation: replaceAdminContact,
    extension: true,
    docs: { body: replacementSchema, data: data(sorted) },
    handle: async ({ body, run }) => {
      const { results } = await run(replaceAdminContact, readReplacement(body));
      return success(domainsOf(results));
    },
  },
  {
    method: 'PUT',
    path: '/registrar/nameservers',
    operation: replaceNameserver,
    docs: {
      body: nameserverReplacementSchema,
      data: data({
        type: z.literal('nameserver'),
        id: shownText('The name of the new server', 'ns2.hosting.example'),
        attributes: z
          .record(z.string(), z.unknown())
          .meta({ description: 'The attributes as they were sent' }),
        ...sorted,
      }),
    },
    handle: async ({ body, run }) => {
      const { replaced, domains, attributes, newNameserver } = readNameserverReplacement(body);
      const { results } =
        replaced === undefined
          ? await run(addNameserverInBulk, { newNameserver, names: domains ?? [] })
          : await run(replaceNameserver, { hostname: replaced, newNameserver, names: domains });
      return success({
        type: 'nameserver',
        id: newNameserver.hostname,
        attributes,
        ...domainsOf(results),
      });
    },
  },
];

function readReplacement(body: unknown): { currentContact: string; newContact: string } {
  const current = requireFilled(body, 'current_contact_id');
  const wanted = requireFilled(body, 'new_contact_id');
  return {
    currentContact: text().read(current, 'current_contact_id'),
    newContact: text().read(wanted, 'new_contact_id'),
  };
}

/** Each name once, sorted. */
function domainsOf(results: readonly BulkResult[]): {
  affected_domains: string[];
  skipped_domains: string[];
} {
  const names = (ok: boolean): string[] =>
    [...new Set(results.filter((result) => result.ok === ok).map(({ name }) => name))].sort();
  return { affected_domains: names(true), skipped_domains: names(false) };
}
