import { z } from 'zod';
import { addNameserverInBulk } from '../../../registry/operations/domains/add-nameserver-in-bulk.ts';
import type { BulkResult } from '../../../registry/operations/domains/model/bulk-result.ts';
import { replaceAdminContact } from '../../../registry/operations/domains/replace-admin-contact.ts';
import { replaceNameserver } from '../../../registry/operations/domains/replace-nameserver.ts';
import { replaceTechContact } from '../../../registry/operations/domains/replace-tech-contact.ts';
import { fields, filled, renamed, text } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data, text as shownText } from '../shapes.ts';
import { nameserverReplacementBody } from './bulk-nameserver-body.ts';
import { domainName } from './domain-view.ts';
import { success } from './envelope.ts';

const contactReplacement = renamed(
  fields({
    current_contact_id: filled(text({ description: 'Code of the contact to replace' })),
    new_contact_id: filled(text({ description: 'Code of the contact that replaces it' })),
  }),
  { current_contact_id: 'currentContact', new_contact_id: 'newContact' },
);

const sorted = {
  affected_domains: z.array(domainName).meta({ description: 'The changed domains, sorted' }),
  skipped_domains: z.array(domainName).meta({ description: 'The domains that could not be changed, sorted' }),
};

/** docs/rules/registrar.md#replacing-a-contact-everywhere, #replacing-a-nameserver-everywhere. */
export const bulkRoutes: readonly RestRoute[] = [
  route({
    method: 'PATCH',
    path: '/domains/contacts',
    operation: replaceTechContact,
    request: { body: contactReplacement },
    docs: { data: data(sorted) },
    handle: async ({ body, run }) => success(domainsOf((await run(replaceTechContact, body)).results)),
  }),
  route({
    method: 'PATCH',
    path: '/domains/admin_contacts',
    operation: replaceAdminContact,
    extension: true,
    request: { body: contactReplacement },
    docs: { data: data(sorted) },
    handle: async ({ body, run }) => success(domainsOf((await run(replaceAdminContact, body)).results)),
  }),
  route({
    method: 'PUT',
    path: '/registrar/nameservers',
    operation: replaceNameserver,
    request: { body: nameserverReplacementBody },
    docs: {
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
      const { attributes, newNameserver, names } = body;
      const { results } =
        'hostname' in body
          ? await run(replaceNameserver, { hostname: body.hostname, newNameserver, names })
          : await run(addNameserverInBulk, { newNameserver, names: names ?? [] });
      return success({
        type: 'nameserver',
        id: newNameserver.hostname,
        attributes,
        ...domainsOf(results),
      });
    },
  }),
];

/** Each name once, sorted. */
function domainsOf(results: readonly BulkResult[]): {
  affected_domains: string[];
  skipped_domains: string[];
} {
  const names = (ok: boolean): string[] =>
    [...new Set(results.filter((result) => result.ok === ok).map(({ name }) => name))].sort();
  return { affected_domains: names(true), skipped_domains: names(false) };
}
