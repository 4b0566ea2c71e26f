import { z } from 'zod';
import { groupBy } from '../../core/grouping.ts';
import { defineQuery } from '../../core/operation.ts';
import { contactsOnDomains, dnssecKeysOf, nameserversOf } from '../../store/domain-relations.ts';

/** What hangs on a page of domains, in three statements whatever its size. */
export const showDomainRelations = defineQuery({
  name: 'domain.show-relations',
  summary: 'Shows contacts, nameservers and DNSSEC keys of domains.',
  permits: ['registrar:epp'],
  input: z.object({ domainIds: z.array(z.int()) }),
  errors: [],
  run: async ({ db }, { domainIds }) => {
    const contacts = groupBy(await contactsOnDomains(db, domainIds), (row) => row.domain_id);
    const nameservers = groupBy(await nameserversOf(db, domainIds), (row) => row.domain_id);
    const keys = groupBy(await dnssecKeysOf(db, domainIds), (row) => row.domain_id);
    return { contacts, nameservers, keys };
  },
});
