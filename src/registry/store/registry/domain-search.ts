import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, ListQuery, Slice } from '../../../core/filter.ts';
import { applyList, type Columns, columnOf, compileFilter, isShort } from '../driver/filters.ts';
import { composer } from '../driver/prepared.ts';
import type { DomainQuery } from './domain-reader.ts';

/** How many domains are looked at for each that is wanted: a page of what one in forty is, is full by then. */
const lookedAt = 40;
const fewestNear = 2000;
/** Longer pages, and pages further down, are searched along the list. */
const mostNear = 50_000;

/** A list in an order that indexes have. */
interface Searched {
  readonly list: ListQuery;
  readonly columns: Columns;
  /** With the joins that its conditions need. */
  readonly from: DomainQuery;
  /** Of one registrar, or of all. */
  readonly own: (domains: DomainQuery) => DomainQuery;
}

/**
 * A page of what may be true of most domains or of none. The planner expects to find a page of it soon along the list, and
 * reads all of that where there is none. So the list is looked through for a while. Unless that fills the page, all that meets the condition is found
 * first, and then put in order. This is one statement, whose second half runs only when it is needed.
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

/** With a limit of its own, which the planner does not look through. One short part of a name is looked for among names alone: an index has them with the ids. */
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

/** The conditions that hold together. */
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
 * Fields of which a value may be in every domain or in none. Not keys: so many domains have one that collecting them takes longer
 * than passing by those that have none.
 */
const sharedFields: ReadonlySet<string> = new Set(['nameserverHostnames', 'registrar', 'zone']);
const negations: ReadonlySet<string> = new Set(['ne', 'notIn', 'hasNone', 'isNull']);

const mayLeadAstray = (filter: Filter): boolean =>
  isShortName(filter) || ('is' in filter && sharedFields.has(filter.field) && !negations.has(filter.is));
