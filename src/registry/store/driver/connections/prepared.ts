import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from './pool.ts';

/** A placeholder in a statement for a value that is only known when it runs. */
export class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Values = Readonly<Record<string, unknown>>;

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Sends statements together and returns the rows of each. */
type Send = (statements: readonly Statement[]) => Promise<unknown[][]>;

const fastPaths = new WeakMap<Db, Send>();

/** A compiled statement needs nothing more of Kysely: on this database it is sent directly. */
export function setFastPath(db: Db, send: Send): void {
  fastPaths.set(db, send);
}

/** The function that sends it, where there is one. */
export const fastPathOf = (db: Db): Send | undefined => fastPaths.get(db);

/**
 * A statement that is compiled once and runs with other values each time: compiling one costs as much as
 * sending it.
 */
export class Prepared<Row> {
  readonly #query: Composed;
  #compiled: CompiledQuery<Row> | undefined;

  /** Prepares a query of `composer`, or of `sql`. */
  constructor(query: Composed) {
    this.#query = query;
  }

  with(values: Values): CompiledQuery<Row> {
    this.#compiled ??= this.#query.compile(composer) as CompiledQuery<Row>;
    const parameters = this.#compiled.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    return { ...this.#compiled, parameters };
  }

  async run(db: Db, values: Values = {}): Promise<Row[]> {
    const statement = this.with(values);
    const send = fastPaths.get(db);
    if (!send) return (await db.executeQuery(statement)).rows;
    const [rows = []] = await send([statement]);
    return rows as Row[];
  }
}

interface Composed {
  compile(by: Db): CompiledQuery;
}

/** Compiles statements, without a connection. */
export const composer: Db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
