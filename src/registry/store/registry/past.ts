import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Calendar } from '../../../core/calendar.ts';
import { type Filter, fieldsIn, type ListQuery } from '../../../core/filter.ts';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { versionsOf } from '../../entities/entity-rows.ts';
import { groupKeys, listColumns } from '../driver/entity-columns.ts';
import { applyList, type Columns, compileFilter, referred } from '../driver/filters.ts';
import { type Groupable, registrarKey } from '../driver/group-keys.ts';
import { groupRows } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { eachOf, isEverything, type StoredList, storedList } from '../driver/stored-list.ts';
import type { HistoryTable, Tables } from '../tables/schema.ts';
import { knownType } from './contacts.ts';
import { byContactName } from './domain-groups.ts';
import { domainFlows, gained } from './domain-statistics.ts';
import { isSeen } from './domains.ts';

type DomainVersion = Selectable<Tables['domain_versions']>;
type ContactVersion = Selectable<Tables['contact_versions']>;

/** Lists of domains and contacts as of a given time (docs/decisions/0021). */
interface AsOf {
  readonly asOf: Date;
  /** The registrar that had the rows at that time; undefined for all. */
  readonly registrarId?: number | undefined;
  /** By the clock of this process, not of an upstream registry: rows that existed then were created by then. */
  readonly isCreatedHere?: boolean;
}

const domainVersions = versionsOf(domain, 'domain_versions');

const domainColumns: Columns = {
  ...listColumns(domainVersions, 'own'),
  zone: referred(sql`domain_versions.zone_id`, 'zones', 'origin'),
  registrar: referred(sql`domain_versions.registrar_id`, 'registrars', 'code'),
  registrantCode: sql`domain_versions.registrant_code`,
  nameserverHostnames: sql`domain_versions.hostnames`,
  signed: sql`domain_versions.signed`,
};

/** A registrant is today's contact with the code of that time; a deleted one counts as hidden. */
const domainGroupsFor = (viewer: number | undefined): Groupable => ({
  keys: {
    registrar: registrarKey(sql`domain_versions.registrar_id`),
    registrant: {
      value: sql`(select contacts.id from contacts
        where contacts.code = domain_versions.registrant_code and ${isSeen('contacts', viewer)})`,
      ...byContactName,
    },
    zone: { value: sql`(select origin from zones where zones.id = domain_versions.zone_id)` },
    status: eachOf(sql`domain_versions.statuses`),
    signed: { value: sql`domain_versions.signed` },
    nameserverHostname: eachOf(sql`domain_versions.hostnames`),
    ...groupKeys(domainVersions, 'own'),
  },
});

const contactVersions = versionsOf(contact, 'contact_versions');

const contactColumns: Columns = {
  ...listColumns(contactVersions, 'own'),
  registrar: referred(sql`contact_versions.registrar_id`, 'registrars', 'code'),
};

const contactGroups: Groupable = {
  keys: {
    registrar: registrarKey(sql`contact_versions.registrar_id`),
    countryCode: { value: sql`contact_versions.ident_country_code` },
    identType: { value: knownType(sql`contact_versions.ident_type`) },
    ...groupKeys(contactVersions, 'own'),
  },
};

/** The columns by which a list of the past is filtered, sorted and grouped. */
export const pastDomainFields = {
  columns: Object.keys(domainColumns),
  sorts: ['name', 'expiresAt', 'createdAt'],
  groups: Object.keys(domainGroupsFor(undefined).keys),
};
export const pastContactFields = {
  columns: Object.keys(contactColumns),
  sorts: ['name', 'code', 'createdAt'],
  groups: Object.keys(contactGroups.keys),
};

const dayMs = 86_400_000;

/** The list of domains as of a given time. Its rows are history entries; a page is one statement. */
export function domainsAsOf(then: AsOf, calendar: Calendar): StoredList<PastEntry> {
  const domainGroups = domainGroupsFor(then.registrarId);
  const list = storedList('domain_versions', {
    columns: domainColumns,
    groups: domainGroups,
    only: heldAsOf('domain_versions', then),
  });
  const terms = storedList('domain_terms', {
    columns: ofTerms,
    groups: { keys: termKeys },
    only: heldTerm(then),
  });
  const chosen = (db: Db, filter: Filter) =>
    heldByTerm(db, then)
      .where(sql<SqlBool>`${heldBy('domain_versions', then.registrarId)}`)
      .where(compileFilter(filter, termColumns));
  // Domains leave a mirror without an event.
  const isSummed = (filter: Filter | undefined) => then.isCreatedHere && isEverything(filter);
  return {
    ...list,
    rows: (db, query) => rowsByTerm(db, then, query),
    count: async (db, filter) => {
      if (isSummed(filter)) return countAsOf(db, calendar, then);
      if (!filter || isOfTerms(filter)) return terms.count(db, filter);
      const counted = chosen(db, filter).select(({ fn }) => fn.countAll<number>().as('count'));
      return (await counted.executeTakeFirstOrThrow()).count;
    },
    // Terms find the rows of a condition; the whole list is read faster without them, unless terms contain everything needed.
    groups: (db, filter, grouping) => {
      if (isOfTerms(filter) && grouping.by.every(({ field }) => field in termKeys))
        return terms.groups(db, filter, grouping);
      return !filter || isEverything(filter)
        ? list.groups(db, filter, grouping)
        : groupRows(db, chosen(db, filter), domainGroups, grouping);
    },
  };
}

