import type { Types } from './builder.ts';
import type { Context } from './context.ts';

/** The properties of a row with such a value. */
type With<Row, Value> = { [P in keyof Row]-?: Row[P] extends Value ? P : never }[keyof Row] & string;
type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;

/** A field that shows a moment of its row, in the time of the registry. */
export const moment = <Row>(t: Fields<Row>, property: With<Row, Date>, description: string) =>
  t.field({ type: 'DateTime', description, resolve: shown(property) as never });

/** A field that shows a moment that its row may lack. */
export const momentOrNull = <Row>(
  t: Fields<Row>,
  property: With<Row, Date | null | undefined>,
  description: string,
) => t.field({ type: 'DateTime', nullable: true, description, resolve: shown(property) as never });

const shown =
  (property: string) =>
  (row: Readonly<Record<string, Date | null>>, _: object, { calendar }: Context): string | null => {
    const value = row[property];
    return value ? calendar.format(value) : null;
  };
