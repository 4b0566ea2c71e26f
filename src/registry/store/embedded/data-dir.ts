import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cliName } from '../../../base/cli-name.ts';
import { CannotOpen, cannotUseDirectory } from '../driver/connections/cannot-open.ts';
import { lockDataDir } from './lock.ts';

const UNFINISHED = 'postgres.unfinished-';
/** A database that was moved aside for a restore. */
export const REPLACED = 'postgres.replaced-';

export interface DataDir {
  /** The data directory. */
  readonly directory: string;
  /** The directory in which to create the data; undefined if there are data already. */
  readonly initialiseIn: string | undefined;
  release(): void;
}

/** Locks a data directory, whatever state its database is in. */
export function lockDataDirAsItIs(path: string): Pick<DataDir, 'directory' | 'release'> {
  const root = resolve(path);
  try {
    makeDirectory(root);
    return { directory: join(root, 'postgres'), release: lockDataDir(root) };
  } catch (error) {
    throw cannotUseDirectory(root, error);
  }
}

/** Locks a data directory and removes leftovers of killed first starts. */
export function claimDataDir(path: string): DataDir {
  const root = resolve(path);
  const { directory, release } = lockDataDirAsItIs(root);
  try {
    for (const name of readdirSync(root)) {
      if (name.startsWith(UNFINISHED)) rmSync(join(root, name), { recursive: true, force: true });
    }
    if (existsSync(directory)) {
      refuseHalfWritten(directory);
      refuseOtherEngine(root, directory);
    } else refuseHalfRestored(root);
    const initialiseIn = existsSync(directory)
      ? undefined
      : join(root, UNFINISHED + randomBytes(4).toString('hex'));
    return { directory, initialiseIn, release };
  } catch (error) {
    release();
    throw cannotUseDirectory(root, error);
  }
}

/**
 * Refuses to start after a restore that was killed between its two moves: an empty database would hide the one put
 * aside.
 */
function refuseHalfRestored(root: string): void {
  const aside = readdirSync(root).find((name) => name.startsWith(REPLACED));
  if (aside === undefined) return;
  throw new CannotOpen(
    `A restore into ${root} was not completed. Rename ${aside} to postgres to continue with the database as it was.`,
  );
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // With `recursive`, Node reports ENOENT on a read-only file system; without it, Node reports the cause.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      mkdirSync(path, { mode: 0o700 });
    else throw error;
  }
}

/** The files that every cluster has. Without them the engine would initialise the directory as a new one. */
const ESSENTIAL = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'];

/** The PostgreSQL version of the embedded engine, which cannot open data directories of other versions. */
const engineMajor = 18;

function refuseOtherEngine(root: string, directory: string): void {
  const major = Number(readFileSync(join(directory, 'PG_VERSION'), 'utf8'));
  if (major === engineMajor) return;
  const which = major > engineMajor ? 'a newer' : 'an older';
  throw new CannotOpen(
    `The database in the data directory ${root} was made by ${which} version of Zonegraph (its PostgreSQL is ${major}, that of this version ` +
      `is ${engineMajor}). Start that version, or set another DATA_DIR.`,
  );
}

function refuseHalfWritten(directory: string): void {
  const missing = ESSENTIAL.filter((name) => !existsSync(join(directory, name)));
  if (missing.length === 0) return;
  throw new CannotOpen(
    `The database in ${directory} is incomplete: ${missing.join(', ')} missing. Restore a backup ` +
      `(${cliName} restore --help), or move the directory away to begin with an empty one.`,
  );
}
