import { z } from 'zod';
import type { Entity } from '../../../registry/entities/entity.ts';
import { seenPart } from '../../../registry/entities/entity-rows.ts';
import type { RestCall } from '../route.ts';
import { named } from '../shapes.ts';

/** A field of an answer: its shape in the document, and the value that it has for a row. */
export interface Field<Row, S extends z.ZodType = z.ZodType> {
  readonly shape: S;
  /** Returns the value; undefined if it is left out. */
  readonly value: (row: Row, call: RestCall) => z.infer<S>;
}

/** Words for fields of rows of one kind. */
export const fieldsOf = <Row>() => ({
  made: <S extends z.ZodType>(shape: S, value: Field<Row, S>['value']): Field<Row, S> => ({ shape, value }),
  /** A column as it is. */
  plain: <Column extends keyof Row & string, S extends z.ZodType<Row[Column]>>(
    column: Column,
    shape: S,
  ): Field<Row, S> => ({ shape, value: (row) => row[column] as z.infer<S> }),
});

/** The reason why every caller who gets such rows may see them whole. */
interface ShownWhole {
  readonly shownWholeBecause: string;
}

/**
 * An object of an answer: its document and how a row is shown, both from its fields. They are given rows as the
 * caller may see them: hidden fields are null, or missing if the column is not nullable.
 */
export function viewOf<Row extends object, F extends Readonly<Record<string, Field<Row>>>>(
  id: string,
  of: Entity | ShownWhole,
  fields: F & Readonly<Record<string, Field<Row>>>,
) {
  const all = Object.entries<Field<Row>>(fields);
  const shapes = Object.fromEntries(all.map(([name, { shape }]) => [name, shape]));
  const shape = named(id, z.object(shapes as { readonly [Name in keyof F]: F[Name]['shape'] }));
  const seen = 'declared' in of ? seenPart(of) : undefined;
  return {
    shape,
    show: (call: RestCall, row: Row) => {
      const shown = seen ? seen(row, call.actor) : row;
      return Object.fromEntries(all.map(([name, { value }]) => [name, value(shown, call)])) as z.infer<
        typeof shape
      >;
    },
  };
}
