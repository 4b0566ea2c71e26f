import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopwatch } from '#src/base/clock.ts';
import { listen } from '#src/server/app.ts';
import { drain, longestShutdownMs } from '#src/server/shutdown.ts';
import { secondContainer } from '../../support/containers.ts';
import { testWorld } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from '../process/server.ts';
import { relayTo } from './relay.ts';
import { hasLine } from './relayed-server.ts';

const slow = { timeout: 120_000 };

describe('a server that is asked to stop', () => {
  it('promises less than process managers wait for', () => {
    expect(longestShutdownMs(5)).toBeLessThan(40_000);
  });

  it('answers every request that has been sent to it, also those it has not looked at yet', async () => {
    await testWorld();
    const { container, app } = await secondContainer();
    await listen(app, container, 0, '127.0.0.1');
    const { port } = new URL(container.address.ownUrl);
    const sockets = await Promise.all(Array.from({ length: 30 }, () => opened(Number(port))));
    // Each has been answered once and looks idle now.
    await Promise.all(sockets.map(ask));
    // All of this is said in one moment: the server gets to read nothing before it is told to end.
    const asked = sockets.map(ask);
    const ended = drain(app);
    expect(await Promise.all(asked)).toEqual(Array(30).fill('HTTP/1.1 200 OK'));
    await ended;
  });

  it('does not wait for connections on which nobody has asked anything, as browsers keep them', async () => {
    await testWorld();
    const { container, app } = await secondContainer();
    await listen(app, container, 0, '127.0.0.1');
    const { port } = new URL(container.address.ownUrl);
    const sockets = await Promise.all(Array.from({ length: 3 }, () => opened(Number(port))));
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    const taken = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(taken).toBe(3);
    const elapsed = stopwatch();
    await drain(app);
    // It would be cut off after twenty seconds.
    expect(elapsed()).toBeLessThan(15_000);
    await closed;
  });
});

// That it says so before, and serves on: test/server/process/rolling-upgrade.test.ts.
describe.runIf(hasLine)('SIGTERM', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let server: Server | undefined;
  beforeAll(async () => {
    database = await newDatabase();
  });
  afterAll(async () => {
    server?.kill('SIGKILL');
    await server?.ended;
    await database.remove();
  });

  it('ends it while the database stands still', slow, async () => {
    const line = await relayTo(database.env.DATABASE_URL ?? '');
    server = startServer({ DATABASE_URL: line.url });
    const url = await server.url;
    line.freeze();
    // Time for the workers to ask for work, and to wait for the answer.
    await sleep(2500);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const elapsed = stopwatch();
    server.kill('SIGTERM');
    await server.ended;
    expect(elapsed()).toBeLessThan(longestShutdownMs(0));
    line.thaw();
    await line.close();
  });
});

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** The first line of the answer, or how the connection ended. */
function ask(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.removeAllListeners();
    socket.once('data', (chunk: Buffer) => resolve(String(chunk).split('\r\n')[0] ?? ''));
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve('closed'));
    socket.write('GET /livez HTTP/1.1\r\nhost: zonegraph\r\n\r\n');
  });
}
