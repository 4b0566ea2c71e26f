import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { limit } from '../../../base/limits.ts';

export const longestHookMs = limit(
  'milliseconds that the hook after a zone file may take',
  30_000,
  'A nameserver reloads faster.',
);
const mostOutput = limit(
  "characters of the hook's output that are logged",
  2_000,
  'The reason of a failure stands at its end.',
);

export interface HookValues {
  readonly zone: string;
  readonly file: string;
  readonly serial: string;
}

/**
 * Runs the program of ZONE_HOOK without a shell, so that nothing in its values is a command. `{zone}`, `{file}` and
 * `{serial}` stand for themselves in its arguments. It gets none of our secrets: only the path to programs and these
 * values, as `ZONE`, `ZONE_FILE` and `ZONE_SERIAL`. Throws unless it ends with 0 in time.
 */
export async function runZoneHook(hook: string, values: HookValues, limitMs = longestHookMs): Promise<void> {
  const [program = '', ...words] = hook.split(/\s+/);
  const args = words.map((word) =>
    word.replace(/\{(zone|file|serial)\}/g, (_, name: keyof HookValues) => values[name]),
  );
  const { PATH = '/usr/local/bin:/usr/bin:/bin', HOME, LANG } = process.env;
  const child = spawn(program, args, {
    env: { PATH, HOME, LANG, ZONE: values.zone, ZONE_FILE: values.file, ZONE_SERIAL: values.serial },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what it has started ends with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-mostOutput);
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (isLate) throw new Error(`${program} took longer than ${limitMs / 1000} seconds and was killed`);
    if (code !== 0)
      throw new Error(`${program} ended with ${code ?? signal}${output.trim() && `: ${output.trim()}`}`);
  } finally {
    clearTimeout(timer);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
