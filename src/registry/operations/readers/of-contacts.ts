import type { Grouping, Groups } from '../../../base/filter.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import {
  type ContactDomains,
  type ContactDomainsPage,
  countDomainsOfContacts,
  domainsOfContacts,
  groupDomainsOfContacts,
} from '../../store/registry/contact-domains.ts';
import { linkedDomainCounts } from '../../store/registry/contacts.ts';
import type { DomainParts, DomainWithParts } from '../../store/registry/domain-reader.ts';
import { domainsById } from '../../store/registry/domains.ts';
import { eachOf } from './keyed.ts';

/** Returns the same page of domains for each contact, in two statements and one for each part. */
export async function domainPagesOfContacts(
  db: Db,
  contactIds: readonly number[],
  page: ContactDomainsPage,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[][]> {
  const links = await domainsOfContacts(db, contactIds, page);
  const ids = [...new Set(links.map((link) => link.domain_id))];
  const domains = new Map((await domainsById(db, ids, today, parts)).map((row) => [row.id, row]));
  return eachOf(contactIds, links, (link) => link.contact_id).map((found) =>
    found.flatMap((link) => domains.get(link.domain_id) ?? []),
  );
}

/** The number of these domains that use each contact. */
export async function domainCountsOfContacts(
  db: Db,
  ids: readonly number[],
  which: ContactDomains,
): Promise<number[]> {
  const found = await countDomainsOfContacts(db, ids, which);
  return ids.map((id) => found.get(id) ?? 0);
}

export async function domainGroupsOfContacts(
  db: Db,
  ids: readonly number[],
  which: ContactDomains,
  grouping: Grouping,
): Promise<Groups[]> {
  const found = await groupDomainsOfContacts(db, ids, which, grouping);
  return ids.map((id) => found.get(id) ?? { groups: [], total: 0, rows: 0 });
}

export async function domainCounts(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await linkedDomainCounts(db, ids);
  return ids.map((id) => found.get(id) ?? 0);
}
