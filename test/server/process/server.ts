import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { onServer, urlOf } from '../../support/server.ts';

const ownSource = fileURLToPath(new URL('../../../src', import.meta.url));

export interface Server {
  /** Where it serves; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** Resolves to how it ended, with everything it has printed. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>;
  kill(signal: NodeJS.Signals): void;
  readonly pid: number;
}

/** The real server in a process of its own, with nothing of our environment but what it is given. */
export function startServer(
  env: Readonly<Record<string, string>>,
  source = ownSource,
  flags: readonly string[] = [],
): Server {
  // A setting of an extension that the mode leaves out is refused.
  const world = (env.ZONEGRAPH_MODE ?? 'sandbox') === 'sandbox' ? { SANDBOX_WORLD: 'bare' } : {};
  const child = spawn(
    process.execPath,
    [...flags, join(source, 'server/launch/run.mjs'), join(source, 'main.ts')],
    {
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...world, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }));
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += String(chunk);
      // Production prints no welcome; its log says where it is.
      const ready = /(?:ready|listening) at (http:\/\/[^\s"]+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the server ended: ${output}`)));
  });
  url.catch(() => {});
  return { url, ended, kill: (signal) => void child.kill(signal), pid: child.pid ?? 0 };
}

/** The file that a server of this source runs. Only the first who asks makes it, which takes 5 s of processor. */
export function packedSource(): string {
  const command = [
    join(ownSource, 'server/launch/run.mjs'),
    join(ownSource, 'server/cli/main.ts'),
    '--version',
  ];
  execFileSync(process.execPath, command, { env: { PATH: process.env.PATH }, stdio: 'ignore' });
  const folder = join(ownSource, '../.cache/run');
  const [name = ''] = readdirSync(folder).filter((one) => /^\w+\.cjs$/.test(one));
  return join(folder, name);
}

/** Node 20 does not tell of modules that were imported. */
export const tellsImports = Number(process.versions.node.split('.')[0]) >= 22;

let databases = 0;

interface Place {
  readonly env: Record<string, string>;
  readonly remove: () => Promise<void>;
}

/** A database for real servers to keep their data in: of the kind that this run is about, with its tables and without rows. */
export const newDatabase = (): Promise<Place> => makeDatabase(true);

/** The same without tables: the first server makes them, which costs some 0.6 s of processor. */
export const emptyDatabase = (): Promise<Place> => makeDatabase(false);

async function makeDatabase(withTables: boolean): Promise<Place> {
  const source = inject('testDatabase');
  if (source.kind === 'embedded') {
    const directory = mkdtempSync(join(tmpdir(), 'zonegraph-process-'));
    return {
      env: { DATA_DIR: join(directory, 'data') },
      remove: async () => rmSync(directory, { recursive: true, force: true }),
    };
  }
  databases += 1;
  const name = `${source.template}_process_${process.pid}_${databases}`;
  await onServer(source.server, `create database ${name} ${withTables ? source.likeTemplate : ''}`);
  return {
    env: { DATABASE_URL: urlOf(source.server, name) },
    remove: () => onServer(source.server, `drop database if exists ${name} with (force)`),
  };
}
