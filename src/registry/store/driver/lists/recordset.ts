import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../connections/pool.ts';
import { Prepared, Slot, type Values } from '../connections/prepared.ts';

/** The SQL type of each column of a row. */
export type ColumnTypes<Row> = Readonly<Record<keyof Row & string, string>>;

/**
 * Rows that are written in any number at a time. They are sent as one parameter, so that the statement is the same
 * for one row and for a thousand: it is planned once, and the limit of parameters does not apply.
 */
export class Recordset<Row extends object> {
  /** The column names, separated by commas. */
  readonly columns: RawBuilder<unknown>;
  readonly #definitions: RawBuilder<unknown>;

  constructor(types: ColumnTypes<Row>) {
    const names = Object.keys(types) as (keyof Row & string)[];
    this.columns = sql.raw(names.map((name) => `"${name}"`).join(', '));
    this.#definitions = sql.raw(names.map((name) => `"${name}" ${types[name]}`).join(', '));
  }

  /** Returns the rows for a `from`, under the name `given`; a slot takes them as JSON. */
  of(rows: readonly Row[] | Slot): RawBuilder<unknown> {
    return sql`jsonb_to_recordset(${rows instanceof Slot ? rows : JSON.stringify(rows)}::jsonb)
      as given (${this.#definitions})`;
  }

  /** Runs a statement for such rows; does nothing if there are none. */
  statement<Result = unknown>(
    text: (given: RawBuilder<unknown>) => RawBuilder<unknown>,
  ): RowsStatement<Row, Result> {
    const prepared = new Prepared<Result>(text(this.of(new Slot('rows'))));
    const given = (rows: readonly Row[], values?: Values): Values => ({
      ...values,
      rows: JSON.stringify(rows),
    });
    const filled = (rows: readonly Row[], values?: Values) => prepared.with(given(rows, values));
    const run = async (db: Db, rows: readonly Row[], values?: Values) =>
      rows.length === 0 ? [] : prepared.run(db, given(rows, values));
    return Object.assign(run, { filled });
  }
}

export interface RowsStatement<Row, Result> {
  /** Runs the statement with the values of its other slots. */
  (db: Db, rows: readonly Row[], values?: Values): Promise<Result[]>;
  filled(rows: readonly Row[], values?: Values): CompiledQuery<Result>;
}
