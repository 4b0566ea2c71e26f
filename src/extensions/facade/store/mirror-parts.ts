import { sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { Recordset } from '../../../registry/store/driver/lists/recordset.ts';
import { firstOwnNotification } from './mirror.ts';

/** The upstream registry's id of a part of a domain. */
interface Numbered {
  readonly domain_id: number;
  readonly key: string;
  readonly number: number;
}

/**
 * Gives parts the ids that the registry reports. If another row already has the id, because the registry has reused
 * it, that row keeps it.
 */
export async function numberParts(
  db: Db,
  table: 'nameservers' | 'dnssec_keys',
  parts: readonly Numbered[],
): Promise<void> {
  const reported = parts.filter(({ number }) => number > 0 && number < firstOwnNotification);
  if (reported.length === 0) return;
  const rows = sql.table(table);
  const key = sql.ref(`${table}.${table === 'nameservers' ? 'hostname' : 'public_key'}`);
  await sql`update ${rows} set id = given.number
    from unnest(${reported.map(({ domain_id }) => domain_id)}::bigint[], ${reported.map((one) => one.key)}::text[],
      ${reported.map(({ number }) => number)}::bigint[]) as given (domain_id, key, number)
    where ${sql.ref(`${table}.domain_id`)} = given.domain_id and ${key} = given.key
      and not exists (select from ${rows} as other where other.id = given.number)`.execute(db);
}

/** Sets the UUIDs of domains to those of the upstream registry. */
export async function putUuids(
  db: Db,
  domains: readonly { readonly name: string; readonly uuid: string }[],
): Promise<void> {
  if (domains.length === 0) return;
  await sql`update domains set uuid = given.uuid
    from unnest(${domains.map(({ name }) => name)}::text[], ${domains.map(({ uuid }) => uuid)}::uuid[])
      as given (name, uuid)
    where domains.name = given.name and domains.uuid is distinct from given.uuid`.execute(db);
}

/** A contact on a domain, and whether its name is shown there. */
export interface ReportedName {
  readonly domain_id: number;
  readonly contact_id: number;
  readonly role: 'admin' | 'tech';
  readonly hides_name: boolean;
}

const reportedNames = new Recordset<ReportedName>({
  domain_id: 'bigint',
  contact_id: 'bigint',
  role: 'text',
  hides_name: 'boolean',
});

export const hideNames = reportedNames.statement(
  (given) => sql`update domain_contacts as link set hides_name = given.hides_name from ${given}
    where link.domain_id = given.domain_id and link.contact_id = given.contact_id and link.role = given.role
      and link.hides_name <> given.hides_name`,
);
