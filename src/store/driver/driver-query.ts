import pg from 'pg';
import { remembered } from '../../core/remembered.ts';

/** How the rows of a prepared statement are read, in the driver's words. */
interface Reading {
  fields: readonly pg.FieldDef[];
  _parsers: readonly ((value: string) => unknown)[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** By the name of the statement; of one connection, on which a named statement never changes what it answers with. */
export type Readings = Map<string, Reading>;

type Done = (error: Error | null | undefined, result: pg.QueryResult) => void;

/** What the driver's types do not tell of its query. */
interface Untold {
  name: string | undefined;
  _result: Reading;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void;
}

const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  done: Done,
) => pg.Query & Untold;

/**
 * The driver's query, which on a connection has the server describe a named statement only until it knows how its rows
 * are read: asked and worked out anew for every answer, that costs as much as reading the few rows that most have.
 */
export class DriverQuery extends Query {
  readonly #readings: Readings;

  constructor(
    text: string,
    values: readonly unknown[],
    name: string | undefined,
    readings: Readings,
    done: Done,
  ) {
    super(text, values, done);
    this.name = name;
    this.#readings = readings;
  }

  override prepare(connection: pg.Connection): void {
    const known = this.name === undefined ? undefined : this.#readings.get(this.name);
    if (known) {
      this._result.fields = known.fields;
      this._result._parsers = known._parsers;
      this._result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject;
      this._accumulateRows = true;
    }
    super.prepare(known ? silent(connection) : connection);
  }

  override handleRowDescription(message: { readonly fields: readonly pg.FieldDef[] }): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    if (this.name !== undefined)
      this.#readings.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** The same connection, which does not ask for a description. */
function silent(connection: pg.Connection): pg.Connection {
  return remembered(silentOnes, connection, () =>
    Object.create(connection, { describe: { value: () => {} } }),
  );
}

const silentOnes = new WeakMap<pg.Connection, pg.Connection>();
