import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/**
 * JSON lines. What is logged holds names of operations, routes and callers, never bodies or headers; this keeps a
 * database error from bringing a row along.
 */
export function createLog(
  level: LevelWithSilent,
  destination?: DestinationStream,
  /** What every line tells besides. */
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

/** Of a database error everything but `detail`, `where` and the like, which quote values: auth_info, password_hash. */
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

/** Packed into one file (pack.mjs), classes of the same name are numbered. */
export const classOf = (error: Error): string => error.constructor.name.replace(/\d{1,3}$/, '');

interface DatabaseErrorFields {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly routine?: unknown;
}
