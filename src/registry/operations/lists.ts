import { z } from 'zod';
import type { Filter, Grouping, Groups, ListQuery } from '../../base/filter.ts';
import type { Db } from '../store/driver/connections/pool.ts';
import type { StoredList } from '../store/driver/lists/stored-list.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/**
 * A list as an API requests it. The API has built the query from checked parts; count and groups are computed only on
 * request.
 */
export const listInput = z.object({
  query: z.custom<ListQuery>(isObject),
  withCount: z.boolean(),
  grouping: z.custom<Grouping>(isObject).optional(),
});

/** The filter of a short list, which is returned whole. */
export const filterInput = z.custom<Filter>(isObject).optional();

/**
 * Tells whether the number of rows that the list reads is unknown; for groups, beyond the rows they are made of.
 */
export function readsManyRows(input: unknown): boolean {
  const { query, withCount, grouping } = (input ?? {}) as Partial<z.infer<typeof listInput>>;
  if (!query?.slice || withCount === undefined) return false;
  if (grouping) return query.filter !== undefined;
  return (
    withCount ||
    query.filter !== undefined ||
    query.slice.by === 'offset' ||
    !inOrder.has(query.sort[0].field)
  );
}

/** Tells whether groups of the list are requested. */
export const isGrouped = (input: unknown): input is z.infer<typeof listInput> =>
  ((input ?? {}) as Partial<z.infer<typeof listInput>>).grouping !== undefined;

/**
 * Makes the input of the whole present list. `mostRows` is left out for a filtered or past list, which may be short
 * enough to be looked up.
 */
export function wholeListOfNow<I>(input: I & z.infer<typeof listInput> & { readonly asOf?: Date }): I {
  const { query, grouping, asOf } = input;
  const any = query.filter || asOf ? { mostRows: undefined } : {};
  return {
    ...input,
    asOf: undefined,
    query: { ...query, filter: undefined },
    grouping: { ...grouping, ...any },
  };
}

/** The orders for which every large list has an index. */
const inOrder: ReadonlySet<string> = new Set([
  'id',
  'position',
  'name',
  'expiresAt',
  'createdAt',
  'updatedAt',
]);

export interface Listed<T> {
  readonly rows: readonly T[];
  readonly count: number | undefined;
  /** The groups, if the list can be grouped. */
  readonly groups?: Groups | undefined;
}

export async function listed<T>(
  { query, withCount, grouping }: z.infer<typeof listInput>,
  rows: (query: ListQuery) => Promise<T[]>,
  count: (filter: ListQuery['filter']) => Promise<number>,
  groups?: (filter: ListQuery['filter'], grouping: Grouping) => Promise<Groups>,
): Promise<Listed<T>> {
  const [found, counted, grouped] = await Promise.all([
    query.slice.limit === 0 ? [] : rows(query),
    withCount ? count(query.filter) : undefined,
    grouping && groups?.(query.filter, grouping),
  ]);
  return { rows: found, count: counted, groups: grouped };
}

/** The store's functions for a list; `only` restricts it to what the caller may see. */
export function listedFrom<T>(
  db: Db,
  list: StoredList<T>,
  input: z.infer<typeof listInput>,
  only?: Filter,
): Promise<Listed<T>> {
  const seen = (filter: Filter | undefined): Filter | undefined =>
    only ? { and: [only, ...(filter ? [filter] : [])] } : filter;
  return listed(
    input,
    (query) => list.rows(db, { ...query, filter: seen(query.filter) }),
    (filter) => list.count(db, seen(filter)),
    (filter, grouping) => list.groups(db, seen(filter), grouping),
  );
}

/** Returns the filter for a registrar's own rows; undefined for all registrars. */
export const ofRegistrar = (registrarId: number | undefined): Filter | undefined =>
  registrarId === undefined ? undefined : { field: 'registrarId', is: 'eq', value: registrarId };
