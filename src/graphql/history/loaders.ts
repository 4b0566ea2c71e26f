import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { ObjectType } from '../../core/events.ts';
import { historyPages, historySizes } from '../../operations/readers/of-history.ts';
import type { HistoryEntry } from '../../operations/readers/shown.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, wantedSlice } from '../connections.ts';
import type { Context } from '../context.ts';

// Objects of one page ask for the same page of history: those that share size and cursor share a statement.
const pages = createContextCache(({ database }: Context) => {
  const loaders = new Map<string, DataLoader<number, HistoryEntry[]>>();
  return (
    type: ObjectType,
    limit: number,
    beforeId: number | undefined,
  ): DataLoader<number, HistoryEntry[]> => {
    const key = `${type} ${limit} ${beforeId}`;
    const loader =
      loaders.get(key) ??
      new DataLoader<number, HistoryEntry[]>((ids) =>
        historyPages(database.db, type, ids, { limit, beforeId }),
      );
    loaders.set(key, loader);
    return loader;
  };
});

const counts = createContextCache(({ database }: Context) => {
  const loaders = new Map<string, DataLoader<number, number>>();
  return (type: ObjectType, beforeId: number | undefined): DataLoader<number, number> => {
    const key = `${type} ${beforeId}`;
    const loader =
      loaders.get(key) ??
      new DataLoader<number, number>((ids) => historySizes(database.db, type, ids, beforeId));
    loaders.set(key, loader);
    return loader;
  };
});

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
  const rows = slice ? await pages(context)(type, slice.limit + 1, before).load(objectId) : [];
  return {
    ...pageOf(rows, slice, (row) => encodeCursor({ value: null, id: row.id }, newestFirst)),
    totalCount: () => counts(context)(type, end).load(objectId),
  };
}
