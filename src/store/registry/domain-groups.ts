import { type RawBuilder, sql } from 'kysely';
import { type Grouping, type Groups, type ListQuery, settled } from '../../core/filter.ts';
import { domain } from '../../entities/domain.ts';
import { groupKeys } from '../driver/entity-columns.ts';
import { compileFilter } from '../driver/filters.ts';
import { type Chosen, type Groupable, type GroupKey, groupRows, registrarKey } from '../driver/groups.ts';
import type { Db } from '../driver/pool.ts';
import { isEverything } from '../driver/stored-list.ts';
import { knownType } from './contacts.ts';
import { joinedDomains } from './domain-reader.ts';
import { domainColumnsFor, isSeen, neverNull, ofAnyRegistrar, ofRegistrar, signed } from './domains.ts';

/** Groups by contact are in the order of their names. */
export const byContactName: Pick<GroupKey, 'place' | 'placeFrom'> = {
  place: (_, contact) => sql`${contact}.name`,
  placeFrom: (id, contact) => sql`left join contacts as ${contact} on ${contact}.id = ${id}`,
};

/** Rows whose registrant is not the viewer's count among those without one, a country and a type. */
const registrantKeys = (viewer: number | undefined) => {
  const ifSeen = (value: RawBuilder<unknown>) =>
    sql`case when ${isSeen('registrants', viewer)} then ${value} end`;
  return {
    registrar: registrarKey(sql`domains.registrar_id`),
    registrantCountry: { value: ifSeen(sql`registrants.ident_country_code`) },
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
      each: (id, name) =>
        sql`left join (select domain_id, hostname as value from nameservers) as ${name} on ${name}.domain_id = ${id}`,
    },
    ...groupKeys(domain),
  },
});

/** One registrar's; undefined: everybody's. */
type Whose = number | undefined;

export function groupDomains(
  db: Db,
  registrarId: Whose,
  asked: ListQuery['filter'],
  grouping: Grouping,
): Promise<Groups> {
  const filter = asked && settled(asked, neverNull);
  const list = domainGroupsFor(registrarId);
  const all = ofRegistrar(joinedDomains(db), registrarId);
  if (filter && !isEverything(filter))
    return groupRows(db, all.where(compileFilter(filter, domainColumnsFor(registrarId))), list, grouping);
  const counted = countedBy(registrarId, grouping);
  if (counted) return groupRows(db, counted.from(db), counted.list, grouping, { weight: counted.weight });
  const indexed = {
    table: 'domains',
    whose: whose(registrarId),
    moments: { expiresAt: 'expires_at', createdAt: 'created_at' },
    keys: [],
  };
  return groupRows(db, all, list, grouping, { indexed });
}

/** Rows that stand for several domains each, because an index was counted first. */
interface Counted {
  readonly from: (db: Db) => Chosen;
  readonly list: Groupable;
  readonly weight: RawBuilder<unknown>;
}

/** For all domains of a list, where indexes have what they are grouped by. */
function countedBy(registrarId: Whose, { by }: Grouping): Counted | undefined {
  const fields = by.map(({ field }) => field);
  const [only] = fields.length === 1 ? fields : [];
  if (only === 'signed') return asCounted(only, countedSigned(registrarId));
  if (only === 'nameserverHostname' && registrarId === undefined) return asCounted(only, countedHostnames);
  const keys: Groupable['keys'] = registrantKeys(registrarId);
  return fields.length > 0 && fields.every((field) => Object.hasOwn(keys, field))
    ? { from: (db) => countedRegistrants(db, registrarId), list: { keys }, weight: sql`domains.counted` }
    : undefined;
}

const asCounted = (field: string, rows: RawBuilder<unknown>): Counted => ({
  from: (db) => db.selectFrom(sql<object>`(${rows})`.as('counted')) as unknown as Chosen,
  list: { keys: { [field]: { value: sql`counted.value` } } },
  weight: sql`counted.weight`,
});

/** Those of each registrant are counted before its row is read; a registrant has several domains. */
const countedRegistrants = (db: Db, registrarId: Whose): Chosen =>
  db
    .selectFrom(
      sql<{ registrant_id: number }>`(select registrant_id, registrar_id, count(*) as counted from domains
        where ${whose(registrarId)} group by registrant_id, registrar_id)`.as('domains'),
    )
    .leftJoin('contacts as registrants', 'registrants.id', 'domains.registrant_id') as unknown as Chosen;

/** Those with keys; all others have none. */
const countedSigned = (registrarId: Whose): RawBuilder<unknown> => sql`
  with signed as (select count(*) as weight from domains where ${whose(registrarId)} and ${signed}),
  others as (select count(*) - (select weight from signed) as weight from domains where ${whose(registrarId)})
  select true as value, weight from signed where weight > 0
  union all select false, weight from others where weight > 0`;

/** Of everybody's domains: each name server from the index of their names, then the domains that have none. */
const countedHostnames = sql`
  with others as (select count(*) - (select count(*) from (select from nameservers group by domain_id) as served) as weight
    from domains where ${ofAnyRegistrar})
  select hostname as value, count(*) as weight from nameservers group by hostname
  union all select null, weight from others where weight > 0`;

const whose = (registrarId: Whose): RawBuilder<unknown> =>
  registrarId === undefined ? ofAnyRegistrar : sql`domains.registrar_id = ${registrarId}`;
