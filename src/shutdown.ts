import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Container } from './container.ts';
import { closeUnused } from './core/connections.ts';

/** How long requests and streams in flight may take to end. */
const graceMs = 20_000;
/** How long the house itself may take: jobs, deliveries, connections to the database. */
const closingMs = 10_000;

/** After so long the process is ended, whatever hangs; less than process managers wait before they kill. */
export const longestShutdownMs = (delaySeconds: number): number =>
  delaySeconds * 1000 + graceMs + closingMs + 3_000;

/**
 * First not ready, so that nobody is sent here any more; then no new connections; then what is in flight; then the
 * end. Tells whether everything came to an end.
 */
export async function shutDown(app: FastifyInstance, container: Container): Promise<boolean> {
  container.service.ending = true;
  await sleep(container.config.SHUTDOWN_DELAY * 1000);
  await drain(app);
  const closed = container.close().then(() => true);
  return Promise.race([closed, sleep(closingMs, false)]);
}

/** Connections go as they fall idle, the rest when time is up. */
export async function drain(app: FastifyInstance): Promise<void> {
  // Not in the timer itself: after a moment in which this process stood still, timers come before the requests that
  // have arrived meanwhile, on connections that look idle.
  const sweep = setInterval(() => setImmediate(() => closeUnused(app.server)), 100);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}
