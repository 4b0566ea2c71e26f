import cluster from 'node:cluster';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stopwatch } from './clock.ts';

interface Counted {
  readonly open: Set<Socket>;
  /** On which nothing was asked when they were looked at last. */
  unused: ReadonlySet<Socket>;
  accepted: number;
}

const connections = new WeakMap<Server, Counted>();

/** To be called before it listens. */
export function countConnections(server: Server): void {
  const counted: Counted = { open: new Set(), unused: new Set(), accepted: 0 };
  connections.set(server, counted);
  server.on('connection', (socket) => {
    counted.accepted += 1;
    counted.open.add(socket);
    socket.once('close', () => counted.open.delete(socket));
  });
}

/** Node accepts one connection in a turn of the event loop: after so many turns without one, none waits. */
const quietTurns = 3;
/** A worker gets its connections from another process, which may take a moment. */
const quietMs = cluster.isWorker ? 40 : 0;
/** Whoever goes on connecting is not waited for. */
const longestAcceptingMs = 2_000;

/** Resolves when whatever had connected is accepted, and what it had sent is read. */
export async function acceptArrived(server: Server): Promise<void> {
  const counted = connections.get(server);
  const elapsed = stopwatch();
  let quiet = { turns: 0, since: stopwatch(), accepted: counted?.accepted };
  while (elapsed() < longestAcceptingMs && (quiet.turns < quietTurns || quiet.since() < quietMs)) {
    await nextTurn();
    if (counted?.accepted === quiet.accepted) quiet.turns += 1;
    else quiet = { turns: 0, since: stopwatch(), accepted: counted?.accepted };
  }
}

/**
 * Node takes those for busy on which nothing was asked yet, and browsers open such ahead of need. Called again and again:
 * one that was accepted a moment ago may have sent something that is not read yet.
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
