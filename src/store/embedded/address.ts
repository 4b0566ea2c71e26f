import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'address');

/** For the shell: only the process that holds a data directory can work on it, so it has to be found. */
export function noteAddress(dataDir: string, url: string): void {
  writeFileSync(fileIn(dataDir), url, { mode: 0o600 });
}

/** Where whoever last served it did so: it may be gone, and another may be there. */
export function notedAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
