import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** Stands in a statement for a value that is only known when it runs. */
export class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Values = Readonly<Record<string, unknown>>;

/** Sends a statement and gives back its rows. */
type Send = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

const shortWays = new WeakMap<Db, Send>();

/** What is put together already needs nothing more of Kysely: on this database it is sent right away. */
export function sendRightAway(db: Db, send: Send): void {
  shortWays.set(db, send);
}

/**
 * A statement that was put together once, to run with other values each time: putting one together costs as much as
 * sending it.
 */
export class Prepared<Row> {
  readonly #compiled: CompiledQuery<unknown>;

  constructor(query: Compilable<unknown>) {
    this.#compiled = query.compile();
  }

  async run(db: Db, values: Values): Promise<Row[]> {
    const parameters = this.#compiled.parameters.map((one) => (one instanceof Slot ? values[one.name] : one));
    const send = shortWays.get(db);
    if (send) return (await send(this.#compiled.sql, parameters)) as Row[];
    return (await db.executeQuery({ ...this.#compiled, parameters })).rows as Row[];
  }
}
