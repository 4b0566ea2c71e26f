import { z } from 'zod';
import type { Entity } from '../../../registry/entities/entity.ts';
import { seenPart } from '../../../registry/entities/entity-rows.ts';
import type { RestCall } from '../route.ts';
import { named } from '../shapes.ts';

/**
 * A field of an answer, both ways: its shape in the document, the value that it has for a row, and how a facade reads
 * it from an upstream registry.
 */
export interface Field<Row, S extends z.ZodType = z.ZodType, Part extends object = object> {
  readonly shape: S;
  /** Undefined if it is left out. */
  readonly value: (row: Row, call: RestCall) => z.infer<S>;
  readonly reported: Reading<Part>;
}

/** The values that a registry may report in a field, and the part of the mirror that keeps them. */
export interface Reading<Part extends object> {
  readonly shape: z.ZodType;
  readonly part: (value: never, body: Readonly<Record<string, unknown>>) => Part;
}

export const readAs = <T, Part extends object>(
  shape: z.ZodType<T>,
  part: (value: T, body: Readonly<Record<string, unknown>>) => Part,
): Reading<Part> => ({ shape, part });

/** One column, or another part, as it is reported. */
export const into = <Name extends string, T>(name: Name, shape: z.ZodType<T>) =>
  readAs(shape, (value) => ({ [name]: value }) as { [N in Name]: T });

/** The same; left out counts as null. */
export const orNullInto = <Name extends string, T>(name: Name, shape: z.ZodType<T>) =>
  readAs(shape.nullish(), (value) => ({ [name]: value ?? null }) as { [N in Name]: T | null });

/** Not used by a facade. */
export const unread = readAs(z.unknown().optional(), () => ({}));

/** Words for fields of rows of one kind. */
export const fieldsOf = <Row>() => ({
  made: <S extends z.ZodType, Part extends object>(
    shape: S,
    value: Field<Row, S>['value'],
    reported: Reading<Part>,
  ): Field<Row, S, Part> => ({ shape, value, reported }),
  /** A column as it is; where it may be null, a registry may leave it out. */
  plain: <Column extends keyof Row & string, S extends z.ZodType<Row[Column]>, T>(
    column: Column,
    shape: S,
    reading: z.ZodType<T>,
  ): Field<Row, S, { [C in Column]: T | Extract<z.infer<S>, null> }> => ({
    shape,
    value: (row) => row[column] as z.infer<S>,
    reported: (shape.safeParse(null).success ? orNullInto : into)(column, reading) as Reading<{
      [C in Column]: T | Extract<z.infer<S>, null>;
    }>,
  }),
});

type PartOf<F> = F extends Field<never, z.ZodType, infer Part> ? (one: Part) => void : never;
type Together<F> = PartOf<F> extends (all: infer All) => void ? All : never;

/** For rows that are shown whole: why every caller who gets them may see them. */
interface ShownWhole {
  readonly shownWholeBecause: string;
}

/**
 * An object of an answer: its document, how a row is shown, and how a facade reads it, all from its fields. They are
 * given rows as the caller may see them: hidden fields are null, or missing if the column is not nullable.
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
  const readings = Object.fromEntries(all.map(([name, { reported }]) => [name, reported.shape]));
  return {
    shape,
    show: (call: RestCall, row: Row) => {
      const shown = seen ? seen(row, call.actor) : row;
      return Object.fromEntries(all.map(([name, { value }]) => [name, value(shown, call)])) as z.infer<
        typeof shape
      >;
    },
    reported: z.object(readings).transform((body) => {
      const parts = {};
      for (const [name, { reported }] of all) Object.assign(parts, reported.part(body[name] as never, body));
      return parts as Together<F[keyof F]>;
    }),
  };
}
