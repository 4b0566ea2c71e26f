import type pg from 'pg';

const SECOND = 1000;

/** The number of concurrent aggregates: each holds a connection until it ends. */
export const totalsAtOnce = 4;

/** The number of connections for what is read at once, and of concurrent reads over REST. */
export const readsAtOnce = 10;

/** How many may wait for a connection or a turn; further ones are refused. */
export const longestQueue = 2000;
/** The same for one registrar, so that it leaves room for others. */
export const longestQueueOfOne = 500;

/** How long a statement may wait and run, by the kind of work; the server cancels longer ones. */
export const timeouts = {
  requests: { statement_timeout: 15 * SECOND },
  background: { lock_timeout: 15 * SECOND, statement_timeout: 300 * SECOND },
  health: {
    lock_timeout: 1 * SECOND,
    statement_timeout: 1.5 * SECOND,
    query_timeout: 1.5 * SECOND,
    connectionTimeoutMillis: 1.5 * SECOND,
    idleTimeoutMillis: 0,
  },
} satisfies Record<string, pg.PoolConfig>;

/** A server has connections for files; with a single connection everybody else waits meanwhile. */
export const snapshots = {
  postgres: { writes: false, longestMs: Number.POSITIVE_INFINITY },
  embedded: { writes: true, longestMs: 5 * SECOND },
} as const;
