import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { HealthPort, type HealthPortOptions } from '#src/server/health/health-port.ts';
import { WorkersHealth } from '#src/server/workers/health.ts';
import { atEndOfFile } from '../../support/at-end.ts';

async function open(options: Partial<HealthPortOptions> = {}) {
  const health = await HealthPort.open({ port: 0, host: '127.0.0.1', ...options });
  atEndOfFile(() => health.close());
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`, { method });
    return { status: response.status, body: method === 'HEAD' ? undefined : await response.json() };
  };
  return { health, ask, url: `http://127.0.0.1:${health.port}` };
}
const ready = { status: 200, body: { status: 'ok', database: 'postgres' } };

describe('the port for health', () => {
  it('reports what was found at the last look', async () => {
    const { health, ask } = await open();
    expect(await ask('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
    health.report(ready);
    await expect.poll(() => ask('/readyz')).toEqual(ready);
    expect((await ask('/readyz', 'HEAD')).status).toBe(200);
    health.report({ status: 503, body: { status: 'unavailable' } });
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
    expect((await ask('/readyz', 'POST')).status).toBe(405);
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('answers while the main thread is busy', async () => {
    const { health, ask, url } = await open();
    health.report(ready);
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
    const answered = new Int32Array(new SharedArrayBuffer(4));
    const asking = new Worker(
      `const { workerData: { url, answered } } = require('node:worker_threads');
       fetch(url + '/readyz').then(({ status }) => { Atomics.store(answered, 0, status); Atomics.notify(answered, 0); });`,
      { eval: true, workerData: { url, answered } },
    );
    // Nothing of this thread goes on until the answer is there.
    expect(Atomics.wait(answered, 0, 0, 20_000)).not.toBe('timed-out');
    expect(answered[0]).toBe(200);
    await asking.terminate();
  });

  it('reports when the main thread stands still, and when it has stood still for too long to live', async () => {
    const { health, ask } = await open({ beatEveryMs: 1_000_000, standsStillAfterMs: 1, isStuckAfterMs: 2 });
    health.report(ready);
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({
        status: 503,
        body: { checks: [{ name: 'process', why: expect.stringContaining('has not turned for') }] },
      });
    await expect.poll(() => ask('/livez')).toMatchObject({ status: 503, body: { status: 'stuck' } });
  });

  it('does not go on telling what nobody has looked at since', async () => {
    const { health, ask } = await open({ isOldAfterMs: 1 });
    health.report(ready);
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({ body: { checks: [{ why: expect.stringContaining('No check has run for') }] } });
  });

  it('reports at once that the process is about to end', async () => {
    const { health, ask } = await open();
    health.report(ready);
    health.end();
    expect(await ask('/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } });
    expect((await ask('/livez')).status).toBe(200);
  });

  it('stops the start when it is taken', async () => {
    const { health } = await open();
    await expect(HealthPort.open({ port: health.port, host: '127.0.0.1' })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining('HEALTH_PORT'),
    });
  });

  it('of several workers is ready while one of them is', async () => {
    const { health, ask } = await open();
    const workers = new WorkersHealth(health);
    workers.take(1, { status: 503, body: { status: 'unavailable' } });
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({ status: 503, body: { workers: { ready: 0, living: 1 } } });
    workers.take(2, ready);
    await expect
      .poll(() => ask('/readyz'))
      .toEqual({ status: 200, body: { ...ready.body, workers: { ready: 1, living: 2 } } });
    workers.forget(2);
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({ status: 503, body: { workers: { ready: 0, living: 1 } } });
    workers.forget(1);
    await expect.poll(() => ask('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } });
  });
});
