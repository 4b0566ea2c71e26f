import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'address');

/**
 * Writes the address for the CLI: only the process that holds a data directory can work on it, so the CLI has to find
 * that process. `token` admits the CLI if there are no OPERATOR_TOKENS: anybody who can read this file can read the
 * database as well.
 */
export function writeAddress(dataDir: string, url: string, token?: string): void {
  writeFileSync(fileIn(dataDir), [url, token ?? ''].join('\n'), { mode: 0o600 });
  chmodSync(fileIn(dataDir), 0o600);
}

/** The address of the last process that served it, which may have ended; another process may listen there now. */
export function readAddress(dataDir: string): { readonly url: string; readonly token?: string } | undefined {
  try {
    const [url = '', token = ''] = readFileSync(fileIn(dataDir), 'utf8').split('\n');
    return url.trim() ? { url: url.trim(), ...(token.trim() && { token: token.trim() }) } : undefined;
  } catch {
    return undefined;
  }
}
