import { sql } from 'kysely';
import { groupBy } from '../../../../base/grouping.ts';

/** A page of an object's newest rows, or of those before a given one. */
export interface OwnedPage {
  readonly ownerId: number;
  readonly beforeId: number | undefined;
}

/** Pages of several objects, as a table to be joined with the rows of each: `wanted (owner_id, before_id, place)`. */
export const wantedPages = (wanted: readonly OwnedPage[]) => sql`
  unnest(${wanted.map(({ ownerId }) => ownerId)}::bigint[],
    ${wanted.map(({ beforeId }) => beforeId ?? Number.MAX_SAFE_INTEGER)}::bigint[])
    with ordinality as wanted (owner_id, before_id, place)`;

/** The rows of each page, in the order in which the pages were asked for. */
export function rowsOfPages<Row>(
  wanted: readonly OwnedPage[],
  rows: readonly (Row & { readonly place: number })[],
): Row[][] {
  const found = groupBy(rows, ({ place }) => place);
  return wanted.map((_, index) => [...(found.get(index + 1) ?? [])]);
}
