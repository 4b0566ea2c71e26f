import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Entity, RowOf } from '../../../entities/entity.ts';
import type { Tables } from '../../tables/schema.ts';
import type { Db } from '../connections/pool.ts';

type Row = Record<string, unknown>;

/** Kysely does not resolve the columns of a table that is a parameter; the functions below declare them. */
const untyped = (db: Db): Kysely<Record<string, Row>> => db as never;

/** Reads rows of a table by their ids, in one statement. */
export const rowsById =
  <T extends keyof Tables>(table: T) =>
  async (db: Db, ids: readonly number[]): Promise<Selectable<Tables[T]>[]> => {
    const found = sql<Selectable<Tables[T]>>`select * from ${sql.table(table)} where id = any(${ids})`;
    return (await found.execute(db)).rows;
  };

/** Reads rows of an entity by their ids, also of one whose table the compiler does not know. */
export const entityRows = <E extends Entity>(entity: E) =>
  rowsById(entity.table as keyof Tables) as unknown as (
    db: Db,
    ids: readonly number[],
  ) => Promise<RowOf<E>[]>;

/** Reads the rows that have one of these values in a column, in the order of their ids. */
export const rowsBy =
  <T extends keyof Tables, C extends keyof Selectable<Tables[T]> & string>(table: T, column: C) =>
  async (
    db: Db,
    values: readonly NonNullable<Selectable<Tables[T]>[C]>[],
  ): Promise<Selectable<Tables[T]>[]> => {
    const found = sql<Selectable<Tables[T]>>`
      select * from ${sql.table(table)} where ${sql.ref(column)} = any(${values}) order by id`;
    return (await found.execute(db)).rows;
  };

/** Inserts a row and returns it. */
export const insertRow =
  <T extends keyof Tables>(table: T) =>
  (db: Db, row: Insertable<Tables[T]>): Promise<Selectable<Tables[T]>> =>
    untyped(db).insertInto(table).values(row).returningAll().executeTakeFirstOrThrow() as Promise<
      Selectable<Tables[T]>
    >;

/** Inserts rows in one statement and returns them in their order. */
export const insertRows =
  <T extends keyof Tables>(table: T) =>
  (db: Db, rows: readonly Insertable<Tables[T]>[]): Promise<Selectable<Tables[T]>[]> =>
    untyped(db).insertInto(table).values(rows).returningAll().execute() as Promise<Selectable<Tables[T]>[]>;

/** Changes columns of the row with an id, and returns the row. */
export const updateRow =
  <T extends keyof Tables>(table: T) =>
  (db: Db, id: number, columns: Updateable<Tables[T]>): Promise<Selectable<Tables[T]>> =>
    untyped(db)
      .updateTable<string>(table)
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow() as Promise<Selectable<Tables[T]>>;
