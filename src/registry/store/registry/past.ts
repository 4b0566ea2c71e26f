import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Calendar } from '../../../base/calendar.ts';
import { type Filter, fieldsIn, type ListQuery } from '../../../base/filter.ts';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { versionsOf } from '../../entities/entity-rows.ts';
import type { Db } from '../driver/connections/pool.ts';
import { groupKeys, listColumns } from '../driver/lists/entity-columns.ts';
import { applyList, type Columns, compileFilter, referred } from '../driver/lists/filters.ts';
import { type Groupable, registrarKey } from '../driver/lists/group-keys.ts';
import { groupRows } from '../driver/lists/groups.ts';
import { eachOf, isEverything, type StoredList, storedList } from '../driver/lists/stored-list.ts';
import type { Tables } from '../tables/schema.ts';
import { knownType } from './contacts.ts';
import { byContactName } from './domain-groups.ts';
import { domainFlows, gained } from './domain-statistics.ts';
import { isSeen } from './domains.ts';
import {
  type AsOf,
  dayMs,
  entryOf,
  heldAsOf,
  heldBy,
  holds,
  latestCreation,
  ofEntries,
  type PastEntry,
  zoneOrigin,
} from './past-entries.ts';

type ContactVersion = Selectable<Tables['contact_versions']>;

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
  // Domains leave a copy without an event.
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
    // Terms find the rows of a condition; the whole list is read faster without them, unless terms contain everything
    // needed.
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

/** Tells whether a condition needs only columns of terms. */
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
 * Returns terms that were valid at that time, if they are few: the newest version of each at that time is looked up,
 * and earlier ones are not read. It did not begin before its term, so parts of earlier years are not searched.
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
 * A page in the order of terms: terms that were over are skipped in the index. The registrar of a version is compared
 * in its row: as a join condition it would make the planner expect few rows and start parallel workers.
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
 * The earliest expiry that a domain could have at that moment. Without this bound, a list in the order of expiry
 * would scan all terms that were renewed before. A domain that exists longer than a day after its expiry is among
 * `domains`, or its version has `overdue_until`.
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
