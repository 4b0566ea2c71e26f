import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedSnapshot } from '../../support/snapshot.ts';
import { type Server, startServer } from './server.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-memory-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const canBeginAgain = process.platform === 'linux' && 'execve' in process;
/** What V8 tells of itself, and by which flags, is another thing in every version; on the older ones that we run on, nobody looks. */
const asShipped = Number(process.versions.node.split('.')[0]) >= 24;
const onlyAsShipped = 'it reads what the V8 of Node 24 prints, on which we ship';
const probe = fileURLToPath(new URL('children/say-of-memory.cjs', import.meta.url));

describe('a facade on the embedded database', () => {
  let server: Server;
  let output: string;
  beforeAll(async () => {
    // Its port is taken, so it ends once everything is open: all this is settled by then.
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    server = startServer({
      ZONEGRAPH_MODE: 'facade',
      DATA_DIR: join(root, 'facade'),
      PORT: String((taken.address() as AddressInfo).port),
      UPSTREAM_URL: 'http://127.0.0.1:1',
      UPSTREAM_USERNAME: 'alpha',
      UPSTREAM_PASSWORD: 'alpha-sandbox',
      NODE_OPTIONS: `--require ${probe}`,
    });
    ({ output } = await server.ended);
    taken.close();
  });

  it.runIf(canBeginAgain)(
    'has the system give back what compiling the database took, in the process that was started',
    () => {
      expect(output).toContain(`process ${server.pid} gives back from 131072 bytes`);
    },
  );

  it('collects its garbage when its heap has grown by half', ({ skip }) => {
    skip(!asShipped, onlyAsShipped);
    expect(/\[HeapController\] factor (\d\.\d) /.exec(output)?.[1]).toBe('1.5');
  });
});

describe('the embedded database', () => {
  it('has none of its functions compiled better where that takes hundreds of megabytes', async ({ skip }) => {
    skip(!asShipped, onlyAsShipped);
    // Compiled at once instead of some time later, and told of.
    const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
    const source = fileURLToPath(new URL('../../../src', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, join(source, 'server/launch/run.mjs'), join(source, 'server/cli/main.ts'), 'migrate'],
      { env: { PATH: process.env.PATH, PORT: '1', DATA_DIR: join(root, 'data') }, maxBuffer: 1e9 },
    );
    const megabytes = [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+) /g)].map(
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
    const entry = fileURLToPath(
      new URL('../../../src/registry/store/embedded/worker-entry.cjs', import.meta.url),
    );
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
