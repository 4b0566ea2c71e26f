import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { build } from './version.ts';

/**
 * JSON lines. Logs hold names of operations, routes and callers, never bodies or headers; this keeps database
 * errors from adding a row.
 */
export function createLog(
  level: LevelWithSilent,
  destination?: DestinationStream,
  /** Adds fields to every line. */
  mixin?: () => object,
): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: describeError },
    ...(mixin && { mixin }),
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The first line of a process. */
export const logBuild = (log: Pick<Logger, 'info'>): void => log.info(build(), 'zonegraph starts');

/**
 * Describes a database error without `detail`, `where` and the like, which quote values: auth_info,
 * password_hash.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, table, column, routine, cause } = error as Error & DatabaseErrorFields;
  return {
    type: classOf(error),
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    table,
    column,
    routine,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** Bundling into one file (pack.mjs) numbers classes of the same name. */
export const classOf = (error: Error): string => error.constructor.name.replace(/\d{1,3}$/, '');

interface DatabaseErrorFields {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly routine?: unknown;
}
