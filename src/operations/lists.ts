import { z } from 'zod';
import type { ListQuery } from '../core/filter.ts';

/** A list as a door asks for it. The door has built the query from checked parts; the count only costs when wanted. */
export const listInput = z.object({
  query: z.custom<ListQuery>((value) => typeof value === 'object' && value !== null),
  withCount: z.boolean(),
});

export interface Listed<T> {
  readonly rows: readonly T[];
  readonly count: number | undefined;
}

export async function listed<T>(
  { query, withCount }: z.infer<typeof listInput>,
  rows: (query: ListQuery) => Promise<T[]>,
  count: (filter: ListQuery['filter']) => Promise<number>,
): Promise<Listed<T>> {
  const [found, counted] = await Promise.all([
    query.slice.limit === 0 ? [] : rows(query),
    withCount ? count(query.filter) : undefined,
  ]);
  return { rows: found, count: counted };
}
