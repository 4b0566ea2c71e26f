import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import type { HistoryTable, Tables } from '../tables/schema.ts';

type DomainVersion = Selectable<Tables['domain_versions']>;

/** The time as of which something is read (docs/decisions/0021). */
export interface AsOf {
  readonly asOf: Date;
  /** The registrar that had the rows at that time; undefined for all. */
  readonly registrarId?: number | undefined;
  /**
   * True if times of creation come from the clock of this registry, not of another one: rows that existed at `asOf`
   * were created by then.
   */
  readonly isCreatedHere?: boolean;
}

export const dayMs = 86_400_000;

/** Rows that were created later are not read; the clocks of two processes differ by less than a day. */
export const latestCreation = ({ asOf }: AsOf): Date => new Date(asOf.getTime() + dayMs);

export const heldAsOf = (table: string, then: AsOf): RawBuilder<SqlBool> => {
  const created = then.isCreatedHere
    ? sql`and ${sql.ref(`${table}.created_at`)} <= ${latestCreation(then)}`
    : sql``;
  return sql<SqlBool>`${holds(table, then.asOf)} ${created} and ${heldBy(table, then.registrarId)}`;
};

export const holds = (table: string, asOf: Date): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.valid_from`)} <= ${asOf} and ${sql.ref(`${table}.valid_to`)} > ${asOf}`;

/**
 * A registrar is looked up in a subquery, so that its page is never read from an index over all registrars
 * (`ofAnyRegistrar` in domains.ts).
 */
export const heldBy = (table: string, registrarId: number | undefined): RawBuilder<unknown> =>
  registrarId === undefined
    ? sql`${sql.ref(`${table}.registrar_id`)} > 0`
    : sql`${sql.ref(`${table}.registrar_id`)} = (select ${registrarId}::bigint)`;

/** The columns of an entry that describe the past object. */
export const ofEntries = ['history.id', 'history.object_id', 'history.at', 'history.snapshot'] as const;
type Entry = Pick<Selectable<HistoryTable>, 'id' | 'object_id' | 'at' | 'snapshot'>;
const entryColumns = sql.join(ofEntries.map((column) => sql.ref(column)));

/**
 * The entry that a version was made of. It has the time at which the version begins, so one part of history is
 * searched, and the others only where the clock of a process was behind. `limit` keeps PostgreSQL from starting
 * parallel workers for a few entries.
 */
export const entryOf = (versions: string): RawBuilder<Entry> => {
  const [id, begins] = [sql.ref(`${versions}.id`), sql.ref(`${versions}.valid_from`)];
  return sql<Entry>`((select ${entryColumns} from history where history.id = ${id} and history.at = ${begins})
    union all (select ${entryColumns} from history where history.id = ${id} and history.at <> ${begins}) limit 1)`;
};

export const zoneOrigin = sql<
  string | null
>`(select origin from zones where zones.id = domain_versions.zone_id)`;

/** A history entry with the columns that only its version has. */
export type PastEntry = Entry &
  Pick<DomainVersion, 'zone_id' | 'created_at'> & {
    readonly zone: string | null;
    /** The registrar at that time. */
    readonly sponsor_id: number;
  };

/** A history entry of a contact with its registrar at that time, under the registrar's present name. */
export type PastContactEntry = Entry & {
  readonly sponsor_id: number;
  readonly sponsor_code: string;
  readonly sponsor_name: string;
  readonly sponsor_website: string | null;
};

const contactEntriesWith = sql`
  select ${entryColumns}, registrars.id as sponsor_id, registrars.code as sponsor_code,
    registrars.name as sponsor_name, registrars.website as sponsor_website
  from contact_versions versions join lateral ${entryOf('versions')} history on true
    join registrars on registrars.id = versions.registrar_id`;

/** Returns the entries with these ids, in their order. */
export async function contactEntries(db: Db, ids: readonly number[]): Promise<PastContactEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PastContactEntry>`${contactEntriesWith} where versions.id = any(${ids})`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Returns the past entries of contacts by their codes. */
export async function contactEntriesAsOf(
  db: Db,
  codes: readonly string[],
  asOf: Date,
): Promise<PastContactEntry[]> {
  return codes.length === 0 ? [] : entriesOfContacts(db, sql`versions.code = any(${codes})`, asOf);
}

