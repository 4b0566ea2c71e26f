import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { complaints } from './at-end.ts';

/**
 * Where `npm start` and `npm run facade` listen. Somebody's sandbox may run there, and must neither be called by a test nor
 * change what comes out of it.
 */
const ports = [4000, 4001];

/** For a container that does not listen: whoever is to be reached at its own address is not there. */
export const nowhere = { PORT: '1' };

let called: string[] = [];
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('connectionAttempt', (address: string, port: number) => {
    if (ports.includes(port))
      called.push(`${address}:${port} was called, where somebody's sandbox may be listening`);
  });
});

complaints.push(() => {
  const all = [...new Set(called)];
  called = [];
  return all;
});
