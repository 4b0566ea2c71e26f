import type { Db } from '../../store/driver/lane.ts';
import {
  countDomainsOfContacts,
  type DomainRole,
  domainsOfContacts,
} from '../../store/registry/contact-domains.ts';
import { linkedDomainCounts } from '../../store/registry/contacts.ts';
import type { DomainParts, DomainWithParts } from '../../store/registry/domain-reader.ts';
import { domainsById } from '../../store/registry/domains.ts';

export interface DomainsPage {
  readonly role: DomainRole | undefined;
  readonly limit: number;
  readonly afterName: string | undefined;
  readonly parts: DomainParts;
}

/** The same page of domains for each contact: two statements, and one for each part. */
export async function domainPagesOfContacts(
  db: Db,
  contactIds: readonly number[],
  page: DomainsPage,
  today: string,
): Promise<DomainWithParts[][]> {
  const links = await domainsOfContacts(db, contactIds, page);
  const ids = [...new Set(links.map((link) => link.domain_id))];
  const rows = await domainsById(db, ids, today, page.parts);
  const domains = new Map(rows.map((row) => [row.id, row]));
  return contactIds.map((id) =>
    links.filter((link) => link.contact_id === id).flatMap((link) => domains.get(link.domain_id) ?? []),
  );
}

/** On how many domains each stands in a role, or in any of them. */
export async function domainCountsInRole(
  db: Db,
  ids: readonly number[],
  role: DomainRole | undefined,
): Promise<number[]> {
  const found = await countDomainsOfContacts(db, ids, role);
  return ids.map((id) => found.get(id) ?? 0);
}

export async function domainCounts(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await linkedDomainCounts(db, ids);
  return ids.map((id) => found.get(id) ?? 0);
}
