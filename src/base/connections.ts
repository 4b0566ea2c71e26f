import cluster from 'node:cluster';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stopwatch } from './clock.ts';
import { limit } from './limits.ts';

interface Counted {
  readonly open: Set<Socket>;
  /** Connections without a request at the last check. */
  unused: ReadonlySet<Socket>;
  accepted: number;
}

const connections = new WeakMap<Server, Counted>();

/** Call this before the server listens. */
export function countConnections(server: Server): void {
  const counted: Counted = { open: new Set(), unused: new Set(), accepted: 0 };
  connections.set(server, counted);
  server.on('connection', (socket) => {
    counted.accepted += 1;
    counted.open.add(socket);
    socket.once('close', () => counted.open.delete(socket));
  });
}

/**
 * Node accepts one connection in each iteration of the event loop: after this many without one, none waits.
 */
const quietIterations = 3;
/** A worker gets its connections from another process, which may take a moment. */
const quietMs = cluster.isWorker ? 40 : 0;
const longestAcceptingMs = limit(
  'milliseconds for which waiting connections are accepted at the end',
  2_000,
  'Clients may keep connecting.',
);

/** Resolves when every pending connection is accepted and its data are read. */
export async function acceptPending(server: Server): Promise<void> {
  const counted = connections.get(server);
  const elapsed = stopwatch();
  let quiet = { iterations: 0, since: stopwatch(), accepted: counted?.accepted };
  while (elapsed() < longestAcceptingMs && (quiet.iterations < quietIterations || quiet.since() < quietMs)) {
    await nextTurn();
    if (counted?.accepted === quiet.accepted) quiet.iterations += 1;
    else quiet = { iterations: 0, since: stopwatch(), accepted: counted?.accepted };
  }
}

/**
 * Node counts a connection without a request as busy, and browsers open such connections in advance. Called
 * repeatedly: a connection that was just accepted may have sent data that are not read yet.
 */
export function closeUnused(server: Server): void {
  server.closeIdleConnections();
  const counted = connections.get(server);
  if (!counted) return;
  const unused = [...counted.open].filter((socket) => socket.bytesRead === 0);
  for (const socket of unused) if (counted.unused.has(socket)) socket.destroy();
  counted.unused = new Set(unused);
}

/**
 * Ends connections whose client has stopped reading its answer, which would be kept for ever otherwise. Slow
 * readers are not ended, nor are streams without events: they have nothing to be written.
 */
export function endStalledAnswers(server: Server, stalledAfterMs: number): void {
  server.on('request', ({ socket }, response: ServerResponse) => {
    response.setTimeout(stalledAfterMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

const mostReadAway = limit(
  'bytes of an unwanted body that are read and discarded',
  64 * 1024 * 1024,
  'Then the connection ends.',
);

interface Sides {
  readonly request: { readonly raw: IncomingMessage };
  readonly reply: {
    readonly raw: ServerResponse;
    getHeader(name: string): unknown;
    removeHeader(name: string): unknown;
  };
}

/**
 * Most clients send the whole body before they read the answer: if the connection ended meanwhile, they would
 * not see why. So the rest of a body that is too large is read and discarded, for as long as a request may
 * take.
 */
export function answerBodyTooLarge(
  error: unknown,
  { raw: request }: Sides['request'],
  reply: Sides['reply'],
): void {
  if ((error as { code?: string }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return;
  reply.removeHeader('connection');
  let remaining = mostReadAway;
  request.on('data', (part: Buffer) => {
    remaining -= part.length;
    if (remaining < 0) request.destroy();
  });
  request.resume();
}

/**
 * Keeps a connection open until the body has been read, if the answer is sent before the body has arrived and the
 * connection closes afterwards, at the client's wish or because the server shuts down. Call this before the headers
 * are sent.
 */
export function endAfterBody({ raw: request }: Sides['request'], reply: Sides['reply']): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (request.complete || (length === undefined && encoding === undefined)) return;
  const { raw: response } = reply;
  if (response.shouldKeepAlive && reply.getHeader('connection') !== 'close') return;
  reply.removeHeader('connection');
  response.shouldKeepAlive = true;
  const { socket } = request;
  request.once('end', () => {
    if (response.writableFinished) socket.end();
    else response.once('finish', () => socket.end());
  });
}
