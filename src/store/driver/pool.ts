import type { CompiledQuery, Kysely } from 'kysely';
import type { SlotRequest } from '../../core/fair-semaphore.ts';
import type { Tables } from '../tables/schema.ts';

/** Where queries go: the database itself, or a transaction of it. */
export type Db = Kysely<Tables>;

/** Connections for one kind of work, with its own patience: work of one kind cannot take another's away. */
export interface Pool {
  /** Each statement on its own. */
  readonly db: Db;
  /**
   * BEGIN … COMMIT at read committed; rolled back when `work` throws. Statements run in the order in which they are asked
   * for; those asked for together (`Promise.all`) are one trip. `turn` tells for whom: nobody has more than half of
   * the connections.
   */
  transaction<T>(work: (tx: Db, last: Last) => Promise<T>, slot?: SlotRequest): Promise<T>;
}

/**
 * Sends a statement in one trip with the commit: who waits for what it locks waits for the server only, however long we
 * are busy. It fails after `work` is done, and everything is undone.
 */
export type Last = (statement: CompiledQuery) => void;

/** Where somebody asks who only reads, by the kind of question. */
export interface Reader {
  readonly requests: Pick<Pool, 'db'>;
  readonly graphqlReads: Pick<Pool, 'db'>;
  readonly aggregates: Pick<Pool, 'db'>;
  snapshot(): Promise<Snapshot>;
}

/** The database as it is at one moment. It has a connection of its own until it is ended. */
export interface Snapshot {
  readonly db: Db;
  /** Where to write meanwhile, if there is no other connection; undefined: anywhere but here. */
  readonly writes: Db | undefined;
  /** For how long it may be kept at most, however long its reader would like to. */
  readonly longestMs: number;
  end(): Promise<void>;
}