/** Returns the past entries of contacts by their ids. */
export const contactEntriesOf = (db: Db, ids: readonly number[], asOf: Date): Promise<PastContactEntry[]> =>
  entriesOfContacts(db, sql`versions.contact_id = any(${ids})`, asOf);

async function entriesOfContacts(
  db: Db,
  which: RawBuilder<unknown>,
  asOf: Date,
): Promise<PastContactEntry[]> {
  const { rows } = await sql<PastContactEntry>`${contactEntriesWith}
    where ${which} and ${heldAsOf('versions', { asOf })}`.execute(db);
  return rows;
}

const domainEntriesWith = sql`
  select ${entryColumns}, domain_versions.registrar_id as sponsor_id, zone_id, ${zoneOrigin} as zone,
    domain_versions.created_at
  from domain_versions join lateral ${entryOf('domain_versions')} history on true`;

export async function domainEntries(db: Db, ids: readonly number[]): Promise<PastEntry[]> {
  const { rows } = await sql<PastEntry>`${domainEntriesWith} where domain_versions.id = any(${ids})`.execute(
    db,
  );
  return rows;
}

/** The entry of the domain with this name. */
export const domainEntriesAsOf = (
  db: Db,
  name: string,
  asOf: Date,
  registrarId: number | undefined,
): Promise<PastEntry[]> =>
  entriesOfDomains(
    db,
    sql`domain_versions.domain_id in (select domain_id from domain_terms where name = ${name} and registrar_id > 0)`,
    asOf,
    registrarId,
  );

/** Returns the past entries of domains by their ids. */
export const domainEntriesOf = (
  db: Db,
  ids: readonly number[],
  asOf: Date,
  registrarId: number | undefined,
): Promise<PastEntry[]> =>
  entriesOfDomains(db, sql`domain_versions.domain_id = any(${ids})`, asOf, registrarId);

/** A registrar sees the time that was its own, and all of the past of what it sponsors today; undefined: all. */
async function entriesOfDomains(
  db: Db,
  which: RawBuilder<unknown>,
  asOf: Date,
  registrarId: number | undefined,
): Promise<PastEntry[]> {
  const isSeen =
    registrarId === undefined
      ? sql`true`
      : sql`(domain_versions.registrar_id = ${registrarId} or ${isSponsoredNow(registrarId)})`;
  const { rows } = await sql<PastEntry>`${domainEntriesWith}
    where ${which} and ${heldAsOf('domain_versions', { asOf })} and ${isSeen}`.execute(db);
  return rows;
}

const isSponsoredNow = (registrarId: number) => sql<SqlBool>`exists (
  select from domains where domains.id = domain_versions.domain_id and domains.registrar_id = ${registrarId})`;

/** The last history entry of a domain as of a given time. */
export interface PastReading {
  readonly objectId: number;
  readonly asOfEntry: number;
}

/**
 * The entry after which a registrar may read the history of a past domain: all of it for today's sponsor; for the
 * sponsor at that time, from when the domain came to it; null for all others.
 */
export async function historyStarts(
  db: Db,
  registrarId: number,
  wanted: readonly PastReading[],
): Promise<(number | null)[]> {
  const { rows } = await sql<{ start: number | null }>`
    select case
      when ${isSponsoredNow(registrarId)} then 0
      when domain_versions.registrar_id = ${registrarId} then coalesce((
        select max(earlier.id) from domain_versions as earlier
        where earlier.domain_id = domain_versions.domain_id and earlier.id < domain_versions.id
          and earlier.registrar_id is distinct from ${registrarId}), 0)
      end as start
    from unnest(${wanted.map(({ objectId }) => objectId)}::bigint[],
      ${wanted.map(({ asOfEntry }) => asOfEntry)}::bigint[]) with ordinality as wanted (object_id, entry_id, place)
    left join domain_versions on domain_versions.id = wanted.entry_id
      and domain_versions.domain_id = wanted.object_id
    order by wanted.place`.execute(db);
  return rows.map(({ start }) => start);
}

/** Ends the versions of domains that are removed from a copy, without an event. */
export async function endVersions(db: Db, domainIds: readonly number[], at: Date): Promise<void> {
  if (domainIds.length === 0) return;
  await sql`select end_versions(${domainIds}::bigint[], ${at})`.execute(db);
}
