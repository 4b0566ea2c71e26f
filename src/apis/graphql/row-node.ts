import type { Db } from '../../registry/operations/operation.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { byId, rowId } from './loading.ts';
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
