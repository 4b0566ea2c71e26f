import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';

export type DomainRole = 'registrant' | 'admin' | 'tech';

export interface ContactDomainsPage {
  readonly role?: DomainRole | undefined;
  readonly limit: number;
  /** Only domains that come after this name. */
  readonly afterName?: string | undefined;
}

/** Domains on which each of several contacts stands, by name, a page for each, in one statement. */
export async function domainsOfContacts(
  db: Db,
  contactIds: readonly number[],
  { role, limit, afterName }: ContactDomainsPage,
): Promise<{ contact_id: number; domain_id: number; name: string }[]> {
  const { rows } = await sql<{ contact_id: number; domain_id: number; name: string }>`
    select wanted.contact_id, page.id as domain_id, page.name
    from unnest(${contactIds}::int[]) as wanted (contact_id)
    cross join lateral (
      select domains.id, domains.name from domains
      where domains.id in (${links(role)}) and ${afterName === undefined ? sql`true` : sql`domains.name > ${afterName}`}
      order by domains.name limit ${limit}
    ) page
    order by wanted.contact_id, page.name`.execute(db);
  return rows;
}

export async function countDomainsOfContacts(
  db: Db,
  contactIds: readonly number[],
  role: DomainRole | undefined,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ contact_id: number; count: number }>`
    select wanted.contact_id, (select count(*) from (${links(role)}) linked) as count
    from unnest(${contactIds}::int[]) as wanted (contact_id)`.execute(db);
  return new Map(rows.map((row) => [row.contact_id, row.count]));
}

function links(role: DomainRole | undefined): RawBuilder<unknown> {
  const asRegistrant = sql`select id from domains where registrant_id = wanted.contact_id`;
  if (role === 'registrant') return asRegistrant;
  const inRole = role ? sql`and role = ${role}` : sql``;
  const asContact = sql`select domain_id from domain_contacts where contact_id = wanted.contact_id ${inRole}`;
  return role ? asContact : sql`${asRegistrant} union ${asContact}`;
}
