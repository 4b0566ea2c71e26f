import { z } from 'zod';
import { groupBy } from '../../../base/grouping.ts';
import { type LinkedDomain, linkedDomainCounts, linkedDomains } from '../../store/registry/contacts.ts';
import { defineQuery } from '../operation.ts';

export interface ContactDomains {
  readonly domains: readonly LinkedDomain[];
  /** The number of all domains with the contact in these roles, not only of those on the page. */
  readonly count: number;
}

/**
 * Lists the domains of any registrar that use the given contacts, and in which roles, as one page per contact with
 * its total count. REST asks for the contacts of a list together, so this takes two statements however many there are
 * (docs/rules/registrar.md#contact-view).
 */
export const showContactDomains = defineQuery({
  name: 'contact.show-domains',
  summary: 'Lists the domains of contacts, a page for each contact.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({
    contactIds: z.array(z.int()),
    /** Registrant, AdminDomainContact or TechDomainContact; all if empty, and no domain has any other role. */
    roles: z.array(z.string()),
    sort: z.enum(['name', 'expires_at', 'registrar_name']),
    descending: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: [],
  run: async ({ db }, { contactIds, ...page }): Promise<ReadonlyMap<number, ContactDomains>> => {
    const domainsOf = groupBy(await linkedDomains(db, contactIds, page), (domain) => domain.contact_id);
    const counts = await linkedDomainCounts(db, contactIds, page.roles);
    return new Map(
      contactIds.map((id) => [id, { domains: domainsOf.get(id) ?? [], count: counts.get(id) ?? 0 }]),
    );
  },
});
