import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../bench/free-port.ts';
import { alpha } from '../support/world.ts';
import { send } from './callers.ts';
import { newDatabase, type Server, startServer } from './server.ts';

/** What has arrived when a process is told to end is answered, also what it had not accepted yet. */

const onServer = inject('testDatabase').kind === 'postgres';
const slow = { timeout: 120_000 };
const count = 32;

describe.each([
  ['one process', '1', true],
  ['two workers', '2', onServer],
])('%s', (_, workers, isRun) => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let server: Server;
  let healthUrl: string;
  beforeAll(async () => {
    if (!isRun) return;
    database = await newDatabase();
    const port = await freePort();
    healthUrl = `http://127.0.0.1:${port}`;
    server = startServer({
      ...database.env,
      WORKERS: workers,
      SHUTDOWN_DELAY: '0',
      HEALTH_PORT: String(port),
    });
    await server.url;
  });
  afterAll(async () => {
    if (!isRun) return;
    server.kill('SIGKILL');
    await server.ended;
    await database.remove();
  });

  it.runIf(isRun)('reports on a port of its own whether it can serve', slow, async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${healthUrl}${path}`);
      return { status: response.status, body: await response.json() };
    };
    await expect
      .poll(() => ask('/readyz'))
      .toMatchObject({
        status: 200,
        body: { status: 'ok', database: onServer ? 'postgres' : 'embedded', jobs: expect.anything() },
      });
    expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
  });

  it.runIf(isRun)('answers all that has arrived when it is stopped', slow, async () => {
    const url = await server.url;
    // Somebody signs in before, so that nothing waits for a hash.
    expect(
      (await fetch(`${url}/registry/v1/accounts/balance`, { headers: { authorization: alpha } })).status,
    ).toBe(200);
    // While it stands still, the system takes connections for it.
    server.kill('SIGSTOP');
    const sent = await Promise.all(Array.from({ length: count }, () => send(url)));
    server.kill('SIGTERM');
    server.kill('SIGCONT');
    const answers = await Promise.all(sent.map(({ answer }) => answer));
    expect(answers).toEqual(Array(count).fill('HTTP/1.1 200 OK'));
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });
});
