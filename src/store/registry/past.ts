import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Calendar } from '../../core/calendar.ts';
import type { Filter, ListQuery } from '../../core/filter.ts';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { versionsOf } from '../../entities/entity.ts';
import { groupKeys, listColumns } from '../driver/entity-columns.ts';
import { applyList, type Columns, referred } from '../driver/filters.ts';
import { type Groupable, registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { eachOf, isEverything, type StoredList, storedList } from '../driver/stored-list.ts';
import type { HistoryTable, Tables } from '../tables/schema.ts';
import { knownType } from './contacts.ts';
import { domainFlows, gained } from './domain-statistics.ts';

type DomainVersion = Selectable<Tables['domain_versions']>;
type ContactVersion = Selectable<Tables['contact_versions']>;

/** Lists of domains and contacts as they were at a moment (docs/decisions/0021). */
interface Then {
  readonly asOf: Date;
  /** Of one registrar at that moment; undefined: of all. */
  readonly registrarId?: number | undefined;
  /** By the clock of this process, and not by that of a registry behind it: what existed then was created by then. */
  readonly isCreatedHere?: boolean;
}

const domainVersions = versionsOf(domain, 'domain_versions');

const domainColumns: Columns = {
  ...listColumns(domainVersions),
  zone: referred(sql`domain_versions.zone_id`, 'zones', 'origin'),
  registrar: referred(sql`domain_versions.registrar_id`, 'registrars', 'code'),
  registrantCode: sql`domain_versions.registrant_code`,
  nameserverHostnames: sql`domain_versions.hostnames`,
  signed: sql`domain_versions.signed`,
};

const domainGroups: Groupable = {
  keys: {
    registrar: registrarKey(sql`domain_versions.registrar_id`),
    zone: { value: sql`(select origin from zones where zones.id = domain_versions.zone_id)` },
    status: eachOf(sql`domain_versions.statuses`),
    signed: { value: sql`domain_versions.signed` },
    nameserverHostname: eachOf(sql`domain_versions.hostnames`),
    ...groupKeys(domainVersions),
  },
};

const contactVersions = versionsOf(contact, 'contact_versions');

const contactColumns: Columns = {
  ...listColumns(contactVersions),
  registrar: referred(sql`contact_versions.registrar_id`, 'registrars', 'code'),
};

const contactGroups: Groupable = {
  keys: {
    registrar: registrarKey(sql`contact_versions.registrar_id`),
    country: { value: sql`contact_versions.ident_country_code` },
    identType: { value: knownType(sql`contact_versions.ident_type`) },
    ...groupKeys(contactVersions),
  },
};

/** What a list of the past is filtered and sorted by, and grouped by. */
export const pastDomainFields = {
  columns: Object.keys(domainColumns),
  groups: Object.keys(domainGroups.keys),
};
export const pastContactFields = {
  columns: Object.keys(contactColumns),
  groups: Object.keys(contactGroups.keys),
};

const dayMs = 86_400_000;

export function domainsThen(then: Then, calendar: Calendar): StoredList<DomainVersion> {
  const list = storedList('domain_versions', {
    columns: domainColumns,
    groups: domainGroups,
    only: heldThen('domain_versions', then),
  });
  // A mirror's domains leave without an event.
  const isSummed = (filter: Filter | undefined) => then.isCreatedHere && isEverything(filter);
  return {
    ...list,
    rows: (db, query) => rowsByTerm(db, then, query),
    count: (db, filter) => (isSummed(filter) ? countThen(db, calendar, then) : list.count(db, filter)),
  };
}

/** What is the same for the whole of a term is read from it: an index has that with the term's beginning and end. */
const termColumns: Columns = {
  ...domainColumns,
  name: sql`domain_terms.name`,
  expiresAt: sql`domain_terms.expires_at`,
  createdAt: sql`domain_terms.created_at`,
};

/**
 * A page in the order of the terms that held then, of which each has one version that held then: the terms that were over are
 * passed by in the index, and no row of them is looked at.
 */
async function rowsByTerm(db: Db, then: Then, list: ListQuery): Promise<DomainVersion[]> {
  const { asOf, registrarId, isCreatedHere } = then;
  const [{ field }] = list.sort;
  const bounds = {
    createdAt: sql`domain_terms.created_at <= ${latestCreation(then)}`,
    expiresAt: sql`domain_terms.expires_at >= ${earliestExpiry(then)}`,
  };
  const bound = isCreatedHere && field in bounds ? bounds[field as keyof typeof bounds] : sql`true`;
  const held = db
    .selectFrom('domain_terms')
    .innerJoin('domain_versions', 'domain_versions.domain_id', 'domain_terms.domain_id')
    .selectAll('domain_versions')
    .where(
      sql<SqlBool>`${holds('domain_terms', asOf)} and ${heldBy('domain_terms', registrarId)} and ${bound}
        and ${holds('domain_versions', asOf)}`,
    );
  return applyList(held, list, termColumns, sql.ref('domain_terms.domain_id')).execute();
}

/** Those of now, less those that came since, and with those that went. An entry at the moment itself counts. */
async function countThen(db: Db, calendar: Calendar, { asOf, registrarId }: Then): Promise<number> {
  const flows = await domainFlows(db, calendar, {
    // Nothing is as old as the time that computers count from.
    beginnings: [new Date(Math.max(0, asOf.getTime() + 1))],
    by: { zone: false, registrar: false },
    registrarId,
  });
  return flows.reduce((count, flow) => count + flow.held - gained(flow), 0);
}

/**
 * What expired before it was gone then. Without it a list in the order of expiry would look through all that was renewed
 * before: what is there for longer than a day after it expired is among domains, or noted when that ended (overdue_until).
 */
const earliestExpiry = ({ asOf, registrarId }: Then): RawBuilder<unknown> => {
  const whose = (table: string) =>
    registrarId === undefined
      ? sql`${sql.ref(`${table}.registrar_id`)} > 0`
      : sql`${sql.ref(`${table}.registrar_id`)} = ${registrarId}`;
  return sql`(select least(${new Date(asOf.getTime() - dayMs)}::timestamptz,
    (select min(domains.expires_at) from domains where ${whose('domains')}),
    (select min(overdue.expires_at) from domain_versions as overdue
      where overdue.overdue_until > ${asOf} and overdue.valid_from <= ${asOf})))`;
};

export const contactsThen = (then: Then): StoredList<ContactVersion> =>
  storedList('contact_versions', {
    columns: contactColumns,
    groups: contactGroups,
    id: 'contact_id',
    only: heldThen('contact_versions', then),
  });

/** What was created later is not looked through; clocks of two processes differ by less than a day. */
const latestCreation = ({ asOf }: Then): Date => new Date(asOf.getTime() + dayMs);

const heldThen = (table: string, then: Then): RawBuilder<SqlBool> => {
  const created = then.isCreatedHere
    ? sql`and ${sql.ref(`${table}.created_at`)} <= ${latestCreation(then)}`
    : sql``;
  return sql<SqlBool>`${holds(table, then.asOf)} ${created} and ${heldBy(table, then.registrarId)}`;
};

const holds = (table: string, asOf: Date): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.valid_from`)} <= ${asOf} and ${sql.ref(`${table}.valid_to`)} > ${asOf}`;

/**
 * A registrar is looked up and not given, so that its page never comes out of an index of everybody's
 * (`everybodys` in domains.ts).
 */
const heldBy = (table: string, registrarId: number | undefined): RawBuilder<unknown> =>
  registrarId === undefined
    ? sql`${sql.ref(`${table}.registrar_id`)} > 0`
    : sql`${sql.ref(`${table}.registrar_id`)} = (select ${registrarId}::int)`;

/** An entry of history, with what only its version has. */
export type PastEntry = Selectable<HistoryTable> &
  Pick<DomainVersion, 'zone_id' | 'created_at' | 'valid_from'> & {
    /** Whose it was then. */
    readonly sponsor_id: number;
  };

const entries = (type: 'domain' | 'contact') => sql`
  select history.*, versions.registrar_id as sponsor_id, versions.created_at, versions.valid_from,
    ${type === 'domain' ? sql`versions.zone_id` : sql`null::int as zone_id`}
  from ${sql.table(`${type}_versions`)} versions join history on history.id = versions.id`;

/** In the order of their ids. */
export async function entriesById(
  db: Db,
  type: 'domain' | 'contact',
  ids: readonly number[],
): Promise<PastEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PastEntry>`${entries(type)} where versions.id = any(${ids})`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Those of domains by their names, and of contacts by their codes. */
export async function entriesThen(
  db: Db,
  type: 'domain' | 'contact',
  keys: readonly string[],
  asOf: Date,
): Promise<PastEntry[]> {
  if (keys.length === 0) return [];
  const ofThese =
    type === 'contact'
      ? sql`versions.code = any(${keys})`
      : sql`versions.domain_id in (select domain_id from domain_terms where name = any(${keys}) and registrar_id > 0)`;
  const { rows } = await sql<PastEntry>`${entries(type)}
    where ${ofThese} and ${heldThen('versions', { asOf })}`.execute(db);
  return rows;
}

/** Of domains that are not kept any more, without anything having happened to them. */
export async function endVersions(db: Db, domainIds: readonly number[], at: Date): Promise<void> {
  if (domainIds.length === 0) return;
  for (const table of ['domain_versions', 'domain_terms'])
    await sql`update ${sql.table(table)} set valid_to = greatest(valid_from, ${at})
      where domain_id = any(${domainIds}) and valid_to = 'infinity'`.execute(db);
}
