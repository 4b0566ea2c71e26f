import { parseArgs } from 'node:util';
import type { Chosen, CommandBeside } from '../../apis/extension-points.ts';
import type { Registry } from '../../base/command.ts';
import { type Command, type CommandLine, fail, type OptionValues } from '../../base/command.ts';
import { build } from '../../base/version.ts';
import { choose, commandsOfExtensions } from '../extensions.ts';
import { applyChanges } from './commands/apply.ts';
import { backup, restore } from './commands/backup.ts';
import { billingToken } from './commands/billing-token.ts';
import { mutationCommand } from './commands/mutation.ts';
import { createRegistrar, decisions } from './commands/operator.ts';
import { createUser } from './commands/registrars.ts';
import { checkConfig, listExtensions, migrateDatabase, roles, start } from './commands/server.ts';
import { settings } from './commands/settings.ts';
import { runJobs } from './commands/time.ts';
import { verifyLedger } from './commands/verify-ledger.ts';
import { commandHelp, generalHelp } from './help.ts';

/** The commands of the core; those of extensions come after them. */
const commands: readonly CommandBeside[] = [
  start,
  migrateDatabase,
  roles,
  checkConfig,
  listExtensions,
  createRegistrar,
  createUser,
  ...decisions,
  applyChanges,
  billingToken,
  runJobs,
  verifyLedger,
  settings,
  backup,
  restore,
];

export async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
  /** Prints notes for people, separate from the output. */
  remark: (text: string) => void = () => {},
  confirm: CommandLine['confirm'] = async () => false,
): Promise<void> {
  const [name] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return print(generalHelp(await commandsHere(env)));
  if (name === '--version' || name === '-v' || name === 'version') {
    const { version, commit } = build();
    return print(`zonegraph ${version} (${commit})`);
  }
  let opened: Promise<Registry> | undefined;
  let chosen: Promise<Chosen> | undefined;
  const chooseOnce = () => (chosen ??= choose(env));
  const onlyDescribes = args.includes('--help') || args.includes('-h');
  const registry = (onlyReads = false) =>
    (opened ??= openRegistry(chooseOnce, env, remark, { onlyDescribes, onlyReads }));
  try {
    const command: CommandBeside = isMutation(name)
      ? await mutationCommand(name, await registry())
      : await commandOf(args, env);
    const given = optionsOf(command, args.slice(wordsOf(command).length));
    if (given.help === true) return print(commandHelp(command));
    await command.run({
      given,
      env,
      config: async () => (await chooseOnce()).config,
      choose,
      registry,
      print,
      confirm,
    });
  } finally {
    await (await opened)?.close();
  }
}

/** Commands are in lower case; names with capitals, such as `registrarUpdate`, are mutations. */
const isMutation = (name: string): boolean => /^[a-z]+[A-Z][A-Za-z]*$/.test(name);

const wordsOf = ({ name }: Pick<Command, 'name'>): string[] => name.split(' ');

const commandsHere = async (env: NodeJS.ProcessEnv): Promise<readonly CommandBeside[]> => [
  ...commands,
  ...(await commandsOfExtensions(env)).flatMap(({ command, isLeftOut }) => (isLeftOut ? [] : [command])),
];

/** A name of two words is a subcommand: `refund abandon`. */
async function commandOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandBeside> {
  const isNamed = (one: CommandBeside): boolean => wordsOf(one).every((word, place) => args[place] === word);
  const inCore = commands.find(isNamed);
  if (inCore) return inCore;
  const found = (await commandsOfExtensions(env)).find(({ command }) => isNamed(command));
  if (found && !found.isLeftOut) return found.command;
  const [name = ''] = args;
  if (found) return fail(`${name} is a command of the extension ${found.extension}, which is left out`);
  const all = await commandsHere(env);
  const more = all.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name);
  return fail(
    more.length > 0
      ? `${name} needs a subcommand: ${more.join(', ')}`
      : `There is no command ${name}; try --help`,
  );
}

/** Opens the registry; only commands that need it load all of it. */
async function openRegistry(
  chooseOnce: () => Promise<Chosen>,
  env: NodeJS.ProcessEnv,
  remark: (text: string) => void,
  how: { readonly onlyDescribes: boolean; readonly onlyReads: boolean },
): Promise<Registry> {
  const { openRegistry: open } = await import('./registry.ts');
  const registry = await open(await chooseOnce(), env, how);
  remark(`Asking ${registry.where}.`);
  return registry;
}

function optionsOf(command: CommandBeside, args: readonly string[]): OptionValues {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple }]) => [
      name,
      { type: value ? 'string' : 'boolean', ...(multiple && { multiple }) } as const,
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      strict: true,
      allowPositionals: command.argument !== undefined,
    });
    if (positionals.length > 1)
      return fail(`${command.name} takes one ${command.argument}; try ${command.name} --help`);
    return { ...values, ...(command.argument && { [command.argument]: positionals[0] }) } as OptionValues;
  } catch (error) {
    return fail(`${(error as Error).message}; try ${command.name} --help`);
  }
}
