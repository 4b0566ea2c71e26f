import type { GraphQLResolveInfo } from 'graphql';
import type { OwnedPage } from '../../registry/operations/readers/shown.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, wantedSlice } from './connections.ts';
import type { Context } from './context.ts';
import { sharedLoader } from './loading.ts';

interface Source<Row> {
  readonly pages: (context: Context, wanted: readonly OwnedPage[], limit: number) => Promise<Row[][]>;
  readonly counts: (context: Context, ownerIds: readonly number[]) => Promise<number[]>;
  /** The number by which they are sorted. */
  readonly placeOf: (row: Row) => number;
}

const newestFirst = { field: 'id', descending: true } as const;

/**
 * The rows that belong to an object, newest first, for `first` and `after` only: pages of many objects share a
 * statement.
 */
export function ownedList<Row>({ pages: readPages, counts: readCounts, placeOf }: Source<Row>) {
  const pages = sharedLoader((context, wanted: readonly OwnedPage[], { limit }: { readonly limit: number }) =>
    readPages(context, wanted, limit),
  );
  const counts = sharedLoader((context, ids: readonly number[], _: null) => readCounts(context, ids));
  return async (
    context: Context,
    info: GraphQLResolveInfo,
    ownerId: number,
    args: PageArgs,
  ): Promise<Connection<Row>> => {
    const slice = wantedSlice(args, newestFirst, info, 'forward');
    const rows = slice
      ? await pages(context)({ limit: slice.limit + 1 }).load({ ownerId, beforeId: slice.after?.id })
      : [];
    return {
      ...pageOf(rows, slice, (row) => encodeCursor({ value: null, id: placeOf(row) }, newestFirst)),
      totalCount: () => counts(context)(null).load(ownerId),
    };
  };
}
