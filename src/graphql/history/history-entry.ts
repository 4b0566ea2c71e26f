import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { ObjectType } from '../../core/events.ts';
import { historyPages, historySizes } from '../../operations/readers/of-history.ts';
import { historyRows } from '../../operations/readers/rows.ts';
import type { HistoryEntry } from '../../store/registry/history.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { type Connection, encodeCursor, type PageArgs, pageOf, sliceOf } from '../connections.ts';
import type { Context } from '../context.ts';
import { bigRowId, byId } from '../loading.ts';

interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

const FieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'One field that was changed, with its value before and after.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field, such as expiresAt.' }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before; null when there was none.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after; null when there is none any more.',
      resolve: ({ to }) => to,
    }),
  }),
});

export const HistoryEntryRef = builder.loadableNodeRef<HistoryEntry, number>('HistoryEntry', {
  id: { resolve: (entry) => entry.id, parse: bigRowId },
  load: async (ids, { database }) => byId(ids, await historyRows.many(database.db, ids)),
});

HistoryEntryRef.implement({
  description:
    'One change of one domain or contact: who changed what, when, by which request. Secrets are left out.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the change was made.',
      resolve: ({ at }, _, { calendar }) => calendar.format(at),
    }),
    actor: t.exposeString('actor_name', {
      description: 'Who made it: a user name, a service, an operator or a job of the registry.',
    }),
    operation: t.exposeString('operation', { description: 'What was done, such as domain.renew.' }),
    requestId: t.exposeString('request_id', {
      description:
        'The id of the request that did it, the same as in the log and in the answer of that request.',
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description: 'Which fields were changed, and how.',
      resolve: ({ changes }) => Object.entries(changes).map(([field, change]) => ({ field, ...change })),
    }),
  }),
});

export const HistoryEntryConnection = connectionOf(HistoryEntryRef, 'changes');

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
  type: 'domain' | 'contact',
  objectId: number,
  args: PageArgs,
  until?: number,
): Promise<Connection<HistoryEntry>> {
  const slice = sliceOf(args, newestFirst, 'forward');
  const end = until === undefined ? undefined : until + 1;
  const before = slice.after ? Math.min(slice.after.id, end ?? slice.after.id) : end;
  const rows = await pages(context)(type, slice.limit + 1, before).load(objectId);
  return {
    ...pageOf(rows, slice, (row) => encodeCursor({ value: null, id: row.id }, newestFirst)),
    totalCount: () => counts(context)(type, end).load(objectId),
  };
}
