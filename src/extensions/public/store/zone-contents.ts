import { sql } from 'kysely';
import { keptOutOfZone } from '../../../registry/rules/domain/statuses.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';

/** A nameserver of a domain; the addresses are those that this domain gives it. */
export type DelegatedHost = readonly [hostname: string, ipv4: readonly string[], ipv6: readonly string[]];

/** A key of a domain, as a DS record has it. */
type DelegatedKey = readonly [
  flags: number,
  tag: number,
  algorithm: number,
  digestType: number,
  digest: string,
];

/** A domain that is in its zone, with A-labels. */
export interface Delegation {
  readonly name: string;
  readonly hosts: readonly DelegatedHost[];
  readonly keys: readonly DelegatedKey[] | null;
}

const hostsOf = (domain: string) => sql`(
  select json_agg(json_build_array(hostname_puny, ipv4, ipv6) order by hostname_puny)
  from nameservers where domain_id = ${sql.ref(`${domain}.id`)})`;

/**
 * The next domains of a zone by id, as they lie in the tables, without those that are on hold or have no nameservers.
 */
export async function delegationsAfter(
  db: Db,
  zoneId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly found: Delegation[]; readonly last: number | undefined }> {
  const { rows } = await sql<Delegation & { id: number; hosts: readonly DelegatedHost[] | null }>`
    select domain.id, domain.name_puny as name, ${hostsOf('domain')} as hosts, (
      select json_agg(json_build_array(flags, key_tag, alg, ds_digest_type, ds_digest) order by key_tag, ds_digest)
      from dnssec_keys where domain_id = domain.id) as keys
    from (
      select id, name_puny from domains
      where zone_id = ${zoneId} and id > ${after} and not statuses && ${keptOutOfZone}::text[]
      order by id limit ${limit}) domain
    order by domain.id`.execute(db);
  return {
    found: rows.filter(({ hosts }) => hosts !== null),
    last: rows.length < limit ? undefined : rows.at(-1)?.id,
  };
}

/** The nameservers of these domains, if the domain is in the zone. */
export async function hostsOfDomains(
  db: Db,
  zoneId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly DelegatedHost[]>> {
  const { rows } = await sql<{ name: string; hosts: readonly DelegatedHost[] | null }>`
    select domain.name_puny as name, ${hostsOf('domain')} as hosts
    from domains domain
    where domain.name_puny = any(${names}) and domain.zone_id = ${zoneId}
      and not domain.statuses && ${keptOutOfZone}::text[]`.execute(db);
  return new Map(rows.flatMap(({ name, hosts }) => (hosts ? [[name, hosts] as const] : [])));
}

/** How far the registry has come, and whether a zone has changed since its newest file was made. */
export interface ZoneState {
  readonly id: number;
  readonly origin: string;
  readonly declaration: string;
  readonly versionId: number;
  readonly lateNth: number;
  /** The serial of the last file; null before the first one. */
  readonly serial: number | null;
  readonly isChanged: boolean;
}

/**
 * Those zones that have nameservers. Domains that changed are found in their versions: those that became visible late
 * have a greater id or are in late_history. What the zone declares is compared as a whole, with the zones below it.
 */
export async function zoneStates(db: Db): Promise<ZoneState[]> {
  const { rows } = await sql<ZoneState>`
    with reached as materialized (
      select (select coalesce(max(id), 0) from domain_versions) as id, (select coalesce(max(nth), 0) from late_history) as nth),
    declared as (
      select zone.id, zone.origin, md5((
        select string_agg(jsonb_build_array(other.origin, other.nameservers, other.hostmaster, other.soa_refresh, other.soa_retry,
          other.soa_expire, other.negative_ttl, other.ttl)::text, ' ' order by other.id)
        from zones other where other.id = zone.id or right(other.origin, length(zone.origin) + 1) = '.' || zone.origin)) as declaration
      from zones zone where zone.nameservers <> '[]')
    select declared.id, declared.origin, declared.declaration, reached.id as "versionId", reached.nth as "lateNth", made.serial,
      made.zone_id is null or made.declaration <> declared.declaration
        or exists (select from domain_versions changed where changed.id > made.version_id and changed.zone_id = declared.id)
        or exists (select from late_history late join domain_versions changed using (id)
          where late.nth > made.late_nth and changed.zone_id = declared.id) as "isChanged"
    from declared cross join reached left join zone_files made on made.zone_id = declared.id
    order by declared.id`.execute(db);
  return rows;
}

/** Notes that there was no change up to here: the next look begins after it. */
export async function markUnchanged(db: Db, states: readonly ZoneState[]): Promise<void> {
  await sql`
    update zone_files set version_id = seen.version_id, late_nth = seen.late_nth
    from unnest(${states.map(({ id }) => id)}::bigint[], ${states.map(({ versionId }) => versionId)}::bigint[],
      ${states.map(({ lateNth }) => lateNth)}::bigint[]) as seen (zone_id, version_id, late_nth)
    where zone_files.zone_id = seen.zone_id and zone_files.version_id < seen.version_id - 1000
      and zone_files.late_nth <= seen.late_nth`.execute(db);
}

export interface MadeZoneFile {
  readonly state: ZoneState;
  readonly digest: string;
  /** The least serial for another content. */
  readonly firstSerial: number;
  /** A file with a greater serial than ours is out already: the next one is at least this. */
  readonly atLeast: number;
  readonly now: Date;
}

/**
 * The serial of a content: that of the newest file, whichever process made it, if the content is the same, and
 * otherwise a greater one. Undefined if another process has already made a file of a later content.
 */
export async function settleSerial(
  db: Db,
  { state, digest, firstSerial, atLeast, now }: MadeZoneFile,
): Promise<number | undefined> {
  const isSame = sql`(zone_files.digest = excluded.digest and zone_files.serial >= ${atLeast}::bigint)`;
  const { rows } = await sql<{ serial: number }>`
    insert into zone_files (zone_id, serial, digest, declaration, version_id, late_nth, made_at)
    values (${state.id}, ${Math.max(firstSerial, atLeast)}, ${digest}, ${state.declaration}, ${state.versionId}, ${state.lateNth}, ${now})
    on conflict (zone_id) do update set
      serial = case when ${isSame} then zone_files.serial else greatest(zone_files.serial + 1, excluded.serial) end,
      made_at = case when ${isSame} then zone_files.made_at else excluded.made_at end,
      digest = excluded.digest, declaration = excluded.declaration,
      version_id = excluded.version_id, late_nth = excluded.late_nth
    where zone_files.version_id <= excluded.version_id and zone_files.late_nth <= excluded.late_nth
    returning serial`.execute(db);
  return rows[0]?.serial;
}
