import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeUnused } from '../base/connections.ts';
import type { Container } from './container.ts';

/** How long requests and streams in flight may take to end. */
const graceMs = 20_000;
/** How long the container may take to close: jobs, deliveries, connections to the database. */
const closingMs = 10_000;

/** The process exits after this time, whatever hangs; process managers wait longer before they kill it. */
export const longestShutdownMs = (delaySeconds: number): number =>
  delaySeconds * 1000 + graceMs + closingMs + 3_000;

/**
 * Becomes not ready, so that no new requests are routed here; then closes the port, drains requests in flight
 * and closes the container. Returns whether everything ended in time.
 */
export async function shutDown(app: FastifyInstance, container: Container): Promise<boolean> {
  container.service.ending = true;
  await sleep(container.config.SHUTDOWN_DELAY * 1000);
  await drain(app);
  const closed = container.close().then(() => true);
  return Promise.race([closed, sleep(closingMs, false)]);
}

/** Closes connections as they become idle, the rest when time is up. */
export async function drain(app: FastifyInstance): Promise<void> {
  // The sweep does not run in the timer's own callback: after a pause of this process, timers run before requests
  // that have arrived meanwhile on connections that seem idle.
  const sweep = setInterval(() => setImmediate(() => closeUnused(app.server)), 100);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}
