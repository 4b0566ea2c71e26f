import { type RawBuilder, sql } from 'kysely';
import { type Grouping, type Groups, type ListQuery, settled } from '../../../base/filter.ts';
import { domain } from '../../entities/domain.ts';
import type { Db } from '../driver/connections/pool.ts';
import { groupKeys } from '../driver/lists/entity-columns.ts';
import { compileFilter } from '../driver/lists/filters.ts';
import { type Groupable, type GroupKey, registrarKey } from '../driver/lists/group-keys.ts';
import { type Chosen, groupRows, type Way } from '../driver/lists/groups.ts';
import { isEverything } from '../driver/lists/stored-list.ts';
import { knownType } from './contacts.ts';
import { joinedDomains } from './domain-reader.ts';
import { domainColumnsFor, isSeen, neverNull, ofAnyRegistrar, ofRegistrar, signed } from './domains.ts';

/** Groups by contact are sorted by name. */
export const byContactName: Pick<GroupKey, 'place' | 'placeFrom'> = {
  place: (_, contact) => sql`${contact}.name`,
  placeFrom: (id, contact) => sql`left join contacts as ${contact} on ${contact}.id = ${id}`,
};

/** Rows whose registrant belongs to another registrar count as rows without a registrant, country and type. */
const registrantKeys = (viewer: number | undefined) => {
  const ifSeen = (value: RawBuilder<unknown>) =>
    sql`case when ${isSeen('registrants', viewer)} then ${value} end`;
  return {
    registrar: registrarKey(sql`domains.registrar_id`),
    registrantCountryCode: { value: ifSeen(sql`registrants.ident_country_code`) },
    registrantType: { value: ifSeen(knownType(sql`registrants.ident_type`)) },
    registrant: { value: ifSeen(sql`registrants.id`), ...byContactName },
    registrantName: { value: ifSeen(sql`registrants.name`) },
  };
};

export const domainGroupsFor = (viewer: number | undefined): Groupable => ({
  keys: {
    ...registrantKeys(viewer),
    zone: { value: sql`zones.origin` },
    status: {
      value: sql`domains.statuses`,
      each: (statuses, name) => sql`left join lateral unnest(${statuses}) as ${name}(value) on true`,
    },
    signed: { value: signed },
    nameserverHostname: {
      value: sql`domains.id`,
      lookUps: 1,
      each: (id, name) =>
        sql`left join (select domain_id, hostname as value from nameservers) as ${name} on ${name}.domain_id = ${id}`,
    },
    ...groupKeys(domain, { viewer }),
  },
});

/** The domains of one registrar; undefined for all. */
type Whose = number | undefined;

