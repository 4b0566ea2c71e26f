import { ConfigError, environment } from '../config.ts';
import { CannotOpen } from '../store/driver/cannot-open.ts';
import { CommandFailed } from './command.ts';
import { runCli } from './run.ts';

runCli(process.argv.slice(2), environment(), console.log, console.error).catch((error: unknown) => {
  const expected =
    error instanceof CommandFailed || error instanceof ConfigError || error instanceof CannotOpen;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
