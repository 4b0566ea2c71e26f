import type { FieldMap } from '@pothos/core';
import type { Db } from '../../registry/operations/operation.ts';
import type { Types } from './builder.ts';
import type { Context } from './context.ts';
import { byId, NotFound, rowId, sharedLoader } from './loading.ts';
import { measure } from './measures.ts';
import { isVisibleNode } from './node-visibility.ts';
import type { rowNode } from './row-node.ts';
import { asOfIn, findPast, type Identified } from './states.ts';

/** The moment of a past object, and the way back to the present; of types that can be asked for as of a moment. */
export const stateFields = <Row extends Identified>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
  ref: ReturnType<typeof rowNode<Row>>,
  one: string,
): FieldMap => ({
  asOf: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'The moment that this is the state of; null for the present, and in a dry run.',
    resolve: (row, _, { calendar }) => {
      const asOf = asOfIn(row);
      return asOf ? calendar.format(asOf) : null;
    },
  }),
  current: t.field({
    type: ref,
    nullable: true,
    description: `The present ${one}, even from a past state or a dry run; null when it is gone, does not exist yet, or is not yours.`,
    resolve: (async ({ id }: Row, _: object, context: Context) => {
      const [row] = await ref.getDataloader(context).loadMany([id]);
      if (row instanceof NotFound) return null;
      if (row instanceof Error) throw row;
      if (isOfAnother(row, context)) return null;
      return (await isVisibleNode(ref.name, row, context)) ? row : null;
    }) as never,
  }),
});

/** Everybody may look up a domain, but the way from one's own past leads to nobody else's present. */
const isOfAnother = (row: object | undefined, { actor }: Context): boolean =>
  row !== undefined &&
  actor.kind === 'registrar' &&
  'registrar_id' in row &&
  row.registrar_id !== actor.registrarId;

/** The number of a row in the REST API. */
export const databaseId = <Row extends Identified>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>) =>
  t.field({
    type: 'BigInt',
    extensions: measure('KEY'),
    description: 'Its number in the REST API.',
    resolve: ({ id }) => id,
  });

/** The number of a row in the REST API; null for a row of the past. */
export const presentDatabaseId = <Row extends Identified>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
) =>
  t.field({
    type: 'BigInt',
    extensions: measure('KEY'),
    nullable: true,
    description: 'Its number in the REST API; null in the past, which has none.',
    resolve: (row) => (asOfIn(row) ? null : row.id),
  });

/** Rows of the past of one moment, by their ids, share a statement. */
export function findPastRows(
  typename: string,
  read: (db: Db, ids: readonly number[], asOf: Date, context: Context) => Promise<readonly Identified[]>,
): void {
  const loaders = sharedLoader(async (context, ids: readonly number[], { ms }: { readonly ms: number }) =>
    byId(ids, await read(context.database.db, ids, new Date(ms), context)).map((row) =>
      row instanceof Error ? null : row,
    ),
  );
  findPast(typename, async (key, asOf, context) => {
    const id = rowId(key);
    return id === 0 ? null : loaders(context)({ ms: asOf.getTime() }).load(id);
  });
}
