import type { CompiledQuery, Kysely } from 'kysely';
import type { SlotRequest } from '../../../../base/fair-semaphore.ts';
import type { Tables } from '../../tables/schema.ts';

/** The target of queries: the database itself, or a transaction of it. */
export type Db = Kysely<Tables>;

/** Connections for one kind of work, with its own timeouts: one kind cannot exhaust another's. */
export interface Pool {
  /** Each statement outside of transactions. */
  readonly db: Db;
  /**
   * BEGIN … COMMIT at read committed; rolled back when `work` throws. Statements run in the order of the
   * calls; those issued together (`Promise.all`) are one round trip. `slot` names the caller: nobody has more
   * than half of the connections.
   */
  transaction<T>(work: (tx: Db, last: Last) => Promise<T>, slot?: SlotRequest): Promise<T>;
}

/** A statement with its values, ready to be sent. */
export type Ready = CompiledQuery;

/**
 * Sends a statement in one round trip with the commit: its locks are held for the server's time only, however
 * busy this process is. It runs after `work`, and if it fails, everything is undone.
 */
export type Last = (statement: Ready) => void;

/** The pool for reads, by their kind. */
export interface Reader {
  readonly requests: Pick<Pool, 'db'>;
  readonly graphqlReads: Pick<Pool, 'db'>;
  snapshot(): Promise<Snapshot>;
  /**
   * The primary is away, and this replica has what was committed so many milliseconds ago; undefined: it has
   * everything.
   */
  readonly staleMs?: number | undefined;
}

/** A snapshot of the database. It holds its own connection until it is ended. */
export interface Snapshot {
  readonly db: Db;
  /**
   * The connection for writes meanwhile, if there is no other one; undefined if any other connection takes them.
   */
  readonly writes: Db | undefined;
  /** The longest time that it may be kept. */
  readonly longestMs: number;
  end(): Promise<void>;
}
