import { type RawBuilder, sql } from 'kysely';
import type { Grouping, Groups, ListQuery } from '../../core/filter.ts';
import { applyList, type Columns, compileFilter, planOf, slotValues } from '../driver/filters.ts';
import { type Groupable, groupRows, registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/lane.ts';
import { Slot } from '../driver/prepared.ts';
import {
  type Choice,
  type DomainParts,
  type DomainQuery,
  type DomainWithParts,
  joinedDomains,
  readDomains,
  theseDomains,
  wholeDomain,
} from './domain-reader.ts';

const columns: Columns = {
  id: sql`domains.id`,
  name: sql`domains.name`,
  punycode: sql`domains.name_puny`,
  zone: sql`zones.origin`,
  registrantCode: sql`registrants.code`,
  registrantName: sql`registrants.name`,
  registrar: sql`registrars.code`,
  registrarCode: sql`registrars.code`,
  registrarName: sql`registrars.name`,
  statuses: sql`domains.statuses`,
  expiresAt: sql`domains.expires_at`,
  createdAt: sql`domains.created_at`,
  updatedAt: sql`domains.updated_at`,
  outzoneAt: sql`domains.outzone_at`,
  deleteDate: sql`domains.delete_date`,
  forceDeleteDate: sql`domains.force_delete_date`,
  nameserverHostnames: sql`array(select hostname from nameservers where nameservers.domain_id = domains.id)`,
  contactCodes: sql`array(select code from contacts where contacts.id = domains.registrant_id
    union select code from contacts join domain_contacts on contact_id = contacts.id
      where domain_contacts.domain_id = domains.id)`,
  // Only of contacts that its registrar looks after: nobody guesses a stranger's number by putting them on a domain.
  contactIdents: sql`array(select ident from contacts where contacts.id = domains.registrant_id
      and contacts.registrar_id = domains.registrar_id
    union select ident from contacts join domain_contacts on contact_id = contacts.id
      where domain_contacts.domain_id = domains.id and contacts.registrar_id = domains.registrar_id)`,
  adminAndTechIdents: sql`array(select ident from contacts join domain_contacts on contact_id = contacts.id
      where domain_contacts.domain_id = domains.id and contacts.registrar_id = domains.registrar_id)`,
};

/** As a registrar sees domains that may be another's: it guesses nothing of contacts that are not its own. */
export const domainColumnsFor = (viewer: number | undefined): Columns => ({
  ...columns,
  contactIdents: sql`array(select ident from contacts where contacts.id = domains.registrant_id
      and ${isSeen('contacts', viewer)}
    union select ident from contacts join domain_contacts on contact_id = contacts.id
      where domain_contacts.domain_id = domains.id and ${isSeen('contacts', viewer)})`,
});

const isSeen = (contacts: string, viewer: number | undefined): RawBuilder<unknown> =>
  viewer === undefined ? sql`true` : sql`${sql.ref(`${contacts}.registrar_id`)} = ${viewer}`;

const columnsForAll = domainColumnsFor(undefined);

/** Rows whose registrant is not the viewer's count among those without a country and a type. */
export const domainGroupsFor = (viewer: number | undefined): Groupable => ({
  keys: {
    registrar: registrarKey(sql`domains.registrar_id`),
    zone: { value: sql`zones.origin` },
    status: {
      value: sql`domains.statuses`,
      each: (statuses, name) => sql`left join lateral unnest(${statuses}) as ${name}(value) on true`,
    },
    registrantCountry: {
      value: sql`case when ${isSeen('registrants', viewer)} then registrants.ident_country_code end`,
    },
    registrantType: {
      value: sql`case when ${isSeen('registrants', viewer)} then registrants.ident_type end`,
    },
    signed: { value: sql`exists (select from dnssec_keys where dnssec_keys.domain_id = domains.id)` },
    nameserverHostname: {
      value: sql`domains.id`,
      each: (id, name) =>
        sql`left join (select domain_id, hostname as value from nameservers) as ${name} on ${name}.domain_id = ${id}`,
    },
    createdAt: { value: sql`domains.created_at` },
    expiresAt: { value: sql`domains.expires_at` },
  },
});

const cursorTypes = {
  id: 'int4',
  name: 'text',
  registrantName: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  expiresAt: 'timestamptz',
};

/** One registrar's; undefined: everybody's. */
type Whose = number | undefined;

export function listDomains(
  db: Db,
  registrarId: Whose,
  list: ListQuery,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[]> {
  const plan = planOf(list, cursorTypes);
  const choice: Choice = {
    shape: plan.shape && (registrarId === undefined ? `all ${plan.shape}` : plan.shape),
    values: { registrar: registrarId, ...slotValues(list) },
    among: (domains) =>
      applyList(
        registrarId === undefined
          ? domains
          : domains.where(
              'domains.registrar_id',
              '=',
              sql<number>`${plan.value('registrar', registrarId, 'id')}`,
            ),
        list,
        registrarId === undefined ? columnsForAll : columns,
        sql`domains.id`,
        plan,
      ),
  };
  return readDomains(db, choice, parts, today);
}

export async function countDomains(db: Db, registrarId: Whose, filter: ListQuery['filter']): Promise<number> {
  // A registrar with very many domains counts them at every page: without a condition the joins are left out.
  const everything = filter === undefined || ('and' in filter && filter.and.length === 0);
  const counted = everything
    ? db.selectFrom('domains').select(({ fn }) => fn.countAll<number>().as('count'))
    : joinedDomains(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(compileFilter(filter, registrarId === undefined ? columnsForAll : columns));
  const own = registrarId === undefined ? counted : counted.where('domains.registrar_id', '=', registrarId);
  return (await own.executeTakeFirstOrThrow()).count;
}

export function groupDomains(
  db: Db,
  registrarId: Whose,
  filter: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> {
  const all = joinedDomains(db);
  const own = registrarId === undefined ? all : all.where('domains.registrar_id', '=', registrarId);
  const known = registrarId === undefined ? columnsForAll : columns;
  const chosen = filter ? own.where(compileFilter(filter, known)) : own;
  return groupRows(db, chosen, domainGroupsFor(registrarId), grouping);
}

/** The registrar's most recently created domain (docs/rules/registrar.md#domain-list). */
export async function newestDomain(
  db: Db,
  registrarId: number,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts | undefined> {
  const [newest] = await readDomains(db, { ...newestOf, values: { registrar: registrarId } }, parts, today);
  return newest;
}

const newestOf = {
  shape: 'newest',
  among: (domains: DomainQuery) =>
    domains
      .where('domains.registrar_id', '=', sql<number>`${new Slot('registrar')}`)
      .orderBy('domains.created_at', 'desc')
      .orderBy('domains.id', 'desc')
      .limit(sql.lit(1)),
};

const named = {
  shape: 'named',
  among: (domains: DomainQuery) => domains.where('domains.name', '=', sql<string>`any(${new Slot('names')})`),
};

// Apart from `named`, because PostgreSQL plans anew for every short list, and only once for one name.
const theOneNamed = {
  shape: 'the one named',
  among: (domains: DomainQuery) => domains.where('domains.name', '=', sql<string>`${new Slot('name')}`),
};

/** By their normalised names; any registrar's. */
export function domainsByName(
  db: Db,
  names: readonly string[],
  today: string,
  parts = wholeDomain,
): Promise<DomainWithParts[]> {
  const choice =
    names.length === 1 ? { ...theOneNamed, values: { name: names[0] } } : { ...named, values: { names } };
  return readDomains(db, choice, parts, today);
}

export function domainsById(
  db: Db,
  ids: readonly number[],
  today: string,
  parts = wholeDomain,
): Promise<DomainWithParts[]> {
  return readDomains(db, theseDomains(ids), parts, today);
}

/** Locks the rows in the order of their ids until the transaction ends; gives back the ids found. */
export async function lockDomains(db: Db, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', sql<string>`any(${names})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
