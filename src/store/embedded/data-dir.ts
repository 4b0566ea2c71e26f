import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lockDataDir } from './lock.ts';

const UNFINISHED = 'postgres.unfinished-';

export interface DataDir {
  /** Where the data are. */
  readonly directory: string;
  /** Where to make them first, when there are none. */
  readonly initialiseIn: string | undefined;
  release(): void;
}

/** Locks a data directory and clears away what killed first starts have left behind. */
export function claimDataDir(path: string): DataDir {
  const root = resolve(path);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const release = lockDataDir(root);
  try {
    for (const name of readdirSync(root)) {
      if (name.startsWith(UNFINISHED)) rmSync(join(root, name), { recursive: true, force: true });
    }
    const directory = join(root, 'postgres');
    const initialiseIn = existsSync(directory)
      ? undefined
      : join(root, UNFINISHED + randomBytes(4).toString('hex'));
    return { directory, initialiseIn, release };
  } catch (error) {
    release();
    throw error;
  }
}
