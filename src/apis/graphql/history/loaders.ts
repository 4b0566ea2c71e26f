import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { ObjectType } from '../../../base/events.ts';
import {
  historyPages,
  historySizes,
  historyStarts,
  type PastReading,
} from '../../../registry/operations/readers/of-history.ts';
import type { HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, wantedSlice } from '../connections.ts';
import type { Context } from '../context.ts';
import { sharedLoader } from '../loading.ts';

/** The history of an object, or the part of it before an entry. */
interface HistoryKey {
  readonly objectId: number;
  readonly beforeId: number | undefined;
  readonly afterId: number | undefined;
}

const pages = sharedLoader(
  ({ database }, asked: readonly HistoryKey[], { type, limit }: { type: ObjectType; limit: number }) =>
    historyPages(database.db, type, asked, limit),
);
const counts = sharedLoader(({ database }, asked: readonly HistoryKey[], type: ObjectType) =>
  historySizes(database.db, type, asked),
);

/** The entry after which the caller may read the history of a past domain; null if it may not. */
export const startsOfPast = createContextCache(
  ({ database, actor }: Context) =>
    new DataLoader<PastReading, number | null, string>(
      (asked) => {
        if (actor.kind === 'operator') return Promise.resolve(asked.map(() => 0));
        return actor.kind === 'registrar'
          ? historyStarts(database.db, actor.registrarId, asked)
          : Promise.resolve(asked.map(() => null));
      },
      { cacheKeyFn: ({ objectId, asOfEntry }) => `${objectId} ${asOfEntry}` },
    ),
);

const newestFirst = { field: 'id', descending: true } as const;

/** The two entries between which the history of an object of the past is shown. */
interface Bounds {
  readonly after?: number | undefined;
  readonly until?: number | undefined;
}

/** The history of an object, or the part of it up to an entry, newest first; supports only `first` and `after`. */
export async function historyConnection(
  context: Context,
  info: GraphQLResolveInfo,
  type: 'domain' | 'contact',
  objectId: number,
  args: PageArgs,
  { until, after: afterId }: Bounds = {},
): Promise<Connection<HistoryEntry>> {
  const slice = wantedSlice(args, newestFirst, info, 'forward');
  const end = until === undefined ? undefined : until + 1;
  const before = slice?.after ? Math.min(slice.after.id, end ?? slice.after.id) : end;
  const rows = slice
    ? await pages(context)({ type, limit: slice.limit + 1 }).load({ objectId, beforeId: before, afterId })
    : [];
  return {
    ...pageOf(rows, slice, (row) => encodeCursor({ value: null, id: row.id }, newestFirst)),
    totalCount: () => counts(context)(type).load({ objectId, beforeId: end, afterId }),
  };
}
