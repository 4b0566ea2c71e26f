import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const data = mkdtempSync(join(tmpdir(), 'zonegraph-npm-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a program that connects there is told: nothing when somebody listens. */
const refusalAt = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(void socket.destroy()))
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

it.each([
  ['start', 'SIGTERM'],
  ['start', 'SIGINT'],
  ['facade', 'SIGTERM'],
  ['dev', 'SIGINT'],
] as const)('npm run %s hands %s on: the server ends, and its port is free', async (script, signal) => {
  const npm = spawn('npm', ['run', script], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: join(data, `${script}-${signal}`),
      SANDBOX_WORLD: 'bare',
      LOG_LEVEL: 'error',
      SHUTDOWN_DELAY: '0',
      npm_config_update_notifier: 'false',
    },
    // A group of its own: should the signal not be handed on, everything is ended together.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let output = '';
    // A pipe is at its end when nobody is left who could write into it: npm, a shell or the server.
    let everybodyEnded = false;
    void once(npm, 'close').then(() => {
      everybodyEnded = true;
    });
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
      });
    await expect.poll(() => output, { timeout: 100_000 }).toMatch(/ready at \S+\s/);
    const port = Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
    expect(await refusalAt(port)).toBeUndefined();
    npm.kill(signal);
    await expect.poll(() => everybodyEnded, { message: output }).toBe(true);
    expect(await refusalAt(port)).toBe('ECONNREFUSED');
  } finally {
    endGroup(npm.pid);
  }
});

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
