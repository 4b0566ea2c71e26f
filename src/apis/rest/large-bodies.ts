import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../../base/errors.ts';
import { FairSemaphore, halfOf } from '../../base/fair-semaphore.ts';
import { limit } from '../../base/limits.ts';

export const usualBody = limit(
  'bytes of a body, unless its route takes documents',
  1024 * 1024,
  'Bodies are read into memory.',
);

/**
 * How many large bodies a process handles at once, at most half of them from one caller: each takes several times its
 * size in memory.
 */
const atOnce = 4;

export const bodyPlaces = (): FairSemaphore =>
  new FairSemaphore(atOnce, {
    share: halfOf(atOnce),
    // A waiting request costs only its connection, because its body is not read yet.
    longestQueue: 100,
    longestWaitMs: 20_000,
    busy: () => new Unavailable('too many large requests at once; try again'),
  });

const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > usualBody;

/** Waits until the body may be read; the slot is given back when the answer is sent or the caller has gone. */
export async function acquireBodySlot(
  bodies: FairSemaphore,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
): Promise<void> {
  if (!isLarge(request)) return;
  await bodies.enter({ owner, onClose: onceClosed(reply) });
  const leave = (): void => bodies.leave({ owner });
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
}

/**
 * Calls `leave` when the connection is closed, or at once if it is closed already. Returns a function that cancels
 * it.
 */
export const onceClosed =
  ({ raw }: FastifyReply) =>
  (leave: () => void): (() => void) => {
    if (raw.destroyed) leave();
    else raw.once('close', leave);
    return () => raw.off('close', leave);
  };