/** Values that are constant for a term are read from it: an index has them with the term's beginning and end. */
const ofTerms: Columns = {
  registrar: referred(sql`domain_terms.registrar_id`, 'registrars', 'code'),
  name: sql`domain_terms.name`,
  expiresAt: sql`domain_terms.expires_at`,
  createdAt: sql`domain_terms.created_at`,
};
const termColumns: Columns = { ...domainColumns, ...ofTerms };
const termKeys: Groupable['keys'] = {
  registrar: registrarKey(sql`domain_terms.registrar_id`),
  expiresAt: { value: sql`domain_terms.expires_at` },
  createdAt: { value: sql`domain_terms.created_at` },
};

/** Whether a condition needs only columns of terms. */
const isOfTerms = (filter: Filter | undefined): boolean =>
  !filter || [...fieldsIn(filter)].every((field) => field in ofTerms);

/** The condition for terms at that time. It contains nothing else, so that every index of terms covers it. */
const heldTerm = ({ asOf, registrarId }: AsOf): RawBuilder<SqlBool> =>
  sql<SqlBool>`${holds('domain_terms', asOf)} and ${heldBy('domain_terms', registrarId)}`;

const heldTerms = (db: Db, then: AsOf) => db.selectFrom('domain_terms').where(heldTerm(then));

/** The terms that were valid at that time, each with its version at that time. */
const heldByTerm = (db: Db, then: AsOf) =>
  heldTerms(db, then)
    .innerJoin('domain_versions', 'domain_versions.domain_id', 'domain_terms.domain_id')
    .where(sql<SqlBool>`${holds('domain_versions', then.asOf)}`);

/**
 * The same for few terms: the newest version of each at that time is looked up, and earlier ones are not read. It did not begin
 * before its term, so parts of earlier years are not searched.
 */
const lookedUpByTerm = (db: Db, then: AsOf) =>
  heldTerms(db, then)
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('domain_versions')
          .selectAll()
          .whereRef('domain_versions.domain_id', '=', 'domain_terms.domain_id')
          .whereRef('domain_versions.valid_from', '>=', 'domain_terms.valid_from')
          .where('domain_versions.valid_from', '<=', then.asOf)
          .orderBy('domain_versions.id', 'desc')
          .limit(1)
          .as('domain_versions'),
      (join) => join.onTrue(),
    )
    .where('domain_versions.valid_to', '>', then.asOf);

/**
 * A page in the order of terms: terms that were over are skipped in the index. The registrar of a version is compared in its
 * row: as a join condition it would make the planner expect few rows and start parallel workers.
 */
async function rowsByTerm(db: Db, then: AsOf, list: ListQuery): Promise<PastEntry[]> {
  const { registrarId } = then;
  const bounds = {
    createdAt: sql<SqlBool>`domain_terms.created_at <= ${latestCreation(then)}`,
    expiresAt: sql<SqlBool>`domain_terms.expires_at >= ${earliestExpiry(then)}`,
  };
  const [{ field }] = list.sort;
  const bound =
    then.isCreatedHere && field in bounds ? bounds[field as keyof typeof bounds] : sql<SqlBool>`true`;
  const held = isOfTerms(list.filter) ? lookedUpByTerm(db, then) : heldByTerm(db, then);
  const page = held
    .where(bound)
    .innerJoinLateral(entryOf('domain_versions').as('history'), (join) => join.onTrue())
    .select(ofEntries)
    .select([
      sql<number>`domain_versions.registrar_id`.as('sponsor_id'),
      'domain_versions.zone_id',
      zoneOrigin.as('zone'),
      'domain_versions.created_at',
    ]);
  const place = sql.ref('domain_terms.domain_id');
  const found: PastEntry[] = await applyList(page, list, termColumns, place).execute();
  return registrarId === undefined ? found : found.filter(({ sponsor_id }) => sponsor_id === registrarId);
}

