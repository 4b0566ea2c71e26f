import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotOpen } from '../driver/connections/cannot-open.ts';

interface Holder {
  pid: number;
  /** The moment at which that process started, as the system reports it: a reused pid has another one. */
  started: string | null;
}

/** Another process works on the data directory; two at once would destroy the data. */
export class DataDirInUse extends CannotOpen {
  override readonly name = 'DataDirInUse';
  readonly directory: string;
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. ` +
        `Stop that process first, or start this one with another DATA_DIR, or use DATABASE_URL to share a PostgreSQL server.`,
    );
    this.directory = directory;
    this.pid = pid;
  }
}

/** Takes the lock of a data directory, or throws `DataDirInUse`; returns the function that releases it. */
export function lockDataDir(directory: string): () => void {
  const lock = join(directory, 'lock');
  const mine = JSON.stringify(self());
  const draft = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  // Written aside and linked into place, so that nobody ever reads half a lock.
  try {
    writeFileSync(draft, mine, { mode: 0o600 });
    if (!linked(draft, lock)) takeOver(directory, lock, draft);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(lock) === mine) rmSync(lock, { force: true });
  };
}

/** Replaces the lock of a process that is gone; a second file keeps two starters from doing it at once. */
function takeOver(directory: string, lock: string, draft: string): void {
  const turn = `${lock}.takeover`;
  refuseIfHeld(directory, lock);
  if (!linked(draft, turn)) {
    refuseIfHeld(directory, turn);
    rmSync(turn, { force: true });
    if (!linked(draft, turn)) throw new DataDirInUse(directory, holder(turn)?.pid ?? 0);
  }
  try {
    refuseIfHeld(directory, lock);
    renameSync(draft, lock);
  } finally {
    rmSync(turn, { force: true });
  }
}

function refuseIfHeld(directory: string, file: string): void {
  const other = holder(file);
  if (other !== undefined && isAlive(other)) throw new DataDirInUse(directory, other.pid);
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function holder(file: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(read(file) ?? '');
    if (typeof value !== 'object' || value === null || !('pid' in value) || !Number.isInteger(value.pid))
      return;
    const started = 'started' in value && typeof value.started === 'string' ? value.started : null;
    return { pid: Number(value.pid), started };
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return started === null || now === null || started === now;
}

function self(): Holder {
  return { pid: process.pid, started: startOf(process.pid) };
}

/** The boot and tick at which a process started (proc(5): field 22 of stat); null without /proc. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot}/${afterName[19]}`;
  } catch {
    return null;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
