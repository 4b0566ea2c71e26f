import {
  type Expression,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { Grouping, Groups, ListQuery } from '../../../base/filter.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { contact } from '../../entities/contact.ts';
import type { Db } from '../driver/connections/pool.ts';
import { composer, Prepared } from '../driver/connections/prepared.ts';
import { among } from '../driver/lists/among.ts';
import { groupKeys, listColumns } from '../driver/lists/entity-columns.ts';
import { applyList, type Columns, compileFilter, literal, referred } from '../driver/lists/filters.ts';
import { type Groupable, registrarKey } from '../driver/lists/group-keys.ts';
import { groupRows } from '../driver/lists/groups.ts';
import { refuseTooMany } from '../driver/lists/row-limit.ts';
import { insertRow } from '../driver/lists/rows.ts';
import { isEverything } from '../driver/lists/stored-list.ts';
import { rowsOf } from '../driver/lists/walk.ts';
import type { ContactTable } from '../tables/schema.ts';

/** A contact with the facts that every answer needs: whether domains use it, and its sponsor. */
export type Contact = Selectable<ContactTable> & {
  readonly linked: boolean;
  readonly registrar_code: string;
  readonly registrar_name: string;
  readonly registrar_website: string | null;
};

/** A contact with its sort value, if that is not a column. */
type ListedContact = Contact & { readonly domains_count?: number };

const linked = sql<boolean>`(
  exists (select from domains where domains.registrant_id = contacts.id)
  or exists (select from domain_contacts where domain_contacts.contact_id = contacts.id))`;

/**
 * True if domains use the contact of a single shown row; scanning all domains first (`linked`) pays off only for a
 * filter on all contacts. It has a range instead of an equality, because if one contact is on very many domains the
 * planner expects that of every contact, and scans the whole table for each that is on none.
 */
export const isLinked = sql<boolean>`(
  (select true from domains where domains.registrant_id between contacts.id and contacts.id
    order by domains.registrant_id limit 1) is not null
  or (select true from domain_contacts where domain_contacts.contact_id between contacts.id and contacts.id
    order by domain_contacts.contact_id limit 1) is not null)`;

/** Stored statuses with the computed ones (docs/rules/registrar.md#contact-statuses). */
const ownStatuses = sql`(case when contacts.statuses = '{}' then array['ok'] else contacts.statuses end)`;
const allStatuses = sql`(${ownStatuses} || (case when ${linked} then array['linked'] else '{}'::text[] end))`;

/** The roles of a contact on domains, by which existing clients filter. */
const roles = sql`(
  (case when exists (select from domains where domains.registrant_id = contacts.id)
    then array['Registrant'] else '{}'::text[] end)
  || array(select distinct case role when 'admin' then 'AdminDomainContact' else 'TechDomainContact' end
    from domain_contacts where domain_contacts.contact_id = contacts.id))`;

/**
 * The number of domains that use it, in any role. Counted for each contact from the indexes, which are sorted;
 * `union` would build a table.
 */
const domainsCount = sql<number>`(select count(distinct named.id) from (
    select domains.id from domains where domains.registrant_id = contacts.id
    union all select domain_contacts.domain_id from domain_contacts where domain_contacts.contact_id = contacts.id) named)`;

const columns: Columns = {
  ...listColumns(contact, 'own'),
  domainsCount,
  // Whether domains use a contact is looked up only if it is selected.
  statuses: { among: (asked) => (asked.includes('linked') ? allStatuses : ownStatuses) },
  roles,
  linked,
  registrar: referred(sql`contacts.registrar_id`, 'registrars', 'code'),
  registrarName: sql`registrars.name`,
};

const contacts = (db: Db) =>
  db
    .selectFrom('contacts')
    .innerJoin('registrars', 'registrars.id', 'contacts.registrar_id')
    .selectAll('contacts')
    .select([
      isLinked.as('linked'),
      'registrars.code as registrar_code',
      'registrars.name as registrar_name',
      'registrars.website as registrar_website',
    ]);

/** The contacts of one registrar; undefined for all. */
type Whose = number | undefined;

/**
 * Sorting contacts by their domains counts those of each: 50,000 contacts take a second on a busy machine
 * (docs/growth.md).
 */
const refuseToCount = (db: Db, registrarId: Whose, { filter, mostRows }: ListQuery): Promise<void> =>
  refuseTooMany(
    db,
    {
      rows: sql`${chosen(db, registrarId, filter).select('contacts.id')}`,
      isWhole: isEverything(filter),
      lookUps: 4,
    },
    mostRows,
  );

export async function listContacts(db: Db, registrarId: Whose, list: ListQuery): Promise<ListedContact[]> {
  const id = sql`contacts.id`;
  if (list.sort[0].field === 'domainsCount') await refuseToCount(db, registrarId, list);
  return rowsOf(db, list, {
    id: 'id',
    ids: (all) => applyList(chosen(db, registrarId, undefined).select('contacts.id'), all, columns, id),
    rows: (page) => {
      const all = ofRegistrar(contacts(db), registrarId);
      const isCounted = page.sort[0].field === 'domainsCount';
      const rows = isCounted ? all.select(domainsCount.as('domains_count')) : all;
      return applyList(rows, page, columns, id).execute();
    },
  });
}

export async function countContacts(
  db: Db,
  registrarId: Whose,
  filter: ListQuery['filter'],
): Promise<number> {
  const { count } = await chosen(db, registrarId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the type; null if another registry reports an unknown one. */
export const knownType = (type: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${type} in ('org', 'priv', 'birthday', 'passport') then ${type} end`;

const groups: Groupable = {
  keys: {
    registrar: registrarKey(sql`contacts.registrar_id`),
    countryCode: { value: sql`contacts.ident_country_code` },
    identType: { value: knownType(sql`contacts.ident_type`) },
    ...groupKeys(contact, 'own'),
  },
};

export const groupContacts = (
  db: Db,
  registrarId: Whose,
  filter: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> => groupRows(db, chosen(db, registrarId, filter), groups, grouping);

function chosen(db: Db, registrarId: Whose, filter: ListQuery['filter']) {
  const all = db.selectFrom('contacts').innerJoin('registrars', 'registrars.id', 'contacts.registrar_id');
  const query = ofRegistrar(all, registrarId);
  return filter ? query.where(compileFilter(filter, columns)) : query;
}

interface Narrowable<Q> {
  where(expression: Expression<SqlBool>): Q;
}

const ofRegistrar = <Q extends Narrowable<Q>>(query: Q, registrarId: Whose): Q =>
  registrarId === undefined ? query : query.where(sql<SqlBool>`contacts.registrar_id = ${registrarId}`);

export function contactByCode(db: Db, registrarId: Whose, code: string): Promise<Contact | undefined> {
  return ofRegistrar(contacts(db).where('contacts.code', '=', code), registrarId).executeTakeFirst();
}

/** Contacts of any registrar, because domains may use them (docs/rules/rulings.md#contacts-of-other-registrars). */
export function contactsByCode(db: Db, codes: readonly string[]): Promise<Contact[]> {
  return contactsAmong(db, 'code', codes);
}

export function contactsById(db: Db, ids: readonly number[]): Promise<Contact[]> {
  return contactsAmong(db, 'id', ids);
}

const statements = new Map<string, Prepared<Contact>>();

function contactsAmong(
  db: Db,
  column: 'code' | 'id',
  values: readonly (string | number)[],
): Promise<Contact[]> {
  const { shape, slots, filled } = among(values);
  const statement = getOrCreate(
    statements,
    `${column} ${shape}`,
    () => new Prepared(contacts(composer).where(sql<SqlBool>`${sql.ref(`contacts.${column}`)} ${slots()}`)),
  );
  return statement.run(db, filled);
}

/** Locks the row until the transaction ends, so that checks made now still hold when it is written. */
export async function lockContact(db: Db, registrarId: number, code: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('code', '=', code)
    .where('registrar_id', '=', registrarId)
    .forUpdate()
    .executeTakeFirst();
  return row && contactByCode(db, registrarId, code);
}

/** Locks several contacts until the transaction ends; they are read afterwards. */
export async function lockContacts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from contacts where id = any(${ids}) order by id for update`.execute(db);
}

/** Returns which contacts still exist. Until the transaction ends, these cannot be deleted; they can be changed. */
export async function keepContacts(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from contacts where id = any(${ids}) order by id for key share`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function takenCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('code')
    .where('code', '=', sql<string>`any(${codes})`)
    .execute();
  return rows.map(({ code }) => code);
}

export const insertContact = insertRow('contacts');

export async function updateContact(db: Db, id: number, fields: Updateable<ContactTable>): Promise<void> {
  await db.updateTable('contacts').set(fields).where('id', '=', id).execute();
}

export async function deleteContact(db: Db, id: number): Promise<void> {
  await db.deleteFrom('contacts').where('id', '=', id).execute();
}

export async function deleteContacts(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('contacts').where('id', '=', sql<number>`any(${ids})`).execute();
}

/**
 * Finds contacts for a portal's search box: by part of name, code or ident, whatever case
 * (docs/rules/registrar.md#existing-clients).
 */
export function searchContacts(
  db: Db,
  registrarId: number,
  text: string,
  limit: number,
): Promise<{ code: string; name: string }[]> {
  const pattern = `%${literal(text)}%`;
  return db
    .selectFrom('contacts')
    .select(['code', 'name'])
    .where('registrar_id', '=', registrarId)
    .where(({ eb, or }) =>
      or([eb('name', 'ilike', pattern), eb('code', 'ilike', pattern), eb('ident', 'ilike', pattern)]),
    )
    .orderBy('code')
    .limit(limit)
    .execute();
}

export interface LinkedDomain {
  readonly contact_id: number;
  readonly uuid: string | null;
  readonly name: string;
  readonly registrar_name: string;
  readonly expires_at: Date;
  readonly roles: readonly string[];
}

export interface LinkedDomainsQuery {
  /** The roles of which the contact has one on each domain; all domains if empty. */
  readonly roles: readonly string[];
  readonly sort: 'name' | 'expires_at' | 'registrar_name';
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Tells whether the contact is the registrant of any domain. */
export async function holdsDomains(db: Db, contactId: number): Promise<boolean> {
  const { rows } = await sql`select from domains where registrant_id = ${contactId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The domains that use these contacts, a page for each contact, in one statement. */
export async function linkedDomains(
  db: Db,
  contactIds: readonly number[],
  query: LinkedDomainsQuery,
): Promise<LinkedDomain[]> {
  const column = query.sort === 'registrar_name' ? sql`registrars.name` : sql.ref(`domains.${query.sort}`);
  const order = sql`${column} ${sql.raw(query.descending ? 'desc' : 'asc')}, domains.name`;
  const { rows } = await sql<LinkedDomain>`
    select contact_id, uuid, name, registrar_name, expires_at, roles from (
      select link.contact_id, domains.uuid, domains.name, registrars.name as registrar_name, domains.expires_at,
        link.roles, row_number() over (partition by link.contact_id order by ${order}) as position
      from (
        select contact_id, domain_id, array_agg(role order by role = 'Registrant' desc, role) as roles
        from (
          select registrant_id as contact_id, id as domain_id, 'Registrant' as role
          from domains where registrant_id = any(${contactIds})
          union all
          select contact_id, domain_id, case role when 'admin' then 'AdminDomainContact' else 'TechDomainContact' end
          from domain_contacts where contact_id = any(${contactIds})
        ) parts group by contact_id, domain_id
      ) link
      join domains on domains.id = link.domain_id
      join registrars on registrars.id = domains.registrar_id
      where ${query.roles.length > 0 ? sql`link.roles && ${query.roles}::text[]` : sql`true`}
    ) numbered
    where position > ${query.offset} and position <= ${query.offset + query.limit}
    order by contact_id, position`.execute(db);
  return rows;
}

/** How many domains use each of these contacts, in these roles or in any. */
export async function linkedDomainCounts(
  db: Db,
  contactIds: readonly number[],
  roles: readonly string[] = [],
): Promise<ReadonlyMap<number, number>> {
  const role = sql`case role when 'admin' then 'AdminDomainContact' else 'TechDomainContact' end`;
  const only = (played: RawBuilder<unknown>) =>
    roles.length > 0 ? sql`and ${played} = any(${roles}::text[])` : sql``;
  const { rows } = await sql<{ contact_id: number; count: number }>`
    select contact_id, count(*) as count from (
      select registrant_id as contact_id, id as domain_id from domains
      where registrant_id = any(${contactIds}) ${only(sql`'Registrant'`)}
      union
      select contact_id, domain_id from domain_contacts where contact_id = any(${contactIds}) ${only(role)}
    ) links group by contact_id`.execute(db);
  return new Map(rows.map((row) => [row.contact_id, row.count]));
}
