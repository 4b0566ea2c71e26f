import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FileSystem {
  readonly path: string;
  makeReadOnly(): void;
  remove(): void;
}

/** A file system of its own, with the options of a tmpfs; undefined where mounting is not possible. */
export function onFileSystem(options: string): FileSystem | undefined {
  const path = mkdtempSync(join(tmpdir(), 'zonegraph-mounted-'));
  const run = (tool: string, ...args: string[]): boolean => spawnSync(tool, args).status === 0;
  if (!run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path)) {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    makeReadOnly: () => {
      // Refused as long as somebody who is about to end has a file open there.
      for (let time = 0; !run('mount', '-o', 'remount,ro', path); time += 1) {
        if (time === 20) throw new Error(`cannot make ${path} read-only`);
        run('sleep', '0.2');
      }
    },
    remove: () => {
      // What still has a file open there keeps it until then.
      if (!run('umount', '--lazy', path)) throw new Error(`cannot unmount ${path}`);
      rmSync(path, { recursive: true });
    },
  };
}
