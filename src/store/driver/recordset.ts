import { type RawBuilder, sql } from 'kysely';

/** The SQL type of each column of a row. */
export type ColumnTypes<Row> = Readonly<Record<keyof Row & string, string>>;

/**
 * Rows that are written any number at a time. They come to the database as one parameter, so that the statement is the
 * same for one and for a thousand of them: it is planned once, and no limit of parameters is in its way.
 */
export class Recordset<Row extends object> {
  /** Their names, one after the other. */
  readonly columns: RawBuilder<unknown>;
  readonly #definitions: RawBuilder<unknown>;

  constructor(types: ColumnTypes<Row>) {
    const names = Object.keys(types) as (keyof Row & string)[];
    this.columns = sql.raw(names.join(', '));
    this.#definitions = sql.raw(names.map((name) => `${name} ${types[name]}`).join(', '));
  }

  /** To stand in a `from`, under the name `given`. */
  of(rows: readonly Row[]): RawBuilder<unknown> {
    return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${this.#definitions})`;
  }
}
