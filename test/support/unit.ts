import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of a unit and of its drop-ins, by name. */
function settingsOf(file: string, here: (text: string) => string): Map<string, string[]> {
  const folder = `${file}.d`;
  const others = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const settings = new Map<string, string[]>();
  for (const path of [file, ...others])
    for (const [, name = '', value = ''] of here(readFileSync(path, 'utf8')).matchAll(/^(\w+)=(.*)$/gm))
      settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
}

interface Machine {
  /** Gets `credentials` and `journal`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What stands for the paths that units name. */
  readonly here: (text: string) => string;
}

/**
 * Starts a service as systemd does: with nothing of our environment, its variables from the unit and from files, and its secrets
 * handed over in a folder of its own. What else a unit may and may not do only systemd itself can enforce.
 */
export function startUnit(file: string, { folder, env, here }: Machine): ChildProcess {
  const settings = settingsOf(file, here);
  const credentials = join(folder, 'credentials');
  mkdirSync(credentials, { mode: 0o700, recursive: true });
  const journal = openSync(join(folder, 'journal'), 'a');
  for (const line of settings.get('LoadCredential') ?? []) {
    const [name = '', from = ''] = line.split(':');
    for (const one of readdirSync(from)) copyFileSync(join(from, one), join(credentials, `${name}_${one}`));
  }
  const assigned = [
    ...(settings.get('Environment') ?? []).map((line) => line.replace('%d', credentials)),
    ...(settings.get('EnvironmentFile') ?? []).flatMap((path) => readFileSync(path, 'utf8').split('\n')),
  ].filter((line) => line.includes('='));
  const [program = '', ...args] = settings.get('ExecStart')?.[0]?.split(' ') ?? [];
  return spawn(program, args, {
    cwd: settings.get('WorkingDirectory')?.[0] ?? folder,
    env: {
      ...env,
      ...Object.fromEntries(
        assigned.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
    },
    stdio: ['ignore', journal, journal],
  });
}
