import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from './server.ts';

const root = mkdtempSync(join(tmpdir(), 'zonegraph-memory-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const canBeginAgain = process.platform === 'linux' && 'execve' in process;

describe.runIf(canBeginAgain)('a sandbox on the embedded database', () => {
  it('has the system give back what compiling it took, in the process that was started', async () => {
    const server = startServer({ DATA_DIR: join(root, 'data') });
    await server.url;
    const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
    expect(environment).toContain('MALLOC_TRIM_THRESHOLD_=131072');
    server.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('has no function of the database compiled better where that takes hundreds of megabytes', async () => {
    // Compiled at once instead of some time later, and told of.
    const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
    const server = startServer({ DATA_DIR: join(root, 'traced') }, undefined, flags);
    await server.url;
    server.kill('SIGTERM');
    const { output } = await server.ended;
    const megabytes = [...output.matchAll(/using TurboFan, took \d+ ms and (\d+) /g)].map(
      ([, bytes]) => Number(bytes) / 1e6,
    );
    expect(megabytes).not.toEqual([]);
    expect(Math.max(...megabytes)).toBeLessThan(200);
  });
});
