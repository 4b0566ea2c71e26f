import { z } from 'zod';
import type { Grouping, Groups, ListQuery } from '../core/filter.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A list as a door asks for it. The door has built the query from checked parts; count and groups only cost when wanted. */
export const listInput = z.object({
  query: z.custom<ListQuery>(isObject),
  withCount: z.boolean(),
  grouping: z.custom<Grouping>(isObject).optional(),
});

export interface Listed<T> {
  readonly rows: readonly T[];
  readonly count: number | undefined;
  /** Of lists that can be grouped. */
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
