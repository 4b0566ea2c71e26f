import { cliName } from '../../core/cli-name.ts';
import type { Command } from './command.ts';

export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Zonegraph for the shell

Usage: ${cliName} <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Commands ask the running server (ZONEGRAPH_URL, else the local one at PORT) as the operator, and say so;
where none runs, or it serves another registry than the database that is given (DATABASE_URL, DATA_DIR),
they open the database themselves. The environment is the server's: see .env.example.
Every mutation that operators have is a command, too, and its input the options: registrarUpdate --help.

More about one: ${cliName} <command> --help`;
}

export function commandHelp({ name, summary, details, options, argument }: Command): string {
  const rows = Object.entries(options).map(([option, { value, description, required }]) => ({
    option: `--${option}${value ? ` <${value}>` : ''}`,
    right: `${description}${required ? ' (required)' : ''}`,
  }));
  const width = Math.max(0, ...rows.map(({ option }) => option.length));
  return [
    `${name}: ${summary}`,
    '',
    `Usage: ${cliName} ${name}${argument ? ` <${argument}>` : ''}${rows.length > 0 ? ' [options]' : ''}`,
    ...(details ? ['', details] : []),
    ...(rows.length > 0
      ? ['', ...rows.map(({ option, right }) => `  ${option.padEnd(width)}  ${right}`)]
      : []),
  ].join('\n');
}
