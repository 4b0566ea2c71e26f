import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A sandbox with the demo world on the embedded database, as `npm start` makes it: a first start, and the next one. */
export async function measureStart(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'zonegraph-bench-start-'));
  try {
    // What is left to make after a change of the source is no part of a start.
    await startOnce(join(directory, 'before'));
    const fresh = await startOnce(join(directory, 'data'));
    const again = await startOnce(join(directory, 'data'));
    return `start: ${fresh} s for the first time, ${again} s again`;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Seconds until it says that it is ready. */
async function startOnce(dataDir: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm and what it runs are ended together.
    detached: true,
  });
  const gone = once(child, 'close');
  let seconds: string | undefined;
  for await (const line of createInterface({ input: child.stdout }))
    if (seconds === undefined && line.includes('ready at')) {
      seconds = ((performance.now() - started) / 1000).toFixed(1);
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
    }
  await gone;
  if (seconds === undefined) throw new Error('npm start ended before it was ready');
  return seconds;
}
