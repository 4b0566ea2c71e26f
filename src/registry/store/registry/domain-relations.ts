import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { hiddenName, unknownRegistrarId } from '../../rules/visibility.ts';
import type { Db } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';
import { Recordset } from '../driver/lists/recordset.ts';
import { rowsBy, rowsById } from '../driver/lists/rows.ts';
import type { DnssecKeyTable, DomainContactTable, NameserverTable } from '../tables/schema.ts';
import type { Contact } from './contacts.ts';

export type NameserverRow = Selectable<NameserverTable>;
export type DnssecKeyRow = Selectable<DnssecKeyTable>;
export type ContactRole = 'admin' | 'tech';
export type DomainContact = Contact & { readonly domain_id: number; readonly role: ContactRole };

/**
 * The name of an admin or tech contact as shown on a domain. For contacts without a registrar, another registry
 * decides for each domain whether the name is hidden.
 */
export const nameOnDomain = sql<string>`case when domain_contacts.hides_name and contacts.registrar_id = ${sql.lit(unknownRegistrarId)}
  then ${sql.lit(hiddenName)} else contacts.name end`;

/** The admin and tech contacts of a page of domains, in one statement, in the order in which they were added. */
export function contactsOnDomains(db: Db, domainIds: readonly number[]): Promise<DomainContact[]> {
  return db
    .selectFrom('domain_contacts')
    .innerJoin('contacts', 'contacts.id', 'domain_contacts.contact_id')
    .innerJoin('registrars', 'registrars.id', 'contacts.registrar_id')
    .selectAll('contacts')
    .select([
      nameOnDomain.as('name'),
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

export const nameserversOf = rowsBy('nameservers', 'domain_id');
export const nameserversById = rowsById('nameservers');
export const dnssecKeysById = rowsById('dnssec_keys');

/** Returns the keys by last update, as clients know them (docs/rules/registrar.md#domain-view). */
export function dnssecKeysOf(db: Db, domainIds: readonly number[]): Promise<DnssecKeyRow[]> {
  return db
    .selectFrom('dnssec_keys')
    .selectAll()
    .where('domain_id', '=', sql<number>`any(${domainIds})`)
    .orderBy('updated_at')
    .orderBy('id')
    .execute();
}

const links = new Recordset<Omit<Insertable<DomainContactTable>, 'hides_name'>>({
  domain_id: 'bigint',
  contact_id: 'bigint',
  role: 'text',
});

const linking = (given: RawBuilder<unknown>) => sql`insert into domain_contacts (${links.columns})
  select ${links.columns} from ${given}`;
export const linkContacts = links.statement(linking);

export const unlinkContacts = links.statement(
  (given) => sql`delete from domain_contacts using ${given}
    where domain_contacts.domain_id = given.domain_id and domain_contacts.contact_id = given.contact_id
      and domain_contacts.role = given.role`,
);

/**
 * Records since when contacts have been unused: since the given time, unless they already were; for a contact in use
 * the time is cleared (docs/rules/registrar.md#orphans). Rows that are already right are not written: many domains
 * share a contact, and their writers would wait for each other.
 */
export async function updateUnlinkedSince(db: Db, touched: ReadonlyMap<number, Date>): Promise<void> {
  if (touched.size === 0) return;
  // Written so that PostgreSQL looks up one domain of each contact and never scans all domains.
  const linked = sql`coalesce(
    (select true from domains where domains.registrant_id = contacts.id limit 1),
    (select true from domain_contacts where domain_contacts.contact_id = contacts.id limit 1), false)`;
  await sql`update contacts set unlinked_at = case when ${linked} then null else touched.at end
    from unnest(${[...touched.keys()]}::bigint[], ${[...touched.values()]}::timestamptz[]) as touched (id, at)
    where contacts.id = touched.id and ${linked} = (unlinked_at is not null)`.execute(db);
}

/** Clears `unlinked_at` of contacts that were just added to a domain. */
export async function clearUnlinkedSince(db: Db, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length > 0) await linked.run(db, { contactIds });
}

const linkedNow = (these: RawBuilder<unknown>) =>
  sql`update contacts set unlinked_at = null where id ${these} and unlinked_at is not null`;
const linked = new Prepared(linkedNow(sql`= any(${new Slot('contactIds')})`));

const nameservers = new Recordset<Insertable<NameserverTable>>({
  domain_id: 'bigint',
  hostname: 'text',
  hostname_puny: 'text',
  ipv4: 'text[]',
  ipv6: 'text[]',
  created_at: 'timestamptz',
});

/** A host that the domain already has keeps its id and gets these addresses. */
const puttingNameservers = (
  given: RawBuilder<unknown>,
) => sql`insert into nameservers (${nameservers.columns})
  select ${nameservers.columns} from ${given}
  on conflict on constraint nameservers_hostname_unique
    do update set ipv4 = excluded.ipv4, ipv6 = excluded.ipv6`;
export const putNameservers = nameservers.statement(puttingNameservers);

/** Puts other hosts into existing rows. */
export const renameNameservers = new Recordset<
  Pick<Selectable<NameserverTable>, 'id' | 'hostname' | 'hostname_puny'>
>({ id: 'bigint', hostname: 'text', hostname_puny: 'text' }).statement(
  (given) => sql`update nameservers set hostname = given.hostname, hostname_puny = given.hostname_puny
    from ${given} where nameservers.id = given.id`,
);

export async function deleteNameservers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('nameservers').where('id', '=', sql<number>`any(${ids})`).execute();
}

const keys = new Recordset<Insertable<DnssecKeyTable>>({
  domain_id: 'bigint',
  flags: 'integer',
  protocol: 'integer',
  alg: 'integer',
  public_key: 'text',
  key_tag: 'integer',
  ds_digest_type: 'integer',
  ds_digest: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
});

/** A key that the domain already has keeps its id and gets these flags. */
const puttingKeys = (given: RawBuilder<unknown>) => sql`insert into dnssec_keys (${keys.columns})
  select ${keys.columns} from ${given}
  on conflict on constraint dnssec_keys_public_key_unique
    do update set flags = excluded.flags, protocol = excluded.protocol, alg = excluded.alg,
      key_tag = excluded.key_tag, ds_digest_type = excluded.ds_digest_type, ds_digest = excluded.ds_digest,
      updated_at = excluded.updated_at`;
export const putDnssecKeys = keys.statement(puttingKeys);

export async function deleteDnssecKeys(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('dnssec_keys').where('id', '=', sql<number>`any(${ids})`).execute();
}

/** The parts of new domains. */
export interface NewParts {
  readonly nameservers: readonly Insertable<NameserverTable>[];
  readonly keys: readonly Insertable<DnssecKeyTable>[];
  readonly links: readonly Insertable<DomainContactTable>[];
}

/** A part of the statement that writes the domains and names their contacts. */
export const newParts = (contacts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  new_nameservers as (${puttingNameservers(nameservers.of(new Slot('nameservers')))}),
  new_keys as (${puttingKeys(keys.of(new Slot('keys')))}),
  new_links as (${linking(links.of(new Slot('links')))}),
  new_contacts as (${linkedNow(contacts)})`;