export async function groupDomains(
  db: Db,
  registrarId: Whose,
  asked: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> {
  const filter = asked && settled(asked, neverNull);
  const list = domainGroupsFor(registrarId);
  const all = ofRegistrar(joinedDomains(db), registrarId);
  if (filter && !isEverything(filter)) {
    const chosen = all.where(compileFilter(filter, domainColumnsFor(registrarId)));
    return groupRows(db, chosen, list, grouping);
  }
  const [only, ...others] = grouping.by.map(({ field }) => field);
  const counted = others.length === 0 && only ? await countedBy(db, only, registrarId) : undefined;
  const firstKeys = (way: Way, count?: RawBuilder<unknown>) =>
    firstByName(registrarId, grouping.limit, way, count);
  if (counted)
    return groupRows(db, all, list, grouping, {
      isWhole: true,
      counted,
      ...(only === 'registrant' && { firstKeys }),
    });
  const keys: Groupable['keys'] = registrantKeys(registrarId);
  const isOfRegistrants = grouping.by.some(({ field }) => field !== 'registrar');
  if (isOfRegistrants && grouping.by.every(({ field }) => Object.hasOwn(keys, field)))
    return groupRows(db, registrantsOf(db, registrarId), { keys }, grouping, {
      list: all,
      weight: sql`domains.counted`,
    });
  const indexed = {
    table: 'domains',
    whose: whose(registrarId),
    moments: { expiresAt: 'expires_at', createdAt: 'created_at' },
    keys: [],
  };
  return groupRows(db, all, list, grouping, { isWhole: true, indexed });
}

const whose = (registrarId: Whose): RawBuilder<unknown> =>
  registrarId === undefined ? ofAnyRegistrar : sql`domains.registrar_id = ${registrarId}`;

/** The groups of all domains of a list that can be counted from indexes. */
async function countedBy(
  db: Db,
  field: string,
  registrarId: Whose,
): Promise<RawBuilder<unknown> | undefined> {
  if (field === 'signed') return countedSigned(registrarId);
  if (field === 'registrant') return registrarId === undefined ? countedRegistrants : countedOwn(registrarId);
  if (field === 'nameserverHostname' && registrarId === undefined)
    return countedHostnames(await middleId(db));
  return undefined;
}

/** The domains with keys; all others have none. */
const countedSigned = (registrarId: Whose): RawBuilder<unknown> => sql`
  with signed as (select count(*) from domains where ${whose(registrarId)} and ${signed}),
  others as (select count(*) - (select count from signed) as count from domains where ${whose(registrarId)})
  select true as value, count from signed where count > 0
  union all select false, count from others where count > 0`;

/**
 * Counts the domains of all registrars: each nameserver from the index of their names, then the domains without one,
 * which are all minus those with one. The latter are counted in two halves, which PostgreSQL splits between workers.
 */
const countedHostnames = (middle: number): RawBuilder<unknown> => {
  const served = (half: RawBuilder<unknown>) =>
    sql`select -count(*) from (select from nameservers where domain_id ${half} ${middle} group by domain_id) served`;
  return sql`
    select hostname as value, count(*) from nameservers group by hostname
    union all select null, sum(count)::bigint from (
      select count(*) from domains where ${ofAnyRegistrar}
      union all ${served(sql`<=`)} union all ${served(sql`>`)}) parts having sum(count) > 0`;
};

/** Returns the id between the halves as a value, because with a subquery PostgreSQL would not use workers. */
async function middleId(db: Db): Promise<number> {
  const { rows } = await sql<{ middle: number | null }>`select max(id) / 2 as middle from domains`.execute(
    db,
  );
  return rows[0]?.middle ?? 0;
}

const countedRegistrants = sql`
  select registrant_id as value, count(*) from domains where ${ofAnyRegistrar} group by registrant_id`;

/** The registrar's own contacts; other registrants are not shown. */
const countedOwn = (registrarId: number): RawBuilder<unknown> => sql`
  with held as materialized (
    select contacts.id as value, count from (
      select registrant_id, count(*) from domains where ${whose(registrarId)} group by registrant_id) counted
    left join contacts on contacts.id = registrant_id and ${isSeen('contacts', registrarId)})
  select value, count from held where value is not null
  union all select null, sum(count)::bigint from held where value is null having count(*) > 0`;

/** The first registrants by name, from the index of names; only those with matching counts of domains, if given. */
const firstByName = (
  registrarId: Whose,
  limit: number,
  way: Way,
  count: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> => {
  const held = sql`from domains where registrant_id = contacts.id and ${whose(registrarId)}`;
  const holds = count ? sql`(select count(*) ${held}) = ${count}` : sql`exists (select ${held})`;
  return sql`select id from contacts where ${isSeen('contacts', registrarId)} and ${holds}
    order by name ${sql.raw(way)}, id ${sql.raw(way)} limit ${limit}`;
};

/** The domains of each registrant are counted before its row is read, because a registrant has several. */
const registrantsOf = (db: Db, registrarId: Whose): Chosen =>
  db
    .selectFrom(
      sql<{ registrant_id: number }>`(select registrant_id, registrar_id, count(*) as counted from domains
        where ${whose(registrarId)} group by registrant_id, registrar_id)`.as('domains'),
    )
    .leftJoin('contacts as registrants', 'registrants.id', 'domains.registrant_id') as unknown as Chosen;
