import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const { version, gitHead } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  /** Written when the server is packed (packaging/prepack.mjs). */
  readonly gitHead?: string;
};

let commit: string | undefined;

/**
 * The version and commit that run. The commit of a container is in ZONEGRAPH_COMMIT, that of a clone is asked of Git.
 */
export function build(): { readonly version: string; readonly commit: string } {
  commit ??= process.env.ZONEGRAPH_COMMIT || gitHead || commitOfClone() || 'unknown';
  return { version, commit: commit.slice(0, 12) };
}

function commitOfClone(): string | undefined {
  // Another repository may be around a copy without one of its own.
  if (!existsSync(join(root, '.git'))) return undefined;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
