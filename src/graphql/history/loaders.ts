import type { GraphQLResolveInfo } from 'graphql';
import type { ObjectType } from '../../core/events.ts';
import { historyPages, historySizes } from '../../operations/readers/of-history.ts';
import type { HistoryEntry } from '../../operations/readers/shown.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, wantedSlice } from '../connections.ts';
import type { Context } from '../context.ts';
import { sharedLoader } from '../loading.ts';

/** The history of an object, or what it was before an entry. */
interface HistoryKey {
  readonly objectId: number;
  readonly beforeId: number | undefined;
}

const pages = sharedLoader(
  ({ database }, asked: readonly HistoryKey[], { type, limit }: { type: ObjectType; limit: number }) =>
    historyPages(database.db, type, asked, limit),
);
const counts = sharedLoader(({ database }, asked: readonly HistoryKey[], type: ObjectType) =>
  historySizes(database.db, type, asked),
);

const newestFirst = { field: 'id', descending: true } as const;

/** The history of an object, or what it was until an entry, newest first; for `first` and `after` only. */
export async function historyConnection(
  context: Context,
  info: GraphQLResolveInfo,
  type: 'domain' | 'contact',
  objectId: number,
  args: PageArgs,
  until?: number,
): Promise<Connection<HistoryEntry>> {
  const slice = wantedSlice(args, newestFirst, info, 'forward');
  const end = until === undefined ? undefined : until + 1;
  const before = slice?.after ? Math.min(slice.after.id, end ?? slice.after.id) : end;
  const rows = slice
    ? await pages(context)({ type, limit: slice.limit + 1 }).load({ objectId, beforeId: before })
    : [];
  return {
    ...pageOf(rows, slice, (row) => encodeCursor({ value: null, id: row.id }, newestFirst)),
    totalCount: () => counts(context)(type).load({ objectId, beforeId: end }),
  };
}
