import { cliName } from '../../base/cli-name.ts';
import type { Command } from '../../base/command.ts';

type Described = Omit<Command, 'run'>;

export function generalHelp(commands: readonly Described[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `The command line of Zonegraph

Usage: ${cliName} <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Commands call the running server (ZONEGRAPH_URL, by default the local one at PORT) as the operator, and say so.
If none runs, or it serves another registry than the given database (DATABASE_URL, DATA_DIR),
they open the database themselves. The environment is the same as the server's: see .env.example.
Every mutation for operators is a command too, with its input fields as options: registrarUpdate --help.

More about one: ${cliName} <command> --help
The version and commit: ${cliName} --version`;
}

export function commandHelp({ name, summary, details, options, argument }: Described): string {
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
