import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedSnapshot } from '../support/snapshot.ts';
import { type Server, startServer } from './server.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-memory-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const canBeginAgain = process.platform === 'linux' && 'execve' in process;

describe.runIf(canBeginAgain)('a sandbox on the embedded database', () => {
  let server: Server;
  beforeAll(() => {
    // Compiled at once instead of some time later, and told of.
    const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
    server = startServer({ DATA_DIR: join(root, 'data') }, undefined, flags);
  });
  afterAll(() => server.kill('SIGKILL'));

  it('has the system give back what compiling it took, in the process that was started', async () => {
    await server.url;
    const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
    expect(environment).toContain('MALLOC_TRIM_THRESHOLD_=131072');
  });

  it('has no function of the database compiled better where that takes hundreds of megabytes', async () => {
    await server.url;
    server.kill('SIGTERM');
    const { code, output } = await server.ended;
    expect(code).toBe(0);
    const megabytes = [...output.matchAll(/using TurboFan, took \d+ ms and (\d+) /g)].map(
      ([, bytes]) => Number(bytes) / 1e6,
    );
    expect(megabytes).not.toEqual([]);
    expect(Math.max(...megabytes)).toBeLessThan(200);
  });
});

/** The thread of the embedded database, with an object in it that nothing needs, and whose end is reported. */
const watched = `
  const { parentPort, workerData } = require('node:worker_threads');
  let leftover;
  parentPort.on('message', ({ kind }) => {
    if (kind === 'leave') leftover = new WeakRef({});
    if (kind === 'leave' || kind === 'look') parentPort.postMessage({ kind: leftover.deref() ? 'there' : 'gone' });
  });
  require(workerData.entry);`;

describe('the thread of the embedded database', () => {
  it('collects what its start has left when it is first asked whether it answers', async () => {
    const snapshot = readFileSync(await preparedSnapshot());
    const entry = fileURLToPath(new URL('../../src/store/embedded/worker-entry.cjs', import.meta.url));
    const thread = new Worker(watched, { eval: true, workerData: { snapshot, entry }, execArgv: [] });
    const says = async () => ((await once(thread, 'message')) as [{ kind: string }])[0].kind;
    const asked = (kind: string) => {
      thread.postMessage({ kind });
      return says();
    };
    try {
      expect(await says()).toBe('ready');
      expect(await asked('leave')).toBe('there');
      expect(await asked('ping')).toBe('pong');
      expect(await asked('look')).toBe('gone');
    } finally {
      await thread.terminate();
    }
  });
});

describe('a facade', () => {
  it('collects its garbage when its heap has grown by half', async () => {
    const server = startServer(
      {
        ZONEGRAPH_MODE: 'facade',
        DATA_DIR: join(root, 'facade'),
        LOG_LEVEL: 'info',
        UPSTREAM_URL: 'http://127.0.0.1:1',
        UPSTREAM_USERNAME: 'alpha',
        UPSTREAM_PASSWORD: 'alpha-sandbox',
      },
      undefined,
      ['--trace-gc-verbose'],
    );
    await server.url;
    server.kill('SIGTERM');
    const { output } = await server.ended;
    const factors = [...output.matchAll(/\[HeapController\] factor (\d\.\d) /g)].map(([, factor]) => factor);
    // The first may come before the process knows what it is.
    expect(factors).toContain('1.5');
  });
});
