import { createInterface } from 'node:readline/promises';
import { CommandFailed, plainLines } from '../../base/command.ts';
import { ConfigError, environment } from '../../base/config.ts';
import { CannotOpen } from '../../registry/store/driver/connections/cannot-open.ts';
import { runCli } from './run.ts';

/** Waits for a confirmation, which only a person at a terminal can give. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} (yes/no) `)).trim());
  } finally {
    terminal.close();
  }
}

runCli(process.argv.slice(2), environment(), console.log, console.error, confirm).catch((error: unknown) => {
  const expected =
    error instanceof CommandFailed || error instanceof ConfigError || error instanceof CannotOpen;
  console.error(expected ? plainLines(error.message) : error);
  process.exitCode = error instanceof CommandFailed ? error.exitCode : 1;
});
