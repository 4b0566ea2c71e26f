import type { Db } from '../../registry/operations/operation.ts';
import { builder } from './builder.ts';
import { byId, rowId } from './loading.ts';

/** A type whose objects are rows that are found by their id; visibility.ts decides who sees them. */
export const rowNode = <Row extends { readonly id: number }>(
  name: string,
  read: (db: Db, ids: readonly number[]) => Promise<Row[]>,
  parse = rowId,
) =>
  builder.loadableNodeRef<Row, number>(name, {
    id: { resolve: ({ id }) => id, parse },
    load: async (ids, { database }) => byId(ids, await read(database.db, ids)),
  });
