import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endStalledAnswers } from '#src/base/connections.ts';
import { buildApp } from '#src/server/app.ts';
import { testWorld } from '../../support/world.ts';

const stalledAfterMs = 2000;
const large = Buffer.alloc(24 * 1024 * 1024, 'x');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Says what it likes, at its own pace. */
let answer: (response: ServerResponse) => void;
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((_, response) => answer(response));
  endStalledAnswers(server, stalledAfterMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
const openConnections = (of: Server) =>
  new Promise<number>((resolve) => of.getConnections((_, count) => resolve(count)));

/** Asks, and reads nothing. */
async function ask(at: number, path = '/', times = 1): Promise<Socket> {
  const socket = connect(at, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  return socket;
}

describe('an answer that nobody reads', () => {
  it('is given up, and its connection ended', async () => {
    answer = (response) => response.end(large);
    await ask(port);
    await expect.poll(() => openConnections(server)).toBe(1);
    await expect.poll(() => openConnections(server)).toBe(0);
  });

  it('is given up in the middle of a stream as well', async () => {
    answer = (response) => {
      response.write('begin');
      setTimeout(() => response.write(large), 2 * stalledAfterMs);
    };
    await ask(port);
    await pause(1.5 * stalledAfterMs);
    expect(await openConnections(server)).toBe(1);
    await expect.poll(() => openConnections(server)).toBe(0);
  });

  it('does not stay with the registry either', async () => {
    const world = await testWorld();
    const app = buildApp(world.container, { stalledAfterMs });
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const { port: own } = app.server.address() as AddressInfo;
      await ask(own, '/openapi.json', 200);
      await expect.poll(() => openConnections(app.server)).toBe(1);
      await expect.poll(() => openConnections(app.server)).toBe(0);
    } finally {
      await app.close();
    }
  });
});

describe('an answer that is read', () => {
  it('slowly and steadily comes to its end, however long that takes', async () => {
    answer = (response) => response.end(large);
    const received = await new Promise<number>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false }, async (message) => {
        let bytes = 0;
        try {
          for await (const chunk of message) {
            const before = Math.floor(bytes / 4_000_000);
            bytes += (chunk as Buffer).length;
            // Six rests, together longer than one may stand still.
            if (Math.floor(bytes / 4_000_000) > before) await pause(stalledAfterMs / 4);
          }
          resolve(bytes);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    expect(received).toBe(large.length);
  });

  it('as a stream in which nothing happens stays open', async () => {
    let say: (text: string) => void = () => {};
    answer = (response) => {
      say = (text) => response.write(text);
      say('begin');
    };
    const socket = await ask(port);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.resume();
    await pause(2 * stalledAfterMs);
    say('still here');
    await expect.poll(() => heard).toContain('still here');
  });

  it('and done leaves a connection that is ended as ever', async () => {
    answer = (response) => response.end('done');
    server.keepAliveTimeout = 100;
    const socket = await ask(port);
    socket.resume();
    await expect.poll(() => openConnections(server)).toBe(0);
  });
});
