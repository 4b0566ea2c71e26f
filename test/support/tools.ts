import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atEndOfFile } from './at-end.ts';

const run = promisify(execFile);

/**
 * The folder where CI installs the tools of others (.ci/run). They are no dependencies of ours: without the folder, tests that
 * need one leave themselves out.
 */
export const tools = process.env.TOOLS;

export interface Workplace {
  readonly folder: string;
  write(name: string, content: string): void;
  /** Runs a program of the tools, or `node`, in the folder; returns what it prints. */
  run(program: string, ...args: string[]): Promise<string>;
}

/** A folder from which everything is found that is installed there. */
export function workplace(): Workplace {
  const folder = mkdtempSync(join(tools ?? '', 'work-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write: (name, content) => writeFileSync(join(folder, name), content),
    run: async (program, ...args) => {
      const file = program === 'node' ? process.execPath : join(tools ?? '', 'node_modules/.bin', program);
      const { stdout } = await run(file, args, { cwd: folder, maxBuffer: 2 ** 25 }).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
        },
      );
      return stdout;
    },
  };
}

/** With our client installed in it, which must have been built. */
export function withClient(place: Workplace): Workplace {
  const client = fileURLToPath(new URL('../../packages/client', import.meta.url));
  if (!existsSync(join(client, 'dist'))) throw new Error('first: npm --prefix packages/client run build');
  mkdirSync(join(place.folder, 'node_modules/@zonegraph'), { recursive: true });
  symlinkSync(client, join(place.folder, 'node_modules/@zonegraph/client'));
  return place;
}
