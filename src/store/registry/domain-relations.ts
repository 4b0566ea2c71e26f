import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import type { DnssecKeyTable, NameserverTable } from '../tables/schema.ts';
import type { Contact } from './contacts.ts';

export type NameserverRow = Selectable<NameserverTable>;
export type DnssecKeyRow = Selectable<DnssecKeyTable>;
export type ContactRole = 'admin' | 'tech';
export type DomainContact = Contact & { readonly domain_id: number; readonly role: ContactRole };

/** Admin and tech contacts of a page of domains, in one statement, in the order they were added. */
export function contactsOnDomains(db: Db, domainIds: readonly number[]): Promise<DomainContact[]> {
  return db
    .selectFrom('domain_contacts')
    .innerJoin('contacts', 'contacts.id', 'domain_contacts.contact_id')
    .innerJoin('registrars', 'registrars.id', 'contacts.registrar_id')
    .selectAll('contacts')
    .select([
      sql<boolean>`true`.as('linked'),
      'registrars.code as registrar_code',
      'registrars.name as registrar_name',
      'registrars.website as registrar_website',
      'domain_contacts.domain_id',
      'domain_contacts.role',
    ])
    .where('domain_contacts.domain_id', '=', sql<number>`any(${domainIds})`)
    .orderBy('domain_contacts.id')
    .execute();
}

export function nameserversOf(db: Db, domainIds: readonly number[]): Promise<NameserverRow[]> {
  return db
    .selectFrom('nameservers')
    .selectAll()
    .where('domain_id', '=', sql<number>`any(${domainIds})`)
    .orderBy('id')
    .execute();
}

/** By last update, as clients know them (docs/rules/registrar.md#domain-view). */
export function dnssecKeysOf(db: Db, domainIds: readonly number[]): Promise<DnssecKeyRow[]> {
  return db
    .selectFrom('dnssec_keys')
    .selectAll()
    .where('domain_id', '=', sql<number>`any(${domainIds})`)
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
}

export interface ContactLink {
  readonly domainId: number;
  readonly contactId: number;
  readonly role: ContactRole;
}

export async function linkContacts(db: Db, links: readonly ContactLink[]): Promise<void> {
  if (links.length === 0) return;
  await db
    .insertInto('domain_contacts')
    .values(
      links.map(({ domainId, contactId, role }) => ({ domain_id: domainId, contact_id: contactId, role })),
    )
    .execute();
}

export async function unlinkContacts(db: Db, links: readonly ContactLink[]): Promise<void> {
  if (links.length === 0) return;
  await sql`delete from domain_contacts using unnest(${links.map((link) => link.domainId)}::int[],
      ${links.map((link) => link.contactId)}::int[], ${links.map((link) => link.role)}::text[])
      as gone (domain_id, contact_id, role)
    where domain_contacts.domain_id = gone.domain_id and domain_contacts.contact_id = gone.contact_id
      and domain_contacts.role = gone.role`.execute(db);
}

/**
 * Remembers since when contacts have stood on no domain; one that stands on some forgets
 * (docs/rules/registrar.md#orphans). Rows that are right already are not written: many domains share a contact, and
 * their writers would wait for each other.
 */
export async function noteLinks(db: Db, contactIds: readonly number[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  const linked = sql`(exists (select from domains where domains.registrant_id = contacts.id)
    or exists (select from domain_contacts where domain_contacts.contact_id = contacts.id))`;
  await sql`update contacts set unlinked_at = case when ${linked} then null else ${now}::timestamptz end
    where id = any(${contactIds}) and ${linked} = (unlinked_at is not null)`.execute(db);
}

/** A host that the domain has already keeps its number and gets these addresses. */
export async function putNameservers(db: Db, rows: readonly Insertable<NameserverTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('nameservers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.constraint('nameservers_hostname_unique').doUpdateSet(({ ref }) => ({
        ipv4: ref('excluded.ipv4'),
        ipv6: ref('excluded.ipv6'),
      })),
    )
    .execute();
}

export async function deleteNameservers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('nameservers').where('id', '=', sql<number>`any(${ids})`).execute();
}

/** A key that the domain has already keeps its number and gets these flags. */
export async function putDnssecKeys(db: Db, rows: readonly Insertable<DnssecKeyTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('dnssec_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict.constraint('dnssec_keys_public_key_unique').doUpdateSet(({ ref }) => ({
        flags: ref('excluded.flags'),
        protocol: ref('excluded.protocol'),
        alg: ref('excluded.alg'),
        key_tag: ref('excluded.key_tag'),
        ds_digest_type: ref('excluded.ds_digest_type'),
        ds_digest: ref('excluded.ds_digest'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute();
}

export async function deleteDnssecKeys(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('dnssec_keys').where('id', '=', sql<number>`any(${ids})`).execute();
}
