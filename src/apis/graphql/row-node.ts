import type { Db } from '../../registry/operations/operation.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { byId, NotFound, rowId } from './loading.ts';
import { type Identified, idShown } from './states.ts';

interface Described<Row> {
  /** Names a row of the past, where its id alone does not. */
  readonly keyOf?: (row: Row) => string;
}

/** A type whose objects are rows that are found by their id; visibility.ts decides who sees them. */
export function rowNode<Row extends Identified>(
  name: string,
  read: (db: Db, ids: readonly number[], context: Context) => Promise<Row[]>,
  { keyOf }: Described<Row> = {},
) {
  const live = async (id: number, context: Context): Promise<unknown> =>
    (await ref.getDataloader(context).loadMany([id]))[0];
  const ref = builder.loadableNodeRef<Row, number>(name, {
    id: {
      resolve: (row, _, context) => idShown(row, () => live(row.id, context), keyOf),
      parse: rowId,
    },
    load: async (ids, context) => byId(ids, await read(context.database.db, ids, context)),
  });
  return ref;
}

/** A type whose objects have a name instead of a number: the settings and jobs of the registry. */
export function namedNode<Row extends { readonly id: string }>(
  typename: string,
  read: (context: Context) => Promise<readonly Row[]>,
) {
  const live = async (id: string, context: Context): Promise<unknown> =>
    (await ref.getDataloader(context).loadMany([id]))[0];
  const ref = builder.loadableNodeRef<Row, string>(typename, {
    id: { resolve: (row, _, context) => idShown(row, () => live(row.id, context)) },
    load: async (names, context) => {
      const rows = new Map((await read(context)).map((row) => [row.id, row]));
      return names.map((name) => rows.get(name) ?? new NotFound('not found'));
    },
  });
  return ref;
}
