import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ListQuery } from '../core/filter.ts';
import type { Db } from './database.ts';
import { applyList, type Columns, compileFilter } from './filters.ts';
import type { DomainTable } from './schema.ts';

/** A domain with its to-one relations: what every answer about it needs. */
export type Domain = Selectable<DomainTable> & {
  readonly registrar_code: string;
  readonly registrar_name: string;
  readonly registrar_website: string | null;
  readonly registrant_code: string;
  readonly registrant_name: string;
  readonly registrant_registrar_id: number;
  readonly zone: string;
  readonly disputed: boolean;
};

const columns: Columns = {
  id: sql`domains.id`,
  name: sql`domains.name`,
  punycode: sql`domains.name_puny`,
  zone: sql`zones.origin`,
  registrantCode: sql`registrants.code`,
  registrantName: sql`registrants.name`,
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
  contactIdents: sql`array(select ident from contacts where contacts.id = domains.registrant_id
    union select ident from contacts join domain_contacts on contact_id = contacts.id
      where domain_contacts.domain_id = domains.id)`,
};

export const domainFields = Object.keys(columns);

/** Whether a dispute over the name runs on a day (reference/registrar.md 6.1). */
const disputedOn = (today: string) => sql<boolean>`exists (
  select from disputes where disputes.name = domains.name and disputes.closed_at is null
    and ${today}::date between disputes.starts_at and disputes.expires_at)`;

const joined = (db: Db) =>
  db
    .selectFrom('domains')
    .innerJoin('registrars', 'registrars.id', 'domains.registrar_id')
    .innerJoin('contacts as registrants', 'registrants.id', 'domains.registrant_id')
    .innerJoin('zones', 'zones.id', 'domains.zone_id');

const domains = (db: Db, today: string) =>
  joined(db)
    .selectAll('domains')
    .select([
      'registrars.code as registrar_code',
      'registrars.name as registrar_name',
      'registrars.website as registrar_website',
      'registrants.code as registrant_code',
      'registrants.name as registrant_name',
      'registrants.registrar_id as registrant_registrar_id',
      'zones.origin as zone',
      disputedOn(today).as('disputed'),
    ]);

export function listDomains(db: Db, registrarId: number, list: ListQuery, today: string): Promise<Domain[]> {
  const query = domains(db, today).where('domains.registrar_id', '=', registrarId);
  return applyList(query, list, columns, sql`domains.id`).execute();
}

export async function countDomains(
  db: Db,
  registrarId: number,
  filter: ListQuery['filter'],
): Promise<number> {
  // A registrar with very many domains counts them at every page: without a condition the joins are left out.
  const everything = filter === undefined || ('and' in filter && filter.and.length === 0);
  const counted = everything
    ? db.selectFrom('domains').select(({ fn }) => fn.countAll<number>().as('count'))
    : joined(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(compileFilter(filter, columns));
  const { count } = await counted.where('domains.registrar_id', '=', registrarId).executeTakeFirstOrThrow();
  return count;
}

/** The registrar's most recently created domain (reference/registrar.md 6.3, `new_domain`). */
export function newestDomain(db: Db, registrarId: number, today: string): Promise<Domain | undefined> {
  return domains(db, today)
    .where('domains.registrar_id', '=', registrarId)
    .orderBy('domains.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** By their normalised names; any registrar's. */
export function domainsByName(db: Db, names: readonly string[], today: string): Promise<Domain[]> {
  return domains(db, today).where('domains.name', '=', sql<string>`any(${names})`).execute();
}

export function domainsById(db: Db, ids: readonly number[], today: string): Promise<Domain[]> {
  return domains(db, today).where('domains.id', '=', sql<number>`any(${ids})`).execute();
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

export function insertDomain(db: Db, domain: Insertable<DomainTable>): Promise<{ id: number; uuid: string }> {
  return db.insertInto('domains').values(domain).returning(['id', 'uuid']).executeTakeFirstOrThrow();
}

export async function updateDomain(db: Db, id: number, fields: Updateable<DomainTable>): Promise<void> {
  await db.updateTable('domains').set(fields).where('id', '=', id).execute();
}

export async function deleteDomain(db: Db, id: number): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', id).execute();
}
