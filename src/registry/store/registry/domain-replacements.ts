import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import type { ContactRole } from './domain-relations.ts';

/**
 * Changes of the same kind on many domains, each in one statement however many there are. Rows are locked in the
 * order of their ids, as everywhere.
 */

/** Locks the registrar's domains that use the contact in a role; returns their ids. */
export async function lockDomainsOfContact(
  tx: Db,
  registrarId: number,
  contactId: number,
  role: ContactRole,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from domains where registrar_id = ${registrarId} and id in (
      select domain_id from domain_contacts where contact_id = ${contactId} and role = ${role})
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks all registrars' domains that use the contact in any role; returns their ids. */
export async function lockDomainsWith(tx: Db, contactId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from domains where registrant_id = ${contactId} or id in (
      select domain_id from domain_contacts where contact_id = ${contactId})
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks the registrar's domains that use a host, all or those named; returns their ids. */
export async function lockDomainsOnHost(
  tx: Db,
  registrarId: number,
  hostname: string,
  names?: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from domains where registrar_id = ${registrarId} and id in (
      select domain_id from nameservers where hostname = ${hostname})
      ${names ? sql`and name = any(${names})` : sql``}
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function servesDomains(db: Db, registrarId: number, hostname: string): Promise<boolean> {
  const { rows } = await sql`
    select from domains join nameservers on domain_id = domains.id
    where registrar_id = ${registrarId} and hostname = ${hostname} limit 1`.execute(db);
  return rows.length > 0;
}

export async function replaceContactOn(
  tx: Db,
  domainIds: readonly number[],
  role: ContactRole,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`update domain_contacts set contact_id = ${to}
    where domain_id = any(${domainIds}) and role = ${role} and contact_id = ${from}`.execute(tx);
}

/** Replaces the contact in every role; if the other one already has the role, the link is dropped. */
export async function replaceContactEverywhere(
  tx: Db,
  domainIds: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`update domains set registrant_id = ${to}
    where id = any(${domainIds}) and registrant_id = ${from}`.execute(tx);
  await sql`delete from domain_contacts link where domain_id = any(${domainIds}) and contact_id = ${from}
    and exists (select from domain_contacts other
      where other.domain_id = link.domain_id and other.role = link.role and other.contact_id = ${to})`.execute(
    tx,
  );
  await sql`update domain_contacts set contact_id = ${to}
    where domain_id = any(${domainIds}) and contact_id = ${from}`.execute(tx);
}

export async function noteDomainUpdates(tx: Db, domainIds: readonly number[], now: Date): Promise<void> {
  await sql`update domains set updated_at = ${now} where id = any(${domainIds})`.execute(tx);
}
