import { type RawBuilder, sql } from 'kysely';
import type { ColumnWith, Declared, Entity, Fields, RowOf, SqlType } from '../../../entities/entity.ts';
import type { Columns } from './filters.ts';
import type { GroupKey } from './group-keys.ts';

/** The SQL type of every column, or of those that are chosen. */
export const columnTypes = <F extends Fields>({ declared }: Entity<F>): Record<keyof F & string, SqlType> =>
  Object.fromEntries(declared.map(({ column, sql: type }) => [column, type])) as Record<
    keyof F & string,
    SqlType
  >;

/** The SQL types of the columns that a new row is written with. */
export const writtenTypes = <E extends Entity>({ declared }: E) =>
  Object.fromEntries(
    declared.filter(({ isGenerated }) => !isGenerated).map(({ column, sql: type }) => [column, type]),
  ) as Record<Exclude<keyof E['fields'] & string, ColumnWith<E, 'generated'>>, SqlType>;

/**
 * The rows that a list has. `own` means only rows that the caller may see whole, or that the caller is an operator.
 * Otherwise `viewer` is the calling registrar, which sees hidden fields in its own rows only; undefined for an
 * operator.
 */
export type ListedRows = 'own' | { readonly viewer: number | undefined };

/** The value of a field as the caller sees it: null in rows of others if it is hidden. */
function seenIn(table: string, field: Declared, rows: ListedRows | undefined): RawBuilder<unknown> {
  const value = refersTo(table, field);
  const owner = field.visible?.owner;
  if (owner === undefined || rows === 'own') return value;
  if (!rows)
    throw new TypeError(
      `${table}: ${field.name} is hidden from others, so lists must say whose rows they have`,
    );
  return rows.viewer === undefined
    ? value
    : sql`case when ${sql.ref(`${table}.${owner}`)} = ${rows.viewer} then ${value} end`;
}

const refersTo = (table: string, { column }: Declared): RawBuilder<unknown> => sql.ref(`${table}.${column}`);

/** The columns that a list can be filtered or sorted by, by the names of their fields. */
export const listColumns = ({ table, declared }: Entity, rows?: ListedRows): Columns =>
  Object.fromEntries(
    declared
      .filter(({ column, filter, order, isListed }) => filter || order || isListed || column === 'id')
      .map((field) => [field.name, seenIn(table, field, rows)]),
  );

/** The group keys of a list, by the names of the fields. */
export const groupKeys = (
  { table, declared }: Entity,
  rows?: ListedRows,
): Readonly<Record<string, GroupKey>> =>
  Object.fromEntries(
    declared
      .filter(({ groups }) => groups)
      .map((field) => [field.name, { value: seenIn(table, field, rows) }]),
  );

/** The SQL of a column, and whether its values are timestamps, for which JSON has no type. */
export interface Column<IsMoment extends boolean = boolean> {
  readonly value: RawBuilder<unknown>;
  readonly isMoment: IsMoment;
}

/** The columns of a row. The compiler checks that none is missing and that timestamps are marked as such. */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row & string]: Column<Date extends Row[Name] ? true : false>;
};

/** A number as text, with all its digits: as a JSON number it would be a float. */
export const digitsOf = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`${value}::text`;

/** All columns of an entity, whose table has this name in the statement. */
export const entityColumns = <E extends Entity>({ declared }: E, alias: string): ColumnsOf<RowOf<E>> =>
  Object.fromEntries(
    declared.map((field) => [
      field.column,
      {
        value: field.sql === 'numeric' ? digitsOf(refersTo(alias, field)) : refersTo(alias, field),
        isMoment: field.sql === 'timestamptz',
      },
    ]),
  ) as ColumnsOf<RowOf<E>>;
