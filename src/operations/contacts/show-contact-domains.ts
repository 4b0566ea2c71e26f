import { z } from 'zod';
import { defineQuery } from '../../core/operation.ts';
import { linkedDomainCounts, linkedDomains } from '../../store/contacts.ts';

/** Domains of any registrar that name a contact, and in which parts (reference/registrar.md 5.2). */
export const showContactDomains = defineQuery({
  name: 'contact.show-domains',
  summary: 'Lists the domains that a contact stands on.',
  permits: ['registrar:epp'],
  input: z.object({
    contactId: z.int(),
    role: z.enum(['Registrant', 'AdminDomainContact', 'TechDomainContact']).optional(),
    sort: z.enum(['name', 'expires_at', 'registrar_name']),
    descending: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: [],
  run: async ({ db }, { contactId, ...page }) => ({
    domains: await linkedDomains(db, [contactId], page),
    count: (await linkedDomainCounts(db, [contactId])).get(contactId) ?? 0,
  }),
});
