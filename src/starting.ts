import { ConfigError } from './config.ts';
import { CannotOpen } from './store/driver/cannot-open.ts';

/** Prints errors that the operator can fix without a stack trace. */
export function endWith(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof CannotOpen || isPortTaken(error);
  console.error(expected ? `\n${(error as Error).message}\n` : error);
  process.exit(1);
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
