import type pg from 'pg';
import { limit } from '../../../../base/limits.ts';

const SECOND = 1000;

/**
 * The connections of a process, by the kind of work; one more listens. All of them fit into a PgBouncer as it comes
 * (`default_pool_size = 20`), with two to spare for a command (docs/operating.md#connections).
 */
export const connections = { requests: 7, graphqlReads: 6, background: 2, health: 2 } as const;

/**
 * How many of the connections for requests are kept for single statements while transactions wait for locks.
 */
export const keptBack = 1;

/**
 * How many connections for GraphQL reads may be held for long (by aggregates, by files until they end), so that pages
 * have the others.
 */
export const totalsAtOnce = 2;
export const filesAtOnce = 3;

/** The number of concurrent reads over REST. */
export const readsAtOnce = 6;

/** The number of concurrent queries on the connections of jobs, which leave jobs the others. */
export const proofsAtOnce = 1;

export const longestQueue = limit(
  'callers that wait for a connection or a turn',
  2000,
  'Further ones are refused.',
);
export const longestQueueOfOne = limit(
  'callers of one registrar that wait for a connection or a turn',
  500,
  'It leaves room for others.',
);

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

/**
 * The settings of snapshots. Only a server has connections for files; with a single connection everybody else would
 * wait.
 */
export const snapshots = {
  postgres: { writes: false, longestMs: Number.POSITIVE_INFINITY },
  embedded: { writes: true, longestMs: 5 * SECOND },
} as const;
