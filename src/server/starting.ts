import { ConfigError } from '../base/config.ts';
import { CannotOpen } from '../registry/store/driver/connections/cannot-open.ts';

/** Prints errors that the operator can fix without a stack trace. */
export function endWith(error: unknown): never {
  const portTaken =
    isPortTaken(error) && `${error.message}. Stop the process that listens there, or use another port.`;
  const expected = error instanceof ConfigError || error instanceof CannotOpen ? error.message : portTaken;
  console.error(expected ? `\n${expected}\n` : error);
  process.exit(1);
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