/** The present rows, without those added since and with those removed since. An entry at exactly that time counts. */
async function countAsOf(db: Db, calendar: Calendar, { asOf, registrarId }: AsOf): Promise<number> {
  const flows = await domainFlows(db, calendar, {
    // No row is older than the epoch.
    beginnings: [new Date(Math.max(0, asOf.getTime() + 1))],
    by: { zone: false, registrar: false },
    registrarId,
  });
  return flows.reduce((count, flow) => count + flow.held - gained(flow), 0);
}

/**
 * The earliest expiry that a domain could have at that moment. Without this bound, a list in the order of expiry would
 * scan all terms that were renewed before. A domain that exists longer than a day after its expiry is among `domains`, or
 * its version has `overdue_until`.
 */
const earliestExpiry = ({ asOf, registrarId }: AsOf): RawBuilder<unknown> => {
  const whose = (table: string) =>
    registrarId === undefined
      ? sql`${sql.ref(`${table}.registrar_id`)} > 0`
      : sql`${sql.ref(`${table}.registrar_id`)} = ${registrarId}`;
  return sql`(select least(${new Date(asOf.getTime() - dayMs)}::timestamptz,
    (select min(domains.expires_at) from domains where ${whose('domains')}),
    (select min(overdue.expires_at) from domain_versions as overdue
      where overdue.overdue_until > ${asOf} and overdue.valid_from <= ${asOf})))`;
};

export const contactsAsOf = (then: AsOf): StoredList<ContactVersion> =>
  storedList('contact_versions', {
    columns: contactColumns,
    groups: contactGroups,
    id: 'contact_id',
    only: heldAsOf('contact_versions', then),
  });

/** Rows that were created later are not read; the clocks of two processes differ by less than a day. */
const latestCreation = ({ asOf }: AsOf): Date => new Date(asOf.getTime() + dayMs);

const heldAsOf = (table: string, then: AsOf): RawBuilder<SqlBool> => {
  const created = then.isCreatedHere
    ? sql`and ${sql.ref(`${table}.created_at`)} <= ${latestCreation(then)}`
    : sql``;
  return sql<SqlBool>`${holds(table, then.asOf)} ${created} and ${heldBy(table, then.registrarId)}`;
};

const holds = (table: string, asOf: Date): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.valid_from`)} <= ${asOf} and ${sql.ref(`${table}.valid_to`)} > ${asOf}`;

/**
 * A registrar is looked up in a subquery, so that its page is never read from an index over all registrars
 * (`ofAnyRegistrar` in domains.ts).
 */
const heldBy = (table: string, registrarId: number | undefined): RawBuilder<unknown> =>
  registrarId === undefined
    ? sql`${sql.ref(`${table}.registrar_id`)} > 0`
    : sql`${sql.ref(`${table}.registrar_id`)} = (select ${registrarId}::bigint)`;

/** The columns of an entry that describe the past object. */
const ofEntries = ['history.id', 'history.object_id', 'history.at', 'history.snapshot'] as const;
type Entry = Pick<Selectable<HistoryTable>, 'id' | 'object_id' | 'at' | 'snapshot'>;
const entryColumns = sql.join(ofEntries.map((column) => sql.ref(column)));

/**
 * The entry that a version was made of. It has the time at which the version begins, so one part of history is searched, and the
 * others only where the clock of a process was behind. `limit` keeps PostgreSQL from starting parallel workers for a few entries.
 */
const entryOf = (versions: string): RawBuilder<Entry> => {
  const [id, begins] = [sql.ref(`${versions}.id`), sql.ref(`${versions}.valid_from`)];
  return sql<Entry>`((select ${entryColumns} from history where history.id = ${id} and history.at = ${begins})
    union all (select ${entryColumns} from history where history.id = ${id} and history.at <> ${begins}) limit 1)`;
};

const zoneOrigin = sql<string | null>`(select origin from zones where zones.id = domain_versions.zone_id)`;

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

/** In the order of their ids. */
export async function contactEntries(db: Db, ids: readonly number[]): Promise<PastContactEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PastContactEntry>`${contactEntriesWith} where versions.id = any(${ids})`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** By their codes. */
export async function contactEntriesAsOf(
  db: Db,
  codes: readonly string[],
  asOf: Date,
): Promise<PastContactEntry[]> {
  return codes.length === 0 ? [] : entriesOfContacts(db, sql`versions.code = any(${codes})`, asOf);
}

/** By their ids. */
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

/** By their ids. */
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
 * The entry after which a registrar may read the history of a past domain: all of it for today's sponsor; for the sponsor at
 * that time, from when the domain came to it; null for all others.
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

/** Ends the versions of domains that are removed from the mirror, without an event. */
export async function endVersions(db: Db, domainIds: readonly number[], at: Date): Promise<void> {
  if (domainIds.length === 0) return;
  await sql`select end_versions(${domainIds}::bigint[], ${at})`.execute(db);
}
