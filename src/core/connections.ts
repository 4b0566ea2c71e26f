import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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

/** Of a body that nobody wants: so much of it is read away, and then the connection ends. */
const mostReadAway = 64 * 1024 * 1024;

interface Sides {
  readonly request: { readonly raw: IncomingMessage };
  readonly reply: { readonly raw: ServerResponse; removeHeader(name: string): unknown };
}

/**
 * Most clients send all of a body before they look for an answer: to end the connection while they send is to break it
 * before they have read why. What is left of a body that is too large is read away instead, for as long as a request
 * may take.
 */
export function answerBodyTooLarge(
  error: unknown,
  { raw: request }: Sides['request'],
  reply: Sides['reply'],
): void {
  if ((error as { code?: string }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return;
  reply.removeHeader('connection');
  let left = mostReadAway;
  request.on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
