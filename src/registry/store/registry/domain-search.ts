import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, ListQuery, Slice } from '../../../base/filter.ts';
import { limit } from '../../../base/limits.ts';
import { composer } from '../driver/connections/prepared.ts';
import { applyList, type Columns, columnOf, compileFilter, isShort } from '../driver/lists/filters.ts';
import type { DomainQuery } from './domain-reader.ts';

/** How many domains are scanned for each row of the page: enough if one in forty matches. */
const lookedAt = 40;
const fewestNear = 2000;
const mostNear = limit(
  'domains that are searched near a page',
  50_000,
  'Longer pages, and pages further down, are searched along the list only.',
);

/** A list in the order of an index. */
interface Searched {
  readonly list: ListQuery;
  readonly columns: Columns;
  /** The domains, with the joins that the conditions need. */
  readonly from: DomainQuery;
  /** Selects the domains of one registrar, or of all. */
  readonly own: (domains: DomainQuery) => DomainQuery;
}

/**
 * Selects a page by a condition that may be true for most domains or for none. The planner expects to fill the page
 * soon along the list, and scans all of it if nothing matches. So only the beginning of the list is scanned. If that
 * does not fill the page, all matching rows are found first and then sorted. This is one statement, whose second half
 * runs only if needed.
 */
export function searched(domains: DomainQuery, search: Searched): DomainQuery {
  const { columns, list } = search;
  const { sort, slice } = list;
  const full = sql.lit(slice.by === 'cursor' ? slice.limit + 1 : slice.limit);
  const ids = sql<number>`
    with near as materialized (${nearIds(search)})
    select id from near where (select count(*) from near) = ${full}
    union all
    select id from (${idsAnywhere(search)}) as anywhere where (select count(*) from near) < ${full}`;
  return applyList(
    domains.where('domains.id', '=', sql<number>`any(array(${ids}))`),
    { sort, slice: fromStart(slice) },
    columns,
    id,
  );
}

const id = sql.ref('domains.id');
const all = (): DomainQuery => composer.selectFrom('domains') as unknown as DomainQuery;
const fromStart = (slice: Slice): Slice => (slice.by === 'offset' ? { ...slice, offset: 0 } : slice);

const nearOf = (slice: Slice): number =>
  Math.max(fewestNear, lookedAt * (slice.limit + 1 + (slice.by === 'offset' ? slice.offset : 0)));

const nearIds = ({ list, columns, from, own }: Searched): RawBuilder<unknown> => {
  const { sort, slice } = list;
  const first = { sort, slice: { ...fromStart(slice), limit: nearOf(slice) } };
  const ids = applyList(own(all()), first, columns, id).select('domains.id');
  const found = from.where('domains.id', '=', sql<number>`any(array(${ids}))`);
  return sql`${applyList(found, list, columns, id).select('domains.id')}`;
};

/**
 * Selects the ids from a subquery with an offset, through which the planner does not push conditions. A single short
 * part of a name is searched in an index that has only names and ids.
 */
const idsAnywhere = ({ list: { filter, sort, slice }, columns, from, own }: Searched) => {
  const places = sort.map(({ field }, index) => columnOf(field, columns).as(`place${index}`));
  const parts = partsOf(filter);
  const short = parts.find(isShortName);
  const others = own(from).where(compileFilter({ and: parts.filter((part) => part !== short) }, columns));
  const named = short && own(all()).where(compileFilter(short, columns)).select('domains.id');
  const found = (named ? others.where(sql<SqlBool>`domains.id in (${named})`) : others)
    .select(['domains.id', ...places])
    .offset(sql.lit(0));
  const ofFound = Object.fromEntries(sort.map(({ field }, index) => [field, sql.ref(`found.place${index}`)]));
  const ids = composer.selectFrom(sql<{ id: number }>`(${found})`.as('found')).select('found.id');
  return applyList(ids, { sort, slice }, ofFound, sql.ref('found.id'));
};

/** The conditions joined by `and`. */
const partsOf = (filter: Filter = { and: [] }): readonly Filter[] =>
  'and' in filter ? filter.and.flatMap(partsOf) : [filter];

export const isSearched = ({ filter, slice }: ListQuery): boolean =>
  slice.by !== 'walk' && nearOf(slice) <= mostNear && partsOf(filter).some(mayLeadAstray);

const isShortName = (filter: Filter): boolean =>
  'is' in filter &&
  filter.field === 'name' &&
  filter.is === 'contains' &&
  isShort(`%${String(filter.value)}%`);

/**
 * Fields whose value may be in every domain or in none. Not keys: so many domains have one that collecting them takes
 * longer than skipping those without.
 */
const sharedFields: ReadonlySet<string> = new Set(['nameserverHostnames', 'registrar', 'zone']);
const negations: ReadonlySet<string> = new Set(['ne', 'notIn', 'hasNone', 'isNull']);

const mayLeadAstray = (filter: Filter): boolean =>
  isShortName(filter) || ('is' in filter && sharedFields.has(filter.field) && !negations.has(filter.is));
