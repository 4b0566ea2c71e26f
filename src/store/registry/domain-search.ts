import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, ListQuery, Slice } from '../../core/filter.ts';
import {
  applyList,
  type Columns,
  columnOf,
  compileFilter,
  isShort,
  type Several,
} from '../driver/filters.ts';
import { composer } from '../driver/prepared.ts';
import type { DomainQuery } from './domain-reader.ts';

/** How many domains of a list are looked at one after the other: what one in forty is has filled a page by then. */
const near = 2000;
/** Longer ones are whole lists, which are not collected before they are shown. */
const longestPage = 1000;

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

const nearIds = ({ list, columns, from, own }: Searched): RawBuilder<unknown> => {
  const { sort, slice } = list;
  const first = { sort, slice: { ...fromStart(slice), limit: near } };
  const ids = applyList(own(all()), first, columns, id).select('domains.id');
  const found = from.where('domains.id', '=', sql<number>`any(array(${ids}))`);
  return sql`${applyList(found, list, columns, id).select('domains.id')}`;
};

/** With a limit of its own, which the planner does not look through. */
const idsAnywhere = ({ list: { filter = { and: [] }, sort, slice }, columns, from, own }: Searched) => {
  const places = sort.map(({ field }, index) => columnOf(field, columns).as(`place${index}`));
  const found = own(from)
    .where(compileFilter(filter, { ...columns, name: byNames(own) }))
    .select(['domains.id', ...places])
    .offset(sql.lit(0));
  const ofFound = Object.fromEntries(sort.map(({ field }, index) => [field, sql.ref(`found.place${index}`)]));
  const ids = composer.selectFrom(sql<{ id: number }>`(${found})`.as('found')).select('found.id');
  return applyList(ids, { sort, slice }, ofFound, sql.ref('found.id'));
};

/** By the names alone: an index has them with the ids. */
const byNames = (own: Searched['own']): Several => ({
  some: (test) => {
    const named = own(all()).where(test({ lowerCase: sql.ref('domains.name') }));
    return sql<SqlBool>`domains.id in (${named.select('domains.id')})`;
  },
});

export const isSearched = ({ filter, slice }: ListQuery): boolean =>
  filter !== undefined && slice.by !== 'walk' && slice.limit <= longestPage && mayLeadAstray(filter);

function mayLeadAstray(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(mayLeadAstray);
  if (!('is' in filter)) return false;
  const { field, is, value } = filter;
  if (field === 'name') return is === 'contains' && isShort(`%${String(value)}%`);
  return field === 'signed' || (field === 'nameserverHostnames' && is !== 'hasNone');
}
