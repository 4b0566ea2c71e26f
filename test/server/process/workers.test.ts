import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../bench/free-port.ts';
import { subscribe } from '../../support/live.ts';
import { alpha } from '../../support/world.ts';
import { endWithUnaccepted, halfSent, saidOfHealth } from './callers.ts';
import { newDatabase, type Server, startServer } from './server.ts';

const onServer = inject('testDatabase').kind === 'postgres';
let database: Awaited<ReturnType<typeof newDatabase>>;
let server: Server;
let url: string;
let healthPort: number;
const slow = { timeout: 120_000 };

beforeAll(async () => {
  if (!onServer) return;
  database = await newDatabase();
  healthPort = await freePort();
  server = startServer({
    ...database.env,
    WORKERS: '2',
    MAX_STREAMS: '2',
    SHUTDOWN_DELAY: '0',
    HEALTH_PORT: String(healthPort),
  });
  url = await server.url;
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await database.remove();
});

interface Heard {
  readonly status: number;
  readonly text: string;
}

/**
 * On a connection of its own: the next one may be another worker's. Node loses a connection that it hands to a worker
 * that has just died: who asks gives up, as clients do.
 */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  body?: string,
  timeoutMs = 20_000,
): Promise<Heard> {
  const asking = request(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { connection: 'close', ...headers, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [{ statusCode: number } & AsyncIterable<Buffer>];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

const measured = async (name: RegExp): Promise<number> =>
  [...(await ask('/metrics')).text.matchAll(new RegExp(`^${name.source} ([\\d.]+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );
const open = () => subscribe(url, 'subscription { notificationReceived { id } }', { auth: alpha });
const workers = () => measured(/zonegraph_workers/);
const balances = () => measured(/zonegraph_operation_seconds_count\{operation="account\.show"[^}]*\}/);

const workerPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isOurs =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(server.pid);
        // Who packs the source for the first time is another child.
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
      } catch {
        return false;
      }
    });

describe.runIf(onServer)('two workers on one port', () => {
  it('serve together, and whichever is asked measures what both have done', slow, async () => {
    await expect.poll(workers, { timeout: 60_000, interval: 200 }).toBe(2);
    expect(workerPids()).toHaveLength(2);
    const headers = { authorization: alpha };
    const before = await balances();
    for (let time = 0; time < 10; time += 1)
      expect((await ask('/registry/v1/accounts/balance', headers)).status).toBe(200);
    // Who is too busy to tell in time is counted as it was a moment ago.
    for (let time = 0; time < 3; time += 1) await expect.poll(balances).toBe(before + 10);
  });

  it('report on one port of their own whether they can serve', slow, async () => {
    const expected = { status: 200, body: { status: 'ok', database: 'postgres', jobs: expect.anything() } };
    await expect.poll(() => saidOfHealth(healthPort, '/readyz')).toMatchObject(expected);
    expect(await saidOfHealth(healthPort, '/livez')).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('count wrong passwords together', slow, async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      const authorization = `Basic ${Buffer.from(`nobody-here:wrong-${time}`).toString('base64')}`;
      statuses.push((await ask('/registry/v1/accounts/balance', { authorization })).status);
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    // What one was told may be on its way to the other for a moment; each on its own would let ten of them try.
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  });

  it('take the same wrong password for one guess, whichever process reads it', slow, async () => {
    const authorization = `Basic ${Buffer.from('somebody-else:the-old-password').toString('base64')}`;
    const statuses = new Set<number>();
    for (let time = 0; time < 8; time += 1)
      statuses.add((await ask('/registry/v1/accounts/balance', { authorization })).status);
    expect([...statuses]).toEqual([401]);
  });

  it('count the streams of a caller together', slow, async () => {
    const lives = [await open(), await open()];
    expect(lives.map(({ status }) => status)).toEqual([200, 200]);
    const again = async (): Promise<number> => {
      const live = await open();
      live.close();
      return live.status;
    };
    // What one has opened the other hears of in a moment.
    await expect.poll(async () => [await again(), await again()]).toEqual([429, 429]);
    for (const live of lives) live.close();
    await expect.poll(again).toBe(200);
  });

  it('lose one of them without losing a count, and have another soon', slow, async () => {
    const before = await balances();
    const [victim = 0] = workerPids();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => workerPids().includes(victim)).toBe(false);
    const patient = { timeout: 60_000, interval: 200 };
    await expect.poll(balances, patient).toBeGreaterThanOrEqual(before);
    const balance = async () => (await ask('/registry/v1/accounts/balance', { authorization: alpha })).status;
    await expect.poll(balance, patient).toBe(200);
    await expect.poll(workers, patient).toBe(2);
    expect(await balances()).toBeGreaterThanOrEqual(before + 1);
    expect((await ask('/metrics')).text).toMatch(/^zonegraph_worker_exits_total 1$/m);
  });

  // The last: afterwards they are gone.
  it('end together when they are stopped, after all requests that have arrived', slow, async () => {
    // Each has been read by one that answers it, and waits for the rest.
    const creating = await Promise.all([halfSent(url, 'in-flight'), halfSent(url, 'in-flight')]);
    expect(await endWithUnaccepted(server, 32)).toEqual(Array(32).fill('HTTP/1.1 200 OK'));
    const livez = () =>
      // Soon: what is in flight has to end before the server cuts it off.
      ask('/livez', {}, undefined, 2_000).then(
        () => 'open',
        () => 'closed',
      );
    await expect.poll(livez).toBe('closed');
    const statuses = (await Promise.all(creating.map((one) => one.finish()))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });
});

describe.runIf(onServer)('workers that cannot start', () => {
  it('say why once, and the server ends', slow, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, output } = await startServer({ ...database.env, WORKERS: '2', PORT: String(port) }).ended;
    taken.close();
    expect(code).toBe(1);
    expect(output.match(/EADDRINUSE/g)).toHaveLength(1);
    expect(output).not.toMatch(/\n\s+at /);
  });
});
