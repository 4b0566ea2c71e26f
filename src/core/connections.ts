import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

/** To be called before it listens. */
export function countConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Node takes those for busy on which nothing was asked yet, and browsers open such ahead of need. */
export function closeUnused(server: Server): void {
  server.closeIdleConnections();
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Ends the connection of whoever has stopped reading its answer, which would be kept for ever otherwise. Who reads
 * slowly is none of them, and neither is a stream in which nothing happens: nothing of it waits to be written.
 */
export function endStalledAnswers(server: Server, stalledAfterMs: number): void {
  server.on('request', ({ socket }, response: ServerResponse) => {
    response.setTimeout(stalledAfterMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}
