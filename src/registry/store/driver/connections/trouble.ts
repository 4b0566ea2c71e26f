import pg from 'pg';
import { Unavailable } from '../../../../base/errors.ts';

/** The reasons why the database is unable to work now. */
export type Trouble = 'away' | 'busy' | 'locked' | 'slow' | 'unknown';

const texts: Readonly<Record<Trouble, string>> = {
  away: 'Command failed: the registry is not available at the moment; try again',
  busy: 'Command failed: the registry is too busy at the moment; try again',
  locked: 'Command failed: somebody else is changing the same object; try again',
  slow: 'Command failed: this took too long; try again, or ask for less',
  unknown:
    'Command failed: the connection was lost while this was being saved, and it may have been saved; ' +
    'check, or repeat it with the same idempotency key',
};

/** The database is unable to do it now. */
export class DatabaseUnavailable extends Unavailable {
  override readonly name = 'DatabaseUnavailable';
  readonly trouble: Trouble;
  override readonly isTooSlow: boolean;
  /** The codes of the server, the driver or the system. */
  readonly code: string | undefined;

  constructor(trouble: Trouble, cause?: unknown) {
    super(texts[trouble], cause === undefined ? undefined : { cause });
    this.trouble = trouble;
    this.isTooSlow = trouble === 'slow';
    this.code = codeOf(cause);
  }
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.trouble === 'away';

/**
 * "cached plan must not change result type", "prepared statement does not exist": a migration has changed the tables
 * since.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'));

export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/** The first match counts; an error without a match is a mistake of the caller, or a fault. */
const byState: readonly (readonly [RegExp, Trouble])[] = [
  [/^55P03/, 'locked'],
  // Serialization failures and deadlocks: reported after the last retry.
  [/^40(?:001|P01)/, 'locked'],
  [/^57014/, 'slow'],
  // Connections, memory or disk used up.
  [/^53/, 'busy'],
  // Lost connections, a server that stops, starts or was told to end connections; a failing disk; a standby.
  [/^(?:08|57P|25P0[34]|58|25006)/, 'away'],
];

/** Errors of the driver without a code. */
const lostLine =
  /^(?:Connection terminated|Connection ended|Client has encountered a connection error|Query read timeout)/;

function troubleIn(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (error instanceof pg.DatabaseError) return byState.find(([state]) => state.test(code ?? ''))?.[1];
  if (error.message === 'timeout exceeded when trying to connect') return 'busy';
  return /^E[A-Z]/.test(code ?? '') || lostLine.test(error.message) ? 'away' : undefined;
}

/** The error, translated for callers if the database is the cause and not the request. */
export function asDatabaseTrouble(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const trouble = troubleIn(error);
  return trouble ? new DatabaseUnavailable(trouble, error) : error;
}

/** The message for a broken connection, whatever the cause. */
export const lost = (reason: Error): Error =>
  reason instanceof Unavailable ? reason : new DatabaseUnavailable('away', reason);

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
