import { type RawBuilder, sql } from 'kysely';
import type { Cursor, Grouping, Groups, ListQuery, Sort } from '../../../base/filter.ts';
import type { Db } from '../driver/connections/pool.ts';
import { columnOf, compileFilter, cursorCondition } from '../driver/lists/filters.ts';
import { groupRowsOfEach } from '../driver/lists/groups.ts';
import { domainGroupsFor } from './domain-groups.ts';
import { joinedDomains } from './domain-reader.ts';
import { domainColumnsFor } from './domains.ts';

type DomainRole = 'registrant' | 'admin' | 'tech';

/** Selects from the domains that use a contact. */
export interface ContactDomains {
  readonly role: DomainRole | undefined;
  readonly filter: ListQuery['filter'];
  /** The calling registrar, which may not learn anything about other registrars' contacts; undefined for operators. */
  readonly viewer: number | undefined;
}

export interface ContactDomainsPage extends ContactDomains {
  readonly sort: Sort;
  readonly limit: number;
  readonly after?: Cursor | undefined;
}

/** The domains that use each of several contacts, a page for each, in one statement. */
export async function domainsOfContacts(
  db: Db,
  contactIds: readonly number[],
  page: ContactDomainsPage,
): Promise<{ contact_id: number; domain_id: number }[]> {
  const { sort, after, limit, viewer } = page;
  const columns = domainColumnsFor(viewer);
  const way = sql.raw(sort.descending ? 'desc' : 'asc');
  const order = sql`${columnOf(sort.field, columns)} ${way}, domains.id ${way}`;
  const chosen = linked(db, contactIds, page);
  const rest = after ? chosen.where(cursorCondition('after', after, sort, columns, sql`domains.id`)) : chosen;
  const numbered = rest.select([
    'links.contact_id',
    'links.domain_id',
    sql<number>`row_number() over (partition by links.contact_id order by ${order})`.as('place'),
  ]);
  return db
    .selectFrom(numbered.as('numbered'))
    .select(['contact_id', 'domain_id'])
    .where('place', '<=', limit)
    .orderBy('contact_id')
    .orderBy('place')
    .execute();
}

export async function countDomainsOfContacts(
  db: Db,
  contactIds: readonly number[],
  which: ContactDomains,
): Promise<ReadonlyMap<number, number>> {
  const rows = await linked(db, contactIds, which)
    .select(['links.contact_id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('links.contact_id')
    .execute();
  return new Map(rows.map((row) => [row.contact_id, row.count]));
}

export const groupDomainsOfContacts = (
  db: Db,
  contactIds: readonly number[],
  which: ContactDomains,
  grouping: Grouping,
): Promise<ReadonlyMap<number, Groups>> =>
  groupRowsOfEach(
    db,
    linked(db, contactIds, which),
    sql`links.contact_id`,
    domainGroupsFor(which.viewer),
    grouping,
  );

function linked(db: Db, contactIds: readonly number[], { role, filter, viewer }: ContactDomains) {
  const query = joinedDomains(db).innerJoin(
    links(contactIds, role).as('links'),
    'links.domain_id',
    'domains.id',
  );
  return filter ? query.where(compileFilter(filter, domainColumnsFor(viewer))) : query;
}

interface Link {
  contact_id: number;
  domain_id: number;
}

/** Each domain once, whatever roles the contact has on it. */
function links(contactIds: readonly number[], role: DomainRole | undefined): RawBuilder<Link> {
  const asRegistrant = sql`select registrant_id as contact_id, id as domain_id from domains
    where registrant_id = any(${contactIds})`;
  if (role === 'registrant') return sql<Link>`(${asRegistrant})`;
  const inRole = role ? sql`and role = ${role}` : sql``;
  const asContact = sql`select contact_id, domain_id from domain_contacts
    where contact_id = any(${contactIds}) ${inRole}`;
  return role ? sql<Link>`(${asContact})` : sql<Link>`(${asRegistrant} union ${asContact})`;
}
