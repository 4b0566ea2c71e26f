import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Calendar } from '../../core/calendar.ts';
import type { Filter } from '../../core/filter.ts';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { versionsOf } from '../../entities/entity.ts';
import { groupKeys, listColumns } from '../driver/entity-columns.ts';
import { type Columns, referred } from '../driver/filters.ts';
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
    id: 'domain_id',
    only: then.isCreatedHere
      ? sql`${heldThen('domain_versions', then)} and domain_versions.expires_at >= ${earliestExpiry(then)}`
      : heldThen('domain_versions', then),
  });
  // A mirror's domains leave without an event.
  const isSummed = (filter: Filter | undefined) => then.isCreatedHere && isEverything(filter);
  return {
    ...list,
    count: (db, filter) => (isSummed(filter) ? countThen(db, calendar, then) : list.count(db, filter)),
  };
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

/**
 * A registrar is looked up and not given, so that its page never comes out of an index of everybody's
 * (`everybodys` in domains.ts). What was created later is not looked through; clocks of two processes differ by less than a day.
 */
const heldThen = (table: string, { asOf, registrarId, isCreatedHere }: Then): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const created = isCreatedHere
    ? sql`and ${column('created_at')} <= ${new Date(asOf.getTime() + dayMs)}`
    : sql``;
  const whose =
    registrarId === undefined
      ? sql`${column('registrar_id')} > 0`
      : sql`${column('registrar_id')} = (select ${registrarId}::int)`;
  return sql<SqlBool>`${column('valid_from')} <= ${asOf} and ${column('valid_to')} > ${asOf}
    ${created} and ${whose}`;
};

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
  const key = sql.ref(`versions.${type === 'domain' ? 'name' : 'code'}`);
  const { rows } = await sql<PastEntry>`${entries(type)}
    where ${key} = any(${keys}) and ${heldThen('versions', { asOf })}`.execute(db);
  return rows;
}

/** Of domains that are not kept any more, without anything having happened to them. */
export async function endVersions(db: Db, domainIds: readonly number[], at: Date): Promise<void> {
  if (domainIds.length === 0) return;
  await sql`update domain_versions set valid_to = greatest(valid_from, ${at})
    where domain_id = any(${domainIds}) and valid_to = 'infinity'`.execute(db);
}
